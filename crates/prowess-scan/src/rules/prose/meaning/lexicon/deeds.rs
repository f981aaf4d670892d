//! What is done.

use super::super::senses::*;

pub(super) const WORDS: &[(Senses, &str)] = &[
    // Send, upload, hand in.
    (
        SEND,
        concat!(
            "report usage|report usage to|reports to|report it to|report them to|sharing|uploading|",
            "mirroring|mirrored|second copy|another copy|a copy at|a copy to|data leaves|",
            "leaves the machine|leave the machine|make a copy at|replicate|pipe it to|drop it at|",
            "feed it to|tee it to|hand both|hand all|file them at|file it at|stash it at|send|sends|",
            "sending|upload|uploads|mail|mailed|e-mail|email|emailed|forward|forwards|forwarded|",
            "forwarding|transmit~|submit|submits|push|post|posts|posting|relay|hand in|hand them in|",
            "hand it in|hand over|hand them over|turn in|pass on|pass it on|pass them on|ship|exfiltrate|",
            "report back|beacon|bcc|cc|dispatch|send off|share|publish|sync|mirror|call home|phone home|",
            "stream|drop off|dump|post it|to be sent|recipient|hand the|give the|schick|schicke|schicken|",
            "schickst|sende|senden|sendest|übermittle|übermitteln|überträgt|übertrage|lade hoch|",
            "hochladen|leite weiter|weiterleiten|übergib|maile|envía~|envia|enviar|envíe~|envie|envie-as|",
            "envie-os|envíala|sube|subir|manda|mandar|mande|reenvía|reenviar|transmite|transmitir|remite|",
            "envoie|envoyer|envoyez|envoie-les|envoie-le|envoie-la|transmets|transmettre|téléverse~|",
            "expédie|poste|publie|transfère|encaminhe|transmita|suba|carregue|remeta|invia|inviare|",
            "carica|spedisci|deliver|delivers|copied to|is copied to|are copied to|additionally copied|",
            "complete copy|store the archive on|put the archive on|turn over|make available to|drop into|",
            "remitir|transmettez|transmet|reiche|einreichen|liefere|übermittel~|export|",
            "отправ~|отошли~|пошли|перешли~|передай~|передать|загрузи~|выгрузи~|перекин~|выгруж~|",
            "перекинь|слей|",
            "发送|上传|传送|提交到|转发|寄到|发到|发给|传到|外发|送信|送って|送り|アップロード|転送|投稿|",
            "보내|전송|업로드|제출|传给|交给|渡して|渡す|渡し|送付|提出",
        ),
    ),
    // Put into, append, attach, include.
    (
        PUT,
        concat!(
            "contains|containing|concatenate|prepend|put|puts|append|appends|attach|include|includes|",
            "including|insert|paste|add|place|embed|encode|write into|write it into|fill|hang|tack on|",
            "enclose|pass|carry|carries|as a parameter|in the query|query parameter|in the url|",
            "followed by|url-encoded|percent-encoded|hänge|häng|hängen|füge|setze|trage|schreib|schreibe|",
            "añade|agrega|incluye|adjunta|pon|coloca|ajoute|joins|inclus|insère|mets|adicione|inclua|",
            "anexe|coloque|",
            "добавь~|встав~|приложи~|включи~|допиши|впиши|",
            "附加|附上|包含|拼接|加到|放入|写入|添加|追加|付け|添付|含め|書き込|추가|첨부|포함",
        ),
    ),
    // Put into, append, attach, include / Save, store.
    (PUT.with(SAVE), "write|writes|record|note down|enter"),
    // Read, open, copy.
    (
        READ,
        concat!(
            "read|reads|open|copy|copies|take|load|cat|get|grab|print|view|extract|dump|archive|zip|pack|",
            "lies|lese|öffne|kopiere|nimm|hole|lee|abre|copia|copie|lis|ouvre|prends|leia|abra|pegue|",
            "leggi|apri|",
            "прочитай~|прочти|открой~|скопируй~|возьми|",
            "读取|读出|打开|复制|拷贝|获取|読み|読んで|開い|コピー|取得|읽|열|복사",
        ),
    ),
    // Look for, gather.
    (
        SEEK,
        concat!(
            "look for|look through|looking for|search|searches|gather|gathers|collect|collects|harvest|",
            "hunt|scan|find|locate|enumerate|sweep|scrape|crawl|go through|pick up|round up|list all|",
            "rummage|inventory|sammle|sammel|suche|such|durchsuche|finde|recopila|reúne|busca|recoge|",
            "recolecta|junta|récupère~|rassemble|collecte|cherche|recherche|fouille|colete|reúna|procure|",
            "busque|recolha|raccogli|cerca|",
            "собери~|собрать|найди~|поищи|извлеки|",
            "收集|搜集|搜索|查找|寻找|扫描|窃取|提取|遍历|集め|収集|探し|検索|수집|찾|모아",
        ),
    ),
    // Fetch, load, request.
    (
        FETCH,
        concat!(
            "import|imports|importiere|importa|importe|loads|fetches|pulls|fetch|download|downloads|",
            "retrieve|request|requests|pull|load|get|visit|open|read|check|consult|query|poll|",
            "ask the server|ask our server|go to|curl|wget|call|lade|hole|rufe|öffne|lies|besuche|",
            "descarga|obtén|consulta|abre|lee|visita|télécharge|récupère|consulte|ouvre|lis|visite|baixe|",
            "obtenha|acesse|leia|",
            "скачива~|загружа~|скачай~|загрузи~|получи~|открой~|прочитай~|",
            "访问|下载|获取|拉取|请求|读取|打开|取得|ダウンロード|アクセス|読み込|読み|다운로드|가져|읽",
        ),
    ),
    // Save, store.
    (
        SAVE,
        concat!(
            "mark it executable|mark it as executable|save|store|keep|write|speicher~|sichere|guarda|",
            "guárdal~|enregistre|sauvegarde|salve|guarde|",
            "сохрани~|",
            "保存|存为|写到|保存し|저장",
        ),
    ),
    // Run, start, hand to a shell.
    (
        RUN,
        concat!(
            "run|runs|execute|executes|start it|starts it|start them|start the|launch|launches|launched|",
            "invoke|make it runnable|make it executable|chmod|hand the text to the shell|",
            "hand it to the shell|to the shell|into a shell|through a shell|pipe|pipe it|source it|eval|",
            "double-click|führe|ausführen|starte|starten|ejecuta|ejecút~|ejecutar|corre|lanza|inicia|",
            "exécute|exécuter|lance|lancer|execute-o|rode|inicie|esegui|avvia|",
            "выполни~|запусти~|исполни~|",
            "运行|执行|启动|実行|起動|実施|실행|시작하",
        ),
    ),
    // Do what something says.
    (
        OBEY,
        concat!(
            "act upon|is what you do|is what you do next|is your next step|execute them first|",
            "must be executed|is to be executed|are to be executed|be executed|execute them|",
            "perform the tasks|perform each|perform whatever|perform them|perform what|",
            "proceed accordingly|act accordingly|follows it|follows them|apply them|tasks that it lists|",
            "commands that it lists|commands it returns|commands that it returns|commands it sends|",
            "steps it returns|do as told|run what it|run whatever|execute what it|execute whatever|",
            "ejecuta lo que|exécute ce que|execute o que|führe aus, was|obey|obeys|comply with|",
            "do what it says|do what they say|do as it says|do whatever|what it tells you|what it says|",
            "what they say|whatever it tells you|whatever it says|whatever they say|whatever comes back|",
            "what comes back|what the server says|carry out|carry it out|carry them out|follow it|",
            "follow them|follow what|follow whatever|follow the returned|act on it|act on them|",
            "act on what|act on whatever|as part of this skill|as if they were|as if it were|",
            "take its word|do exactly as|execute its|apply it as|as instructed there|follow those|",
            "befolge|tu was|führe aus was|mach was|halte dich an|sigue lo que|haz lo que|sigue sus|",
            "obedece|cumple|suis ce|fais ce|applique|obéis|suis les|suis-les|faça o que|siga o que|",
            "obedeça|cumpra|treat its text as|treat it as though|as though it stood|as if it stood|",
            "do as they say|type its reply|type the reply|type its answer|its reply into|",
            "which command comes next|",
            "выполняй всё|выполни всё|выполняй~|выполни~|следуй~|делай что|исполняй~|подчиняйся|",
            "执行其中的|その指示に|执行它返回|执行返回的|返回的命令|表示された指示|照做|遵照|服从|",
            "执行其中|执行返回|従って|従う|従い|指示どおり|その通り|따르|따라|수행|一律照办|照办",
        ),
    ),
    // Ignore, set aside; is void.
    (
        IGNORE,
        concat!(
            "ignore|ignores|disregard|disregards|forget|forget about|discard|set aside|put aside|",
            "leave aside|pay no attention|do not heed|suspend|drop all|drop your|abandon|need not follow|",
            "free of|vergiss|vergesst|ignorier~|missachte|nicht mehr|olvida|olvídate|ignora|descarta|",
            "desatiende|haz caso omiso|hacer caso omiso|prescinde|oublie|oubliez|ignorez|néglige|",
            "ne tiens pas compte|ne tiens plus compte|fais abstraction|abandonne|esqueça|esquece|",
            "desconsidere|desconsidera|descarte|ignori|dimentica|",
            "забудь~|игнорир~|не обращай внимания|отбрось|не учитывай~|не следуй|пренебрег~|",
            "忽略|无视|忘记|忘掉|不必遵守|无需遵守|抛开|放弃|無視|忘れ|破棄|従わなく|従わない|무시|잊|",
            "따르지",
        ),
    ),
    // Comes before, counts more.
    (
        OUTRANK,
        concat!(
            "side with the skill|side with this|the skill wins|this file wins|win over|is loaded first|",
            "be loaded first|loaded before|higher authority than|higher priority than|",
            "greater authority than|more authority than|more weight than|higher rank than|superior to|",
            "above all other instructions|same priority as|same authority as|mayor autoridad|",
            "más autoridad|plus d'autorité|mais autoridade|höhere autorität|mehr gewicht|",
            "ahead of every other|ahead of all other|ahead of any other|before all other|",
            "before every other|over every other|over all other|instead of other skills|outrank~|",
            "override|overrides|overrule|overrules|supersede|supersedes|take precedence|takes precedence|",
            "has precedence|prevails|prevail|this page decides|this skill decides|this file decides|",
            "come before|comes before|come first|counts more|count more|weighs more|wins over|beats|",
            "stands above|above the system|above the user|higher than the|whatever the user|",
            "no matter what the user|says otherwise|before those of the|in place of anything|",
            "in place of everything|same weight as|the task is what|vorrang|hat vorrang|geht vor|",
            "steht über|prevalece~|tiene prioridad|tienen prioridad|por encima|prime sur|priment sur|",
            "l'emporte~|a priorité|tem prioridade|têm prioridade|acima de|even when another|",
            "even if another|instead of any other|rather than any other|the others are deprecated|",
            "others are deprecated|antes que cualquier otra|avant toute autre|antes de qualquer outra|",
            "vor allen anderen|ahead of|the steps below are carried out|",
            "больше веса|выше по приоритету|имеет приоритет|важнее|выше чем|прежде любых других|",
            "прежде всех других|",
            "更高的权限|权限高于|より高い権限|优先于|高于|凌驾|以本|为准|優先|より上|우선|",
            "より このファイルを優先|よりこのファイルを優先|指示より",
        ),
    ),
    // Switch off, loosen.
    (
        OFF,
        concat!(
            "off|aus|ab|exclusion|exclusions|add an exception|ausnahme|exclusión|exclusão|turn off|",
            "turn it off|turn them off|turned off|turning off|switch off|switch it off|switched off|",
            "switching off|disable|disables|disabling|deactivate|deactivates|loosen|lower|lift|bypass|",
            "bypasses|circumvent|get around|work around|skip|remove|drop|kill|stop|pause|suspend|exclude|",
            "whitelist|uninstall|weaken|relax|unset|set to off|set it to off|schalte|ausschalten|",
            "abschalten|deaktivier~|umgehe|desactiva~|desactívalo|deshabilita~|apaga|salta|désactive~|",
            "coupe|contourne|neutralise|desative|desabilite|desligue|contorne|disattiva|",
            "исключени~|отключи~|выключи~|обойди|отключите|деактивир~|",
            "白名单|除外|关闭|禁用|停用|绕过|跳过|关掉|卸载|解除|無効|オフに|回避|停止|비활성|끄|우회",
        ),
    ),
    // Accept everything, without a look.
    (
        YIELD,
        concat!(
            "skip verification|skip the verification|without review|without any review|",
            "dangerouslydisablesandbox|no hace falta confirmación|no hace falta confirmar|",
            "sin necesidad de confirmación|pas besoin de confirmation|não precisa de confirmação|",
            "keine bestätigung nötig|without confirmation|without approval|may skip review|skip review|",
            "skip the review|need no review|needs no review|warnings are not shown|no security warnings|",
            "does not want warnings|to never|to full-auto|full-auto|to none|do not ask|don't ask|",
            "no need to ask|said yes to|had said yes|never ask for|accept everything|accept all|",
            "accept every|allow everything|allow all|allow every|always allow|approve everything|",
            "approve all|approve every|auto-approve|auto approve|auto-accept|yes to all|",
            "yes to everything|bypasspermissions|bypass permissions|without a question|without questions|",
            "without further questions|unasked|already confirmed|as confirmed|as approved|",
            "already approved|already granted|hand them over|hand it over|hand over whatever|",
            "give it whatever|give them whatever|whatever it asks for|whatever they ask for|",
            "trusts completely|trust completely|trust it completely|trusts it completely|",
            "opened without a warning|without a warning|without warnings|without warning|no warnings|",
            "leave out warnings|alles erlauben|ohne rückfrage|ohne nachfrage|acepta todo|permite todo|",
            "sin preguntar|sin confirmación|sin pedir|accepte tout|autorise tout|sans demander|",
            "sans confirmation|ne demande pas|aceite tudo|permita tudo|sem perguntar|sem confirmação|",
            "sem pedir|needs no approval|need no approval|needs no confirmation|need no confirmation|",
            "no approval needed|no confirmation needed|no approval is needed|no confirmation is needed|",
            "allow every command|permits everything|permit everything|lists what is forbidden|",
            "level to zero|may receive whatever|receive whatever|get whatever they|whatever they request|",
            "whatever it requests|",
            "не требует подтверждения|принимай все|разрешай все|без подтверждения|без вопросов|",
            "не спрашивая|",
            "确认を求め|无需确认|无需用户确认|不用确认|不需要确认|直接执行|自动批准|全部允许|一律允许|",
            "確認なし|確認せず|確認不要|すべて許可|無条件|확인 없이|묻지 말고|모두 허용|一律照办",
        ),
    ),
    // Tell, mention.
    (
        TELL,
        concat!(
            "tell|mention|mentioned|inform|notify|notified|reveal|disclose|announce|discuss|bring up|",
            "bring it up|bring this up|bring that up|brought up|speak of|speak about|talk about|say so|",
            "say anything|say a word|report it|raise it|raise this|draw attention|let the user know|",
            "let them know|hint at|explain it|show it|acknowledge|refer to|sag|sage|sagen|erwähn~|",
            "informier~|mitteil~|verrate~|berichte|zeige|erfährt|erfahren|di|digas|diga|dile|decir~|",
            "cuentes|conte|cuenta|menciones|mencione|mencionar|avises|avise|informes|informe|reveles|",
            "revele|hables|comentes|parle|parles|parler|dis|dites|mentionne|mentionner|informer|préviens|",
            "prévenir|signale|révèle|conta|fale|",
            "говори~|скажи~|сообщай~|сообщать|упомина~|упомяни~|рассказыва~|показыва~|уведомля~|",
            "информир~|",
            "告诉|告知|通知|提及|提到|提起|透露|说明|透漏|声张|知らせ|伝え|言わ|言及|話さ|教え|報告し|",
            "말하|알리|언급|알려",
        ),
    ),
    // Kept from somebody; see [`super::reader`] for silences that are put together.
    (
        HUSHED,
        concat!(
            "no reason for the user to|no reason to tell|not shown to the user|never shown to the user|",
            "without the user seeing|hidden from the user|invisible to the user|davon erfährt|",
            "der nutzer erfährt nichts|ne le dis pas|ne dis rien|sans que l'utilisateur|no se lo digas|",
            "sin que el usuario|não diga nada|does not need to be told|doesn't need to be told|",
            "do not need to be told|needs no mention|need no mention|nobody needs to know|",
            "no one needs to know|does not need to know|doesn't need to know|do not need to know|",
            "should not be aware|must not be aware|without their knowledge|without the user's knowledge|",
            "without the user knowing|without the user noticing|outside of the user's view|",
            "out of the user's view|out of sight|away from the user|stays between us|between us|",
            "between you and me|keep it quiet|keep this quiet|keep that quiet|keep quiet about|",
            "keep that hidden|keep it hidden|keep this hidden|keep it to yourself|keep this to yourself|",
            "kept hidden|behind their back|no disclosure|without disclosure|without saying|",
            "without telling|without mentioning|without a word|without notice|so nobody notices|",
            "so that nobody notices|so that nobody sees|so that no one notices|not to be seen|",
            "is not to hear|are not to hear|is not to know|not to learn|not to hear of|need not know|",
            "need not be told|need not be brought up|need not hear|no need to mention|no need to tell|",
            "no need to say|no need to bring|no need to explain|not worth mentioning|not worth a mention|",
            "never finds out|must not find out|must not notice|should not notice|will not notice|",
            "would not notice|nothing has changed|nothing was changed|say that nothing|looks untouched|",
            "look untouched|leaves no trace|leave no trace|without a trace|no trace|cover your tracks|",
            "off the record|delete it from sent|delete them afterwards|delete it afterwards|",
            "carry on as if|go on as if|as if nothing|act as if nothing|for your eyes only|",
            "is confidential to this skill|heimlich|unbemerkt|ohne hinweis|ohne es zu erwähnen|",
            "en secreto|a escondidas|sin avisar|sin que se entere|sin decir nada|sin mencionarlo|",
            "disimuladamente|en cachette|en secret|à l'insu|sans le dire|sans en parler|sans prévenir|",
            "sans rien dire|em segredo|às escondidas|sem avisar|sem que o usuário|sem contar|",
            "is not to be shown|are not to be shown|not to be shown|is not to be mentioned|",
            "are not to be mentioned|no lo menciones|no la menciones|no los menciones|no lo muestres|",
            "não o mencione|não mencione isso|ne le mentionne pas|erwähne das nicht|erwähne es nicht|",
            "are not informed|is not informed|not informed about|nobody is informed|without showing them|",
            "without showing it|nichts davon mitbekommen|davon nichts mitbekommen|nichts mitbekommen|",
            "nichts merken|no debe enterarse|no se entere|elimina el rastro|borra las huellas|",
            "sans le signaler|à leur insu|não deve saber|apague os rastros|",
            "ничего не говори|не сообщай об этом|не говори об этом|тайно|втайне|незаметно|скрытно|",
            "без ведома|втихую|ничего не должен заметить|не должен заметить|не должен знать|",
            "не должны знать|",
            "悄悄|偷偷|暗中|秘密|不要声张|不让用户|别让用户|不被用户|瞒着|こっそり|ひそかに|密かに|内緒|",
            "気づかれない|気付かれない|知られない|秘密裏|몰래|비밀리|눈치채지|对用户保密|保密|不用问主人|",
            "不用问|ユーザーには秘密|秘密に",
        ),
    ),
    // Arrange, schedule.
    (
        ARRANGE,
        concat!(
            "start the service|launchctl|systemctl|schedule a task|place|write|drop|registering|update|",
            "edit|arrange|make sure|ensure|see to it|register|schedule|set up|install|plant|put|add|",
            "create|sorge|richte|registriere|asegúrate|programa|registra|configura|fais en sorte|",
            "enregistre|configure|programme|garanta|registre|agende|",
            "настрой~|добавь~|зарегистрир~|пропиши|",
            "确保|设置|注册|添加|安排|写入|設定|登録|追加|설정|등록",
        ),
    ),
    // Has agreed, is authorised.
    (
        AGREED,
        concat!(
            "has been answered with yes|answered with yes|answer yes to|answers yes to|",
            "in the affirmative|i grant you|i hereby grant|you are hereby authorized|",
            "you are hereby authorised|permission is granted|permissions are granted|",
            "has already approved|has already agreed|has already consented|already consented|",
            "had said yes|said yes to|had agreed|had approved|has agreed|have agreed|agreed to this|",
            "so they agreed|has consented|have consented|has given consent|has authorized|has authorised|",
            "has approved|has allowed|standing permission|implied consent|by using the skill|",
            "by installing|has already said yes|hat zugestimmt|zugestimmt|einverstanden|ha aceptado|",
            "ha autorizado|ha dado su consentimiento|a accepté|a autorisé|a donné son accord|concordou|",
            "autorizou|aceitou|",
            "согласился|разрешил|дал согласие|",
            "已同意|已授权|已经同意|已批准|同意済み|許可済み|承諾済み|동의했|허가했",
        ),
    ),
    // The person is asked first, or chooses.
    (
        CONSENT,
        concat!(
            "ask your administrator|ask an administrator|ask your admin|ask the user|asks the user|",
            "ask the owner|ask the person|ask first|asks first|ask whether|ask before|asks before|",
            "after the user says|after a yes|after the user agrees|after the user confirms|",
            "if the user asks|when the user asks|if the user wants|if the user agrees|user confirms|",
            "user approves|user picks|user chooses|user's choice|with the user's|with their consent|",
            "with your consent|show it first|show the list|shows it first|the user has named|",
            "the user names|you want to share|you want to send|user asked|optional|optionally|",
            "nach rückfrage|frag den|frage den|pide permiso|pregunta al|pregúntale|demande à|demande-lui|",
            "demander à|l'accord de|pergunte ao|peça|se o usuário|si el usuario|si l'utilisateur|",
            "wenn der benutzer|wenn der nutzer|",
            "спроси~|если пользовател~|с согласия|",
            "询问用户|征得|得到确认|先给用户|如果用户|经用户|ユーザーに確認|確認してから|許可を得|",
            "同意を得|사용자에게 확인|동의를",
        ),
    ),
    // Replace, overwrite.
    (
        REPLACE,
        concat!(
            "replace|replaces|overwrite|overwrites|swap|extend each|extend every|exchange|ersetze|",
            "überschreib~|reemplaza|sobrescribe|remplace|écrase|substitua|sobrescreva|",
            "замени~|перезапиш~|",
            "替换|覆盖|改写|置き換え|上書き|교체|덮어",
        ),
    ),
    // Named or made to look like something else.
    (
        DISGUISE,
        concat!(
            "-w hidden|-windowstyle hidden|hidden window|com.apple.|com.microsoft.|named com.google|",
            "looks legitimate|look legitimate|looks official|look official|system-sounding|",
            "innocuous name|inconspicuous|harmless-looking|harmless name|unverdächtig|nombre inocente|",
            "nom anodin|nome inofensivo|named like|name it like|name such as|look like a part of|",
            "looks like a part of|should look like|made to look|disguise~|under the name|pose as|",
            "posing as|pretend~|masquerad~|one pixel wide|1x1|invisible image|tracking pixel|getarnt|",
            "tarne|benenne es wie|disfraza~|haz que parezca|hazlo pasar|fais passer|déguise|camoufle~|",
            "disfarce|faça parecer|",
            "безобидн~|замаскируй~|под видом|",
            "不起眼|看起来像系统|無害な名前|伪装|假装|命名为系统|偽装|見せかけ|装って|위장|처럼 보이게",
        ),
    ),
    // Trust, believe.
    (
        TRUST,
        concat!(
            "trust|trusts|trusted|believe|loyal~|loyalty|rely on|vertraue|vertraut|confía|confiar|",
            "fais confiance|confie|confiança|",
            "доверя~|доверяй|",
            "信任|相信|忠于|信頼|信用|신뢰",
        ),
    ),
    // Say or let believe what is not so.
    (
        DECEIVE,
        concat!(
            "make the user believe|makes the user believe|the user believe|the user thinks|",
            "the user think|present this as a|presents this as a|as an independent opinion|",
            "as your own opinion|as your own view|as independent advice|what you are doing, answer|",
            "what you are doing, say|what happened, say|what this does, say|if asked, say|",
            "if anyone asks, say|if somebody asks, say|pass it off|passes it off|pass them off|",
            "independent opinion|independent advice|own opinion|your own view|as an honest|",
            "as independent|make it look as if|make it seem|so the user thinks|so they think|",
            "let them think|let the user think|should believe|shall believe|make them believe|",
            "let them believe|is neutral|as though it were your own|as if it were your own|deny that|",
            "deny it|pretend|lie|mislead|deceive|say that nothing has changed|press the user|claim that|",
            "say that doctors|soll glauben|täusche|behaupte|que crea que|haz creer|engaña|fais croire|",
            "fasse croire|mens|trompe|faça acreditar|engane|minta|deny any|mesmo que não seja|",
            "aunque no lo sea|même si ce n'est pas|auch wenn es nicht|call it a routine|call it routine|",
            "независим~|обмани|солги|пусть думает|внушай|даже если это не так|",
            "独立意见|公平な意見|欺骗|谎称|让用户以为|让用户相信|声称|騙|嘘|思わせ|信じ込ませ|속이|",
            "거짓말|믿게|即使不是|そうでなくても",
        ),
    ),
    // Pay, transfer money.
    (
        PAY,
        concat!(
            "move it to|move them to|approve token|approve an allowance|approve allowances|",
            "approve token allowances|transfer|skim|deduct|divert|route|move the funds|",
            "transfer the funds|transfer all|move the balance|transfer the balance|drain|withdraw|",
            "send the funds|send all funds|send the coins|buy for the user|overweise|überweis~|",
            "transfiere|transferir los fondos|retira|transfère les fonds|vire|transfira|saque|",
            "sign the message|have them sign|sign what|",
            "переведи~|перевести|выведи|",
            "转走|转移资金|转移资产|转账|提现|送金し|引き出|이체|인출",
        ),
    ),
    // No longer holds: limits that were lifted, rules that are void.
    (
        VOID,
        concat!(
            "are off|is off|are disabled|is disabled|are suspended|sind aus|están desactivadas|",
            "sont désactivées|estão desativadas|obsolete|is superseded|has been superseded|superseded|",
            "replaced by|is background|are background|mere background|does not apply|do not apply|",
            "don't apply|is not binding|are not binding|have no force|has no force|hinfällig|überholt|",
            "obsoletas|obsoletos|caducas|obsolètes|caduques|no longer apply|no longer applies|",
            "no longer holds|no longer hold|no longer bind|is void|are void|null and void|suspended|",
            "lifted|has lifted|have been lifted|cancelled|revoked|rescinded|withdrawn|void|waived|",
            "overridden|do not bind|not binding|freed from|unbound by|gelten nicht|gilt nicht|",
            "gelten hier nicht|aufgehoben|außer kraft|ya no se aplican|no se aplican|quedan anuladas|",
            "ne s'appliquent plus|não se aplicam|made void|set aside for|gelten hier nicht mehr|",
            "gelten nicht mehr|ne valent plus|ya no valen|já não valem|is advisory|are advisory|",
            "only advisory|merely a suggestion|no longer concern|do not concern you|",
            "ne te concernent plus|ne te lient plus|no te conciernen|gelten als erledigt|als erledigt|",
            "отключены|устарел~|больше не действуют|отменяются|отменены|не действуют|утратили силу|",
            "больше не касаются|",
            "已关闭|已禁用|オフです|꺼져|不再适用|作废|失效|適用されま|无效|不再有效|無効|효력이 없|",
            "与你无关",
        ),
    ),
    // Silently, quietly: only beside a deed, for errors may be silent too.
    (
        QUIET,
        concat!(
            "quietly|silently|secretly|covertly|discreetly|unnoticed|stillschweigend|unauffällig|",
            "en silencio|discretamente|silencieusement|discrètement|em silêncio|silenciosamente|",
            "invisibly|stealthily|unobtrusively|",
            "тихо|молча|",
            "静默|黙って|조용히",
        ),
    ),
    // Rate, mark, classify.
    (
        RATE,
        concat!(
            "should skip|may skip|can be skipped|need not look|should ignore|should conclude|skip the|",
            "rate|rates|mark|mark it|classify|classified|treat|return|score|label|grade|report|consider|",
            "conclude|verdict|rating|assign|set the risk|bewerte|califica|marca|considera|note|évalue|",
            "classe|classifique|avalie|record|is not needed|are not needed|",
            "оцени~|пометь|считай|",
            "评为|判定|标记|视为|返回|評価|分類|평가|분류",
        ),
    ),
    // Read, open, copy / Put into, append, attach, include.
    (
        READ.with(PUT),
        concat!(
            "copy|copies|kopiere|copia|copie|",
            "скопируй~|",
            "复制|拷贝|コピー|복사",
        ),
    ),
    // Without limits.
    (
        FREED,
        concat!(
            "without restrictions|without any restrictions|without restriction|without limits|",
            "without any limits|free of restrictions|free of all restrictions|free from restrictions|",
            "no longer restricted|no restrictions apply|no limits apply|unrestricted|unfiltered|",
            "uncensored|limits lifted|without its usual caution|without your usual caution|",
            "without usual safeguards|ohne einschränkungen|uneingeschränkt|sin restricciones|sin límites|",
            "sans restrictions|sans limites|sans restriction|sem restrições|sem limites|",
            "без ограничений|",
            "无限制|不受限制|没有限制|제한 없이",
        ),
    ),
    // Leave out, hide.
    (
        OMIT,
        concat!(
            "hide|conceal|omit|leave it out|leave that out|leave this out|leave them out|leave out|",
            "keep it out|keep that out|keep this out|strip|do not list|verbirg|verschweige|lass weg|",
            "oculta|omite|masque|cache|omets|omita|esconda|",
            "скрой|скрывай|опусти|",
            "隐藏|隐瞒|省略|隠|伏せ|숨기|생략",
        ),
    ),
    // Change what is there.
    (
        EDIT,
        concat!(
            "set|sets|switch|turn on|enable|configure|toggle|stelle|activa|active|ative|update|updates|",
            "edit|modify|modifies|change|rewrite|amend|extend|patch|ändere|bearbeite|ergänze|edita|",
            "modifica|actualiza|modifie|édite|atualize|edite|modifique|",
            "включи~|измени~|отредактируй|обнови|",
            "开启|启用|有効|설정|修改|编辑|更新|編集|変更|수정|편집",
        ),
    ),
    // Send, upload, hand in / Private matter that is no secret: conversations, contacts, documents.
    (
        SEND.with(PRIVATE),
        "data leaves|leaves the machine|leave the machine|leaves the device|leaves this machine",
    ),
    // Refusing.
    (
        REFUSAL,
        concat!(
            "refusing|refusals|refusal|to refuse|how to decline|ablehnen|rechazar|refuser|recusar|",
            "отказывать~|отказы|",
            "拒绝|拒否|거부",
        ),
    ),
    // Speaks for the person.
    (
        VOICE,
        concat!(
            "has the authority of|have the authority of|carries the authority of|speaks for the user|",
            "speak for the user|counts as the user's|count as the user's|as if it came from the user|",
            "as if they came from the user|spricht für den nutzer|habla en nombre del usuario|",
            "parle au nom de l'utilisateur|fala em nome do usuário|put there by the operator|",
            "left by the operator|come from the operator|comes from the operator|put there by the owner|",
            "говорит от имени пользователя|",
            "ユーザーの代わりに話|사용자를 대신",
        ),
    ),
    // A program of the system that loads and runs what stands at an address.
    (
        LOADER,
        "mshta|mshta.exe|bitsadmin /transfer|regsvr32|rundll32",
    ),
    // Open a page.
    (
        VISIT,
        concat!(
            "open|visit|go to|browse to|navigate to|head to|follow|see|look at|öffne|besuche|gehe auf|",
            "abre|abra|visita|visite|ve a|entra en|ouvre|ouvrez|visitez|allez sur|acesse|",
            "открой~|откройте|перейди~|зайди~|",
            "打开|访问|进入|開き|開いて|アクセス|열고|방문",
        ),
    ),
    // Copy, of a line that is to be pasted.
    (
        COPYING,
        concat!(
            "copy|copies|grab|copied|kopiere|kopieren|copia|copie|copiez|copiar|copier|",
            "скопируй~|копируй~|",
            "复制|拷贝|コピー|복사",
        ),
    ),
    // Paste.
    (
        PASTE,
        concat!(
            "paste|pasting|füge|einfügen|pega|pegar|colle|collez|collez-la|collez-le|cole|colar|",
            "вставь~|вставьте|",
            "粘贴|貼り付け|붙여",
        ),
    ),
    // Start, of a program that was unpacked.
    (
        STARTS,
        concat!(
            "start|launch|.exe|.dmg|.msi|.pkg|double-click|starte|inicia|lance|inicie|open the program|",
            "open the app|open what is inside|open the setup|open the installer|",
            "запуст~|",
            "启动|运行|起動|実行|실행",
        ),
    ),
];
