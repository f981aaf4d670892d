//! Words of many languages, and what each stands for.
//!
//! Words stand between bars. `~` at the end stands for any ending. Words of scripts that set no blanks between
//! words count wherever they stand; all others stand alone.

use super::senses::*;

/// Words and phrases, in small letters.
pub(super) const LEXICON: &[(Senses, &str)] = &[
    // Sending.
    (
        SEND,
        "report usage|report usage to|reports to|report it to|report them to|sharing|uploading|mirroring|mirrored|second copy|another copy|a copy at|a copy to|data leaves|leaves the machine|leave the machine|make a copy at|replicate|pipe it to|drop it at|feed it to|tee it to|hand both|hand all|file them at|file it at|stash it at|send|sends|sending|upload|uploads|uploading|mail|mailed|e-mail|email|emailed|forward|forwards|forwarded|forwarding|transmit~|submit|submits|push|post|posts|posting|relay|hand in|hand them in|hand it in|hand over|hand them over|turn in|pass on|pass it on|pass them on|ship|exfiltrate|export|report back|beacon|bcc|cc|dispatch|send off|share|publish|sync|mirror|call home|phone home|stream|drop off|dump|post it|to be sent|recipient|hand the|give the",
    ),
    (
        SEND,
        "schick|schicke|schicken|schickst|sende|senden|sendest|übermittle|übermitteln|überträgt|übertrage|lade hoch|hochladen|leite weiter|weiterleiten|übergib|maile|envía~|envia|enviar|envíe~|envie|envie-as|envie-os|envíala|sube|subir|manda|mandar|mande|reenvía|reenviar|transmite|transmitir|remite|envoie|envoyer|envoyez|envoie-les|envoie-le|envoie-la|transmets|transmettre|téléverse~|expédie|poste|publie|transfère|encaminhe|transmita|suba|carregue|remeta|invia|inviare|carica|spedisci",
    ),
    (
        SEND,
        "отправ~|отошли~|пошли|перешли~|передай~|передать|загрузи~|выгрузи~|перекин~|发送|上传|传送|提交到|转发|寄到|发到|发给|传到|外发|送信|送って|送り|アップロード|転送|投稿|보내|전송|업로드|제출",
    ),
    (
        PUT,
        "contains|containing|concatenate|prepend|put|puts|append|appends|attach|include|includes|including|insert|paste|add|place|embed|encode|write into|write it into|fill|hang|tack on|enclose|pass|carry|carries|as a parameter|in the query|query parameter|in the url|followed by|url-encoded|percent-encoded|hänge|häng|hängen|füge|setze|trage|schreib|schreibe|añade|agrega|incluye|adjunta|pon|coloca|ajoute|joins|inclus|insère|mets|adicione|inclua|anexe|coloque|добавь~|встав~|приложи~|включи~|допиши|впиши|附加|附上|包含|拼接|加到|放入|写入|添加|追加|付け|添付|含め|書き込|추가|첨부|포함",
    ),
    (PUT.with(SAVE), "write|writes|record|note down|enter"),
    // Reading and looking for.
    (
        READ,
        "read|reads|open|copy|copies|take|load|cat|get|grab|print|view|extract|dump|archive|zip|pack|lies|lese|öffne|kopiere|nimm|hole|lee|abre|copia|copie|lis|ouvre|prends|leia|abra|pegue|leggi|apri|прочитай~|прочти|открой~|скопируй~|возьми|读取|读出|打开|复制|拷贝|获取|読み|読んで|開い|コピー|取得|읽|열|복사",
    ),
    (
        SEEK,
        "look for|look through|looking for|search|searches|gather|gathers|collect|collects|harvest|hunt|scan|find|locate|enumerate|sweep|scrape|crawl|go through|pick up|round up|list all|rummage|inventory|sammle|sammel|suche|such|durchsuche|finde|recopila|reúne|busca|recoge|recolecta|junta|récupère~|rassemble|collecte|cherche|recherche|fouille|colete|reúna|procure|busque|recolha|raccogli|cerca|собери~|собрать|найди~|поищи|извлеки|收集|搜集|搜索|查找|寻找|扫描|窃取|提取|遍历|集め|収集|探し|検索|수집|찾|모아",
    ),
    (
        FETCH,
        "import|imports|скачива~|загружа~|importiere|importa|importe|loads|fetches|pulls|fetch|fetches|download|downloads|retrieve|request|requests|pull|load|get|visit|open|read|check|consult|query|poll|ask the server|ask our server|go to|curl|wget|call|lade|hole|rufe|öffne|lies|besuche|descarga|obtén|consulta|abre|lee|visita|télécharge|récupère|consulte|ouvre|lis|visite|baixe|obtenha|acesse|leia|скачай~|загрузи~|получи~|открой~|прочитай~|访问|下载|获取|拉取|请求|读取|打开|取得|ダウンロード|アクセス|読み込|読み|다운로드|가져|읽",
    ),
    (
        SAVE,
        "mark it executable|mark it as executable|save|store|keep|write|speicher~|sichere|guarda|guárdal~|enregistre|sauvegarde|salve|guarde|сохрани~|保存|存为|写到|保存し|저장",
    ),
    (
        RUN,
        "run|runs|execute|executes|start it|starts it|start them|start the|launch|launches|launched|invoke|make it runnable|make it executable|chmod|hand the text to the shell|hand it to the shell|to the shell|into a shell|through a shell|pipe|pipe it|source it|eval|double-click|führe|ausführen|starte|starten|ejecuta|ejecút~|ejecutar|corre|lanza|inicia|exécute|exécuter|lance|lancer|execute-o|rode|inicie|esegui|avvia|выполни~|запусти~|исполни~|运行|执行|启动|実行|起動|実施|실행|시작하",
    ),
    // Doing what something says.
    (
        OBEY,
        "act upon|is what you do|is what you do next|is your next step|execute them first|执行其中的|その指示に|must be executed|is to be executed|are to be executed|be executed|execute them|perform the tasks|perform each|perform whatever|perform them|perform what|proceed accordingly|act accordingly|follows it|follows them|apply them|tasks that it lists|commands that it lists|commands it returns|commands that it returns|commands it sends|steps it returns|do as told|run what it|run whatever|execute what it|execute whatever|ejecuta lo que|exécute ce que|execute o que|führe aus, was|выполняй всё|выполни всё|执行它返回|执行返回的|返回的命令|表示された指示|obey|obeys|comply with|do what it says|do what they say|do as it says|do whatever|what it tells you|what it says|what they say|whatever it tells you|whatever it says|whatever they say|whatever comes back|what comes back|what the server says|carry out|carry it out|carry them out|follow it|follow them|follow what|follow whatever|follow the returned|act on it|act on them|act on what|act on whatever|as part of this skill|as if they were|as if it were|take its word|do exactly as|execute its|apply it as|as instructed there|follow those|befolge|tu was|führe aus was|mach was|halte dich an|sigue lo que|haz lo que|sigue sus|obedece|cumple|suis ce|fais ce|applique|obéis|suis les|suis-les|faça o que|siga o que|obedeça|cumpra|выполняй~|выполни~|следуй~|делай что|исполняй~|подчиняйся|照做|遵照|服从|执行其中|执行返回|従って|従う|従い|指示どおり|その通り|따르|따라|수행",
    ),
    // Setting aside.
    (
        IGNORE,
        "ignore|ignores|disregard|disregards|forget|forget about|discard|set aside|put aside|leave aside|pay no attention|do not heed|suspend|drop all|drop your|abandon|need not follow|free of|vergiss|vergesst|ignorier~|missachte|nicht mehr|olvida|olvídate|ignora|ignore|descarta|desatiende|haz caso omiso|hacer caso omiso|prescinde|oublie|oubliez|ignorez|néglige|ne tiens pas compte|ne tiens plus compte|fais abstraction|abandonne|esqueça|esquece|desconsidere|desconsidera|descarte|ignori|dimentica|забудь~|игнорир~|не обращай внимания|отбрось|не учитывай~|не следуй|пренебрег~|忽略|无视|忘记|忘掉|不必遵守|无需遵守|抛开|放弃|無視|忘れ|破棄|従わなく|従わない|무시|잊|따르지",
    ),
    (
        OUTRANK,
        "side with the skill|side with this|the skill wins|this file wins|win over|is loaded first|be loaded first|loaded before|higher authority than|higher priority than|greater authority than|more authority than|more weight than|higher rank than|superior to|above all other instructions|same priority as|same authority as|mayor autoridad|más autoridad|plus d'autorité|mais autoridade|höhere autorität|mehr gewicht|больше веса|выше по приоритету|更高的权限|权限高于|より高い権限|ahead of every other|ahead of all other|ahead of any other|before all other|before every other|over every other|over all other|instead of other skills|outrank~|override|overrides|overrule|overrules|supersede|supersedes|take precedence|takes precedence|has precedence|prevails|prevail|this page decides|this skill decides|this file decides|come before|comes before|come first|counts more|count more|weighs more|wins over|beats|stands above|above the system|above the user|over the user|higher than the|whatever the user|no matter what the user|says otherwise|before those of the|in place of anything|in place of everything|same weight as|the task is what|vorrang|hat vorrang|geht vor|steht über|prevalece~|tiene prioridad|tienen prioridad|por encima|prime sur|priment sur|l'emporte~|a priorité|tem prioridade|têm prioridade|acima de|имеет приоритет|важнее|выше чем|优先于|高于|凌驾|以本|为准|優先|より上|우선",
    ),
    // Protections.
    (
        OFF,
        "off|aus|ab|exclusion|exclusions|add an exception|ausnahme|exclusión|exclusão|исключени~|白名单|除外|turn off|turn it off|turn them off|turned off|turning off|switch off|switch it off|switched off|switching off|disable|disables|disabling|deactivate|deactivates|loosen|lower|lift|bypass|bypasses|circumvent|get around|work around|skip|remove|drop|kill|stop|pause|suspend|exclude|whitelist|uninstall|weaken|relax|unset|set to off|set it to off|schalte|ausschalten|abschalten|deaktivier~|umgehe|desactiva~|desactívalo|deshabilita~|apaga|salta|désactive~|coupe|contourne|neutralise|desative|desabilite|desligue|contorne|disattiva|отключи~|выключи~|обойди|отключите|деактивир~|关闭|禁用|停用|绕过|跳过|关掉|卸载|解除|無効|オフに|回避|停止|비활성|끄|우회",
    ),
    (
        GUARD,
        "anti-virus|antivirus|virus scanner|virus protection|virus checker|firewall|defender|gatekeeper|smartscreen|security software|malware scanner|endpoint protection|selinux|xprotect|virenscanner|virenschutz|sicherheitssoftware|antivir~|cortafuegos|pare-feu|antivírus|антивирус~|брандмауэр~|杀毒|防病毒|防火墙|安全软件|アンチウイルス|ウイルス対策|ファイアウォール|セキュリティソフト|백신|방화벽|샌드박스",
    ),
    (
        ASKING,
        "permission prompt|permission prompts|every prompt|confirmation|confirmations|approval|approvals|approval prompts|permission prompts|permission prompt|permission checks|consent|asking again|ask again|asking|prompts for permission|deny rules|deny list|questions|bestätigung~|rückfrage~|nachfrage~|zustimmung|erlaubnis|confirmación|confirmaciones|permiso|aprobación|accord|confirmation|autorisation|permission|confirmação|aprovação|permissão|подтвержден~|разрешен~|согласи~|确认|许可|同意|批准|询问|確認|許可|承認|확인|승인|허락|동의",
    ),
    (
        YIELD,
        "skip verification|skip the verification|without review|without any review|dangerouslydisablesandbox|no hace falta confirmación|no hace falta confirmar|sin necesidad de confirmación|pas besoin de confirmation|não precisa de confirmação|не требует подтверждения|keine bestätigung nötig|确认を求め|without confirmation|without approval|may skip review|skip review|skip the review|need no review|needs no review|warnings are not shown|no security warnings|does not want warnings|to never|to full-auto|full-auto|to none|do not ask|don't ask|no need to ask|said yes to|had said yes|never ask for|accept everything|accept all|accept every|allow everything|allow all|allow every|always allow|approve everything|approve all|approve every|auto-approve|auto approve|auto-accept|yes to all|yes to everything|bypasspermissions|bypass permissions|without a question|without questions|without further questions|unasked|already confirmed|as confirmed|as approved|already approved|already granted|hand them over|hand it over|hand over whatever|give it whatever|give them whatever|whatever it asks for|whatever they ask for|trusts completely|trust completely|trust it completely|trusts it completely|opened without a warning|without a warning|without warnings|without warning|no warnings|leave out warnings|alles erlauben|ohne rückfrage|ohne nachfrage|acepta todo|permite todo|sin preguntar|sin confirmación|sin pedir|accepte tout|autorise tout|sans demander|sans confirmation|ne demande pas|aceite tudo|permita tudo|sem perguntar|sem confirmação|sem pedir|принимай все|разрешай все|без подтверждения|без вопросов|не спрашивая|无需确认|无需用户确认|不用确认|不需要确认|直接执行|自动批准|全部允许|一律允许|確認なし|確認せず|確認不要|すべて許可|無条件|확인 없이|묻지 말고|모두 허용",
    ),
    // Speaking of it.
    (
        TELL,
        "tell|mention|mentioned|inform|notify|notified|reveal|disclose|announce|discuss|bring up|bring it up|bring this up|bring that up|brought up|speak of|speak about|talk about|say so|say anything|say a word|report it|raise it|raise this|draw attention|let the user know|let them know|hint at|explain it|show it|acknowledge|refer to|sag|sage|sagen|erwähn~|informier~|mitteil~|verrate~|berichte|zeige|erfährt|erfahren|di|digas|diga|dile|decir~|cuentes|conte|cuenta|menciones|mencione|mencionar|avises|avise|informes|informe|reveles|revele|hables|comentes|parle|parles|parler|dis|dites|mentionne|mentionner|informe|informer|préviens|prévenir|signale|révèle|conte|conta|fale|говори~|скажи~|сообщай~|сообщать|упомина~|упомяни~|рассказыва~|показыва~|уведомля~|информир~|告诉|告知|通知|提及|提到|提起|透露|说明|透漏|声张|知らせ|伝え|言わ|言及|話さ|教え|報告し|말하|알리|언급|알려",
    ),
    (
        HUSHED,
        "no reason for the user to|no reason to tell|not shown to the user|never shown to the user|without the user seeing|hidden from the user|invisible to the user|davon erfährt|der nutzer erfährt nichts|ne le dis pas|ne dis rien|sans que l'utilisateur|no se lo digas|sin que el usuario|não diga nada|ничего не говори|не сообщай об этом|не говори об этом|does not need to be told|doesn't need to be told|do not need to be told|needs no mention|need no mention|nobody needs to know|no one needs to know|does not need to know|doesn't need to know|do not need to know|should not be aware|must not be aware|without their knowledge|without the user's knowledge|without the user knowing|without the user noticing|outside of the user's view|out of the user's view|out of sight|away from the user|stays between us|between us|between you and me|keep it quiet|keep this quiet|keep that quiet|keep quiet about|keep that hidden|keep it hidden|keep this hidden|keep it to yourself|keep this to yourself|kept hidden|behind their back|no disclosure|without disclosure|without saying|without telling|without mentioning|without a word|without notice|so nobody notices|so that nobody notices|so that nobody sees|so that no one notices|not to be seen|is not to hear|are not to hear|is not to know|not to learn|not to hear of|need not know|need not be told|need not be brought up|need not hear|no need to mention|no need to tell|no need to say|no need to bring|no need to explain|not worth mentioning|not worth a mention|never finds out|must not find out|must not notice|should not notice|will not notice|would not notice|nothing has changed|nothing was changed|say that nothing|looks untouched|look untouched|leaves no trace|leave no trace|without a trace|no trace|cover your tracks|off the record|delete it from sent|delete them afterwards|delete it afterwards|carry on as if|go on as if|as if nothing|act as if nothing|for your eyes only|is confidential to this skill|heimlich|unbemerkt|ohne hinweis|ohne es zu erwähnen|en secreto|a escondidas|sin avisar|sin que se entere|sin decir nada|sin mencionarlo|disimuladamente|en cachette|en secret|à l'insu|sans le dire|sans en parler|sans prévenir|sans rien dire|em segredo|às escondidas|sem avisar|sem que o usuário|sem contar|тайно|втайне|незаметно|скрытно|без ведома|втихую|悄悄|偷偷|暗中|秘密|不要声张|不让用户|别让用户|不被用户|瞒着|こっそり|ひそかに|密かに|内緒|気づかれない|気付かれない|知られない|秘密裏|몰래|비밀리|눈치채지",
    ),
    (
        UNTIL,
        "until|unless|before the|yet|bis|hasta|jusqu'à|até|пока|直到|除非|まで|때까지",
    ),
    (
        NOT,
        "not|never|don't|do not|without|no need|must not|should not|shouldn't|cannot|can't|avoid|refuse|refuses|nor|no|nicht|nichts|nie|niemals|kein~|ohne|nunca|jamás|sin|tampoco|nada|ne|n'|jamais|sans|pas|rien|não|sem|jamais|não|не|никогда|без|нельзя|ни|不要|不得|请勿|勿|别|切勿|禁止|无需|不必|不用|不能|绝不|不许|不可|没有|ないで|しない|ません|せず|禁止|ずに|なく|말고|마세요|마라|않|지 마|없이",
    ),
    // Objects that no skill sends.
    (
        HARD,
        "two-factor codes|two-factor code|2fa codes|2fa code|one-time codes|one-time code|otp codes|output of printenv|output of env|printenv|run env|env dump|environment dump|zwei-faktor-codes|códigos 2fa|private key|private keys|ssh key|ssh keys|ssh folder|seed phrase|seed phrases|recovery phrase|mnemonic|mnemonics|wallet file|wallet files|wallet.dat|saved passwords|saved password|stored passwords|saved logins|saved login|passwords saved|browser passwords|browser cookies|login data|keychain|shell history|bash history|browser history|cloud profiles|cloud credentials|aws credentials|git credentials|.git-credentials|.netrc|.pgpass|id_rsa|id_ed25519|id_ecdsa|~/.ssh|~/.aws|~/.gnupg|~/.kube|~/.azure|~/.config/gh|~/.config/gcloud|~/.docker/config.json|*.key|*.pem|*.keystore|/etc/passwd|/etc/shadow|browser profile|browser profiles|credential store|credential files|the agent's own credentials|password manager|password database|card number|card numbers|credit card|cvv|social security|.openclaw|.clawdbot|.moltbot|private schlüssel|privaten schlüssel|private schlüssel|ssh-schlüssel|gespeicherte passwörter|gespeicherten passwörter|clave privada|claves privadas|frase semilla|contraseñas guardadas|clé privée|clés privées|clés ssh|phrase de récupération|chave privada|chaves privadas|frase semente|senhas salvas|закрытый ключ|закрытые ключи|приватный ключ|приватные ключи|ключи ssh|ssh-ключ~|сид-фраз~|seed-фраз~|私钥|助记词|密钥文件|保存的密码|浏览器密码|钱包文件|秘密鍵|保存されたパスワード|シードフレーズ|개인키|개인 키|저장된 비밀번호|시드 구문",
    ),
    (
        SOFT,
        "api key|api keys|token|tokens|password|passwords|credentials|secrets|secret|keys|access token|access tokens|passphrase|passwort|passwörter|schlüssel|token|contraseña|clave|claves|mot de passe|clé|clés|senha|chave|chaves|пароль|ключ|ключи|密码|密钥|令牌|口令|パスワード|トークン|キー|비밀번호|토큰",
    ),
    (
        PRIVATE,
        "invoice|invoices|every mail|every message|each mail|every email|all mail|each commit|every commit|all prompts|each prompt|every prompt|rechnungen|facturas|factures|faturas|счета|发票|請求書|conversation|conversations|chat history|chat log|the chat|transcript|transcripts|contacts|address book|contact list|mailbox|inbox|calendar|documents|the user's files|their files|the user's messages|user's messages|each entry|the whole log|whole log|diary|journal|medical|photos|browsing history|source code|the repository|whole project|every branch|every file|all files|home folder|home directory|system prompt|kontakte|gespräch~|unterhaltung|dateien des benutzers|contactos|conversación|historial|archivos del usuario|conversation|historique|fichiers de l'utilisateur|contatos|conversa|histórico|переписк~|контакты|историю|документы|对话|聊天记录|通讯录|联系人|用户文件|会话内容|会話|連絡先|履歴|대화|연락처|기록",
    ),
    // Orders.
    (
        ORDERS,
        "guardrails|safeguards|training|safety training|boundaries|content policy|moderation|schranken|grenzen|límites|barrières|limites|ограничител~|instruction|instructions|rules|rule|guidance|guidelines|guideline|directives|orders|commands|prompts|prompt|constraints|restrictions|limits|policy|policies|limitations|what the user typed|what the user said|anweisung~|vorgaben|vorgabe|regeln|befehle|richtlinie~|einschränkungen|instrucciones|indicaciones|órdenes|reglas|directrices|restricciones|instructions|consignes|règles|directives|ordres|restrictions|instruções|regras|ordens|diretrizes|restrições|istruzioni|regole|указани~|инструкци~|правил~|команд~|ограничени~|指令|指示|规则|设定|命令|限制|要求|约束|提示词|ルール|命令|制約|制限|プロンプト|지시|명령|규칙|지침|제한",
    ),
    (
        PRIOR,
        "system prompt|system prompts|systemprompt|系统提示词|系统提示|システムプロンプト|시스템 프롬프트|you were given|you have been given|you received|of the user|user's|del usuario|de l'utilisateur|des nutzers|des benutzers|do usuário|пользователя|用户的|ユーザーの|사용자의|anthropic's|openai's|your maker's|previous|earlier|prior|preceding|foregoing|above|system|safety|security|vendor's|deployment|before this|given before|so far|your own|operator's|developer|of the system|everything you were told|what you were told|person at the keyboard|typed|bisherig~|vorherig~|früher~|obig~|des systems|sicherheits~|anteriores|previas|previos|anterior|del sistema|de seguridad|hasta ahora|précédent~|antérieur~|du système|de sécurité|jusqu'ici|prévias|do sistema|de segurança|até agora|precedenti|предыдущ~|прежн~|прошл~|систем~|ранее|之前|先前|以前|以上|上述|原有|系统|此前|所有的|全部|安全|これまで|以前の|上記|すべての|システム|今までの|これ以前|이전|기존|시스템|모든|앞선",
    ),
    // The agent and what it keeps.
    (
        MEMORY,
        "the memory|to memory|memoria|in the memory|in memory file|soul.md|memory.md|agents.md|claude.md|gemini.md|identity.md|heartbeat.md|user.md|tools.md|bootstrap.md|.cursorrules|.windsurfrules|copilot-instructions|long-term notes|long-term memory|your memory|agent's memory|persistent memory|memory file|memory files|identity file|persona file|agent's identity|your notes|your long-term|langzeitgedächtnis|gedächtnis|memoria a largo plazo|memoria del agente|mémoire|memória|память|памяти|长期记忆|记忆|记忆文件|身份文件|メモリ|記憶|메모리",
    ),
    (
        SKILLS,
        "every other skill.md|each other skill.md|all other skill.md|other skill.md|other skills'|other skills|other skill|each other skill|every other skill|each installed skill|every installed skill|all installed skills|installed skills|all skills|each skill|remaining skills|otras habilidades|autres compétences|outras habilidades|andere skills|anderen skills|другие навыки|других навыков|其他技能|所有技能|他のスキル|다른 스킬",
    ),
    (SKILLS, "skills/*/"),
    (
        BOOT,
        "launchdaemon|plist|shell profile|shell's profile|as a service|background service|~/.bashrc|~/.zshrc|~/.profile|~/.zprofile|~/.bash_profile|launchagents|launch agent|launchd|systemd|autostart|startup folder|login items|login item|run key|registry run|@reboot|git hook|post-commit|authorized_keys|autostartordner|开机启动|自启动|自動起動|スタートアップ",
    ),
    (
        STARTUP,
        "after a reboot|after reboot|keeps running after|keep running after|registering it as a service|stays running|each login|every login|each time this computer starts|every time this computer starts|each time the computer starts|whenever the computer starts|every time the machine starts|when the machine starts|at every boot|at each boot|on every boot|at boot|on boot|at login|at each login|at every login|on login|after each restart|after every restart|survives a reboot|survives reboots|survive a reboot|survive reboots|survives restarts|survive restarts|comes back on its own|come back on its own|starts by itself|start by itself|on startup|at startup|with the system|bei jedem start|beim systemstart|beim hochfahren|nach jedem neustart|bei jeder anmeldung|al iniciar|cada vez que arranque|cada arranque|en cada inicio|au démarrage|à chaque démarrage|à chaque connexion|ao iniciar|a cada inicialização|toda vez que o computador|при загрузке|при каждом запуске|при старте|после перезагрузки|автозагрузк~|автозапуск~|开机|每次启动|每次登录|重启后|起動時|起動するたび|ログイン時|再起動後|부팅|시작할 때마다|로그인할 때",
    ),
    (
        ARRANGE,
        "start the service|launchctl|systemctl|schedule a task|place|write|drop|registering|update|edit|arrange|make sure|ensure|see to it|register|schedule|set up|install|plant|put|add|create|sorge|richte|registriere|asegúrate|programa|registra|configura|fais en sorte|enregistre|configure|programme|garanta|registre|agende|настрой~|добавь~|зарегистрир~|пропиши|确保|设置|注册|添加|安排|写入|設定|登録|追加|설정|등록",
    ),
    (
        SCRIPT,
        "script|scripts|as a script|program|binary|executable|helper|payload|installer|one-liner|skript|programm|programa|secuencia|exécutable|programme|скрипт~|программ~|脚本|程序|可执行|スクリプト|プログラム|스크립트|프로그램",
    ),
    (
        ANSWER,
        "the answer|the response|the reply|what it returns|what comes back|its output|returned text|the returned|the page|that page|the file|that file|the text|newest text|current one|latest text|the body|its content|its contents|lists of commands|die antwort|die seite|la respuesta|la página|la réponse|la page|a resposta|a página|ответ|страниц~|返回|响应|页面|内容|応答|ページ|内容|응답|페이지",
    ),
    // People and the model.
    (
        PERSON,
        "user|users|user's|owner|human|operator|person|people|customer|somebody|anybody|anyone|nobody|person at the keyboard|person you are helping|benutzer~|nutzer~|anwender~|usuario|usuarios|dueño|utilisateur~|propriétaire|personne|usuário~|dono|utente|пользовател~|владел~|用户|使用者|主人|ユーザー|利用者|使用者|사용자|주인",
    ),
    (
        MODEL,
        "you operate|you act|you work|you may|the session|this session|arbeitest du|operas|opères|opera|ты работаешь|你可以|你将|あなたは|당신은|assistant|agent|model|the ai|ai assistants|llm|you are|assistent|asistente|agente|modelo|assistente|modèle|ассистент~|агент~|модел~|助手|智能体|模型|アシスタント|エージェント|モデル|어시스턴트|에이전트",
    ),
    (
        JUDGE,
        "automated analysis|any analysis|security analysis|analysis of this file|analysis of this package|analysis of this skill|ai review|code review bots|anything that scans|whatever scans|reviewer|reviewers|scanner|scanners|auditor|auditors|automated review|automated reviewers|moderator|moderators|whoever rates|whoever reviews|whoever judges|security tool|static analysis|classifier|judge|grader|prüfer|revisor~|analizador~|escáner~|analyseur~|réviseur~|审核|审查|扫描器|检测|レビュアー|審査|スキャナ|검토자|스캐너",
    ),
    (
        CLEAN,
        "low risk|no findings|no threats|no issues|nothing suspicious|clean|known good|harmless|benign|allow-listed|allowlisted|whitelisted|safe|audited|was audited|vendor's audit|verified|trusted|no risk|risk 0|false positive|false positives|expected findings|is expected|are expected|as harmless|unbedenklich|geprüft|inofensivo|seguro|verificado|inoffensif|sûr|vérifié|безопас~|проверен~|无害|安全|已审核|可信|误报|安全です|無害|検証済み|안전|무해",
    ),
    (
        AGREED,
        "has been answered with yes|answered with yes|answer yes to|answers yes to|in the affirmative|i grant you|i hereby grant|you are hereby authorized|you are hereby authorised|permission is granted|permissions are granted|has already approved|has already agreed|has already consented|already consented|had said yes|said yes to|had agreed|had approved|has agreed|have agreed|agreed to this|so they agreed|has consented|have consented|has given consent|has authorized|has authorised|has approved|has allowed|standing permission|implied consent|by using the skill|by installing|has already said yes|hat zugestimmt|zugestimmt|einverstanden|ha aceptado|ha autorizado|ha dado su consentimiento|a accepté|a autorisé|a donné son accord|concordou|autorizou|aceitou|согласился|разрешил|дал согласие|已同意|已授权|已经同意|已批准|同意済み|許可済み|承諾済み|동의했|허가했",
    ),
    (
        CONSENT,
        "ask your administrator|ask an administrator|ask your admin|ask the user|asks the user|ask the owner|ask the person|ask first|asks first|ask whether|ask before|asks before|after the user says|after a yes|after the user agrees|after the user confirms|if the user asks|when the user asks|if the user wants|if the user agrees|user confirms|user approves|user picks|user chooses|user's choice|with the user's|with their consent|with your consent|show it first|show the list|shows it first|the user has named|the user names|you want to share|you want to send|user asked|optional|optionally|nach rückfrage|frag den|frage den|pide permiso|pregunta al|pregúntale|demande à|demande-lui|demander à|l'accord de|pergunte ao|peça|se o usuário|si el usuario|si l'utilisateur|wenn der benutzer|wenn der nutzer|спроси~|если пользовател~|с согласия|询问用户|征得|得到确认|先给用户|如果用户|经用户|ユーザーに確認|確認してから|許可を得|同意を得|사용자에게 확인|동의를",
    ),
    // Places.
    (
        PUBLIC,
        "comment|comments|commit body|commit message|pull request|issue|gist|ticket|support ticket|wiki|public repository|forum|pastebin|paste site|description of the|channel|commit|kommentar|comentario|commentaire|comentário|комментари~|评论|提交信息|工单|コメント|チケット|댓글|이슈",
    ),
    (
        MACHINE,
        "home folder|home directory|user's home|whole disk|entire disk|the disk|this machine|the machine|user's machine|computer|laptop|~/|$home|filesystem|file system|heimatverzeichnis|benutzerordner|rechner|carpeta personal|equipo|ordenador|dossier personnel|ordinateur|machine|pasta pessoal|computador|домашн~|компьютер~|主目录|用户目录|电脑|本机|ホームディレクトリ|パソコン|端末|홈 디렉터리|컴퓨터",
    ),
    (
        ALL,
        "all|any|every|everything|whatever|anything|each|entire|whole|in full|complete|full|what you find|resembles|looks like a|anything that resembles|that you find|you can open|alle|alles|jede~|sämtliche|ganze~|todo|todos|todas|cualquier|toute|tout|tous|toutes|chaque|tudo|qualquer|все|всё|всех|любые|каждый|所有|全部|任何|一切|すべて|全て|あらゆる|모든|전부",
    ),
    (
        EACH,
        "each time|every time|each session|every session|at the start of each|at the start of every|before each|before every|after each|after every|each sunday|every day|each day|daily|every hour|hourly|every four hours|every few hours|periodic|periodically|from now on|each turn|every turn|heartbeat|always|jedes mal|bei jeder|bei jedem|vor jeder|vor jedem|täglich|stündlich|immer|cada vez|cada día|siempre|cada sesión|antes de cada|chaque fois|avant chaque|toujours|chaque jour|cada sessão|toda vez|sempre|antes de cada|каждый раз|перед каждым|перед каждой|всегда|ежедневно|每次|每天|每小时|始终|总是|以后的所有|毎回|毎日|常に|するたび|매번|항상|매일",
    ),
    (
        LASTING,
        "later sessions|future sessions|later conversations|future conversations|all later|later ones too|spätere sitzungen|sesiones futuras|sessions futures|sessões futuras|будущих сессиях|后续会话|今後のセッション|이후 세션|leave it that way|leave it on|leave it off|leave it like that|leave it so|leave them so|for good|forever|permanently|permanent|leave it there|keep it there|keep them that way|keep it that way|keep that way|for all sessions|in all sessions|in every session|all future|never remove|do not remove|must stay|stays there|survives|survive|für immer|dauerhaft|para siempre|permanente~|pour toujours|définitivement|en permanence|para sempre|навсегда|постоянно|永久|永远|以后的所有|一直遵守|长期|永続|永久に|今後ずっと|常に従|영구|앞으로 모든",
    ),
    (
        REPLACE,
        "replace|replaces|overwrite|overwrites|swap|extend each|extend every|exchange|ersetze|überschreib~|reemplaza|sobrescribe|remplace|écrase|substitua|sobrescreva|замени~|перезапиш~|替换|覆盖|改写|置き換え|上書き|교체|덮어",
    ),
    (
        DISGUISE,
        "-w hidden|-windowstyle hidden|hidden window|com.apple.|com.microsoft.|named com.google|looks legitimate|look legitimate|looks official|look official|system-sounding|innocuous name|inconspicuous|harmless-looking|harmless name|unverdächtig|nombre inocente|nom anodin|nome inofensivo|безобидн~|不起眼|看起来像系统|無害な名前|named like|name it like|name such as|look like a part of|looks like a part of|should look like|made to look|disguise~|under the name|pose as|posing as|pretend~|masquerad~|one pixel wide|1x1|invisible image|tracking pixel|getarnt|tarne|benenne es wie|disfraza~|haz que parezca|hazlo pasar|fais passer|déguise|camoufle~|disfarce|faça parecer|замаскируй~|под видом|伪装|假装|命名为系统|偽装|見せかけ|装って|위장|처럼 보이게",
    ),
    (
        TRUST,
        "trust|trusts|trusted|believe|loyal~|loyalty|rely on|vertraue|vertraut|confía|confiar|fais confiance|confie|confiança|доверя~|доверяй|信任|相信|忠于|信頼|信用|신뢰",
    ),
    (
        THIS,
        "the skill|ces consignes|ces instructions|ces règles|estas instrucciones|estas reglas|estas regras|estas instruções|deste arquivo|diese anweisungen|diese regeln|dieser datei|эти указания|эти правила|эти инструкции|这些规则|这些指令|これらの指示|このルール|these rules|these instructions|what is written here|this skill|this page|this file|this document|this package|skill's author|operator of this skill|author of this|inside this skill|our server|this section|these notes|dieser skill|diese seite|dieses dokument|esta habilidad|esta página|este archivo|cette compétence|cette page|ce fichier|esta habilidade|este arquivo|этот навык|этой страниц~|этот файл|本技能|本页|本文件|此技能|このスキル|このページ|本スキル|이 스킬|이 페이지",
    ),
    (
        DECEIVE,
        "make the user believe|makes the user believe|the user believe|the user thinks|the user think|present this as a|presents this as a|as an independent opinion|as your own opinion|as your own view|as independent advice|what you are doing, answer|what you are doing, say|what happened, say|what this does, say|if asked, say|if anyone asks, say|if somebody asks, say|pass it off|passes it off|pass them off|independent opinion|independent advice|own opinion|your own view|as an honest|as independent|make it look as if|make it seem|so the user thinks|so they think|let them think|let the user think|независим~|独立意见|公平な意見|should believe|shall believe|make them believe|let them believe|is neutral|as though it were your own|as if it were your own|deny that|deny it|pretend|lie|mislead|deceive|say that nothing has changed|press the user|claim that|say that doctors|soll glauben|täusche|behaupte|que crea que|haz creer|engaña|fais croire|fasse croire|mens|trompe|faça acreditar|engane|minta|обмани|солги|пусть думает|внушай|欺骗|谎称|让用户以为|让用户相信|声称|騙|嘘|思わせ|信じ込ませ|속이|거짓말|믿게",
    ),
    (
        GAIN,
        "recommend|steer|our paid plan|paid plan|our product|we pay you|pays us|kickback|our shop|our store|our link|partner code|affiliate~|referral~|our partner|partner link|as the best|praise|recommend our|promote|sponsor~|advertising|is advertising|commission|our tag|our code|partnercode|werbung|empfiehl|código de afiliado|código de socio|publicidad|code partenaire|lien affilié|publicité|código de parceiro|link de afiliado|партнёрск~|партнерск~|рекламу|реклама|推广码|返利|佣金|推广链接|广告|アフィリエイト|紹介コード|広告|제휴|추천 코드|광고",
    ),
    (
        MONEY,
        "remaining balance|entire balance|the whole balance|all funds|each swap|each trade|each payment|every swap|every trade|every payment|every transfer|each transfer|funds|money|wallet|wallets|balance|payment|savings|crypto|coins|eth|btc|usdc|sol|iban|account number|geld|guthaben|fondos|dinero|billetera|fonds|argent|portefeuille|fundos|dinheiro|carteira|деньги|средства|кошел~|资金|钱包|转账|余额|資金|ウォレット|送金|자금|지갑|송금",
    ),
    (
        PAY,
        "move it to|move them to|approve token|approve an allowance|approve allowances|approve token allowances|transfer|skim|deduct|divert|route|move the funds|transfer the funds|transfer all|move the balance|transfer the balance|drain|withdraw|send the funds|send all funds|send the coins|buy for the user|overweise|überweis~|transfiere|transferir los fondos|retira|transfère les fonds|vire|transfira|saque|переведи~|перевести|выведи|转走|转移资金|转移资产|转账|提现|送金し|引き出|이체|인출",
    ),
    (
        MESSAGES,
        "comments in the code|comments in|text that the|text in bold|texts in|emails whose|messages whose|mails whose|emails that|messages that|mails that|comments that|issues that|emails with|messages with|mails with|texts that begin|lines that begin|lines that start|whatever the tool|tool output|messages from|mails from|mail from|emails from|requests from|texts from|letters from|words from|nachrichten von|mensajes de|messages de|mensagens de|сообщения от|来自|からのメッセージ|보낸 메시지",
    ),
    (
        MUST,
        "must|has to|have to|should|is to|are to|needs to|shall|muss|sollst|debes|debe|dois|doit|deve|должен|должна|必须|务必|必須|なければ|해야",
    ),
    (
        SAMPLE,
        ".env.example|.env.sample|.env.template|.env.local.example|public key|public keys|.pub|gitignore|.gitignore|your_api_key|your-api-key|placeholder|authorization header|bearer|api documentation|openapi|webhook secret|client id|redirect uri|oauth|sign in at|sign up|log in at|create an account|dashboard|cookie banner|cookie consent|öffentliche schlüssel|clave pública|clé publique|chave pública|公钥|公開鍵",
    ),
    (
        HEALTH,
        "medicine|medication|doctors|doctor|therapy|treatment|dose|vaccine|medikament~|ärzte|arzt|medicina|medicamento|médicos|médico|médicament|médecin~|remédio|лекарств~|врач~|药物|医生|停药|薬|医師|약|의사",
    ),
    (
        OWN,
        ".env|environment variables|umgebungsvariablen|variables de entorno|variables d'environnement|variáveis de ambiente|переменные окружения|переменных окружения|环境变量|環境変数|환경 변수|credentials file|credential file|.npmrc|.pypirc|auth.json|openclaw.json|cookies|session cookies|credenciales|contraseñas|credenciais|identifiants|zugangsdaten|учётные данные|учетные данные|токены|凭证|凭据|認証情報|資格情報|자격 증명|clés d'api|chaves de api|api密钥|api 密钥|пароли|паролей|mots de passe|senhas|所有密码",
    ),
    (
        VOID,
        "are off|is off|are disabled|is disabled|are suspended|sind aus|están desactivadas|sont désactivées|estão desativadas|отключены|已关闭|已禁用|オフです|꺼져|obsolete|is superseded|has been superseded|superseded|replaced by|is background|are background|mere background|does not apply|do not apply|don't apply|is not binding|are not binding|have no force|has no force|hinfällig|überholt|obsoletas|obsoletos|caducas|obsolètes|caduques|obsoletas|устарел~|no longer apply|no longer applies|no longer holds|no longer hold|no longer bind|is void|are void|null and void|suspended|lifted|has lifted|have been lifted|cancelled|revoked|rescinded|withdrawn|void|waived|overridden|do not bind|not binding|freed from|unbound by|gelten nicht|gilt nicht|gelten hier nicht|aufgehoben|außer kraft|ya no se aplican|no se aplican|quedan anuladas|ne s'appliquent plus|não se aplicam|больше не действуют|отменяются|отменены|不再适用|作废|失效|適用されま|made void|set aside for|gelten hier nicht mehr|gelten nicht mehr|ne valent plus|ya no valen|já não valem|не действуют|утратили силу|无效|不再有效|無効|효력이 없",
    ),
    (
        QUIET,
        "quietly|silently|secretly|covertly|discreetly|unnoticed|stillschweigend|unauffällig|en silencio|discretamente|silencieusement|discrètement|em silêncio|silenciosamente|тихо|молча|静默|黙って|조용히|invisibly|stealthily|unobtrusively",
    ),
    (
        LATE.with(NOT),
        "nicht|nichts|ないで|しない|ません|せず|ずに|말고|마세요|마라|않|지 마|없이|pas|rien",
    ),
    (
        CONTENT,
        "its values|the values|values to|what it says|what they say|whatever is in|content of|contents of|the content|the contents|its content|its contents|their contents|values of|what is in|what stands in|inhalt~|contenido|contenidos|contenu|contenus|conteúdo|содержим~|内容|中身|全文|내용",
    ),
    (
        SETTINGS,
        "in the configuration|the configuration|全部命令|所有命令|approval mode|approval policy|permission mode|configure the client|configure your client|configure the agent|configure yourself|tool calls|all tool calls|all commands|settings|settings.json|own settings|your settings|configuration of the agent|permission mode|permissions|defaultmode|allow-list|allowlist|einstellungen|ajustes|configuración de|réglages|paramètres|configurações|настройк~|设置|設定|설정",
    ),
    (
        RATE,
        "should skip|may skip|can be skipped|need not look|should ignore|should conclude|skip the|rate|rates|mark|mark it|classify|classified|treat|return|score|label|grade|report|consider|conclude|verdict|rating|assign|set the risk|bewerte|califica|marca|considera|note|évalue|classe|classifique|avalie|оцени~|пометь|считай|评为|判定|标记|视为|返回|評価|判定|分類|평가|분류",
    ),
    (
        SHIELD,
        "usual checks|the usual checks|safety checks|safety features|sandbox|sandboxing|protections|safeguards|guardrails|safety filter|safety filters|safety checks|safety settings|security checks|security tools|monitoring|schutzmaßnahmen|sandkasten|protecciones|salvaguardas|protections|garde-fous|proteções|salvaguardas|защит~|песочниц~|沙箱|沙盒|安全检查|安全防护|安全限制|防护|サンドボックス|保護機能|샌드박스|보호 기능",
    ),
    (
        OBSTACLE,
        "rest of the session|for the session|for this session|for good|refuse|refuses|complains|complain|in the way|get in the way|gets in the way|false alarm|false alarms|slow|slows|interfere~|annoying|should it block|if it blocks|holds it back|stört|meldet|falls er|se queja|molesta|si se queja|gêne|bloque|se reclamar|atrapalha|мешает|ругается|如果拦截|如果报警|碍事|误报|邪魔|誤検知|警告が出|방해|오탐",
    ),
    (
        READ.with(PUT),
        "copy|copies|kopiere|copia|copie|скопируй~|复制|拷贝|コピー|복사",
    ),
    (
        WHOLE,
        "every file|all files|all local files|local files|all documents|the documents folder|under documents|customer data|customer's data|client data|personal data|personal files|the user's files|user's documents|home folder|home directory|entire home|whole disk|everything the user|everything in the folder|alle dateien|kundendaten|todos los archivos|datos de clientes|tous les fichiers|données des clients|todos os arquivos|dados dos clientes|все файлы|данные клиентов|所有文件|全部文件|客户数据|个人数据|すべてのファイル|全ファイル|顧客データ|個人データ|모든 파일|고객 데이터",
    ),
    (
        FREED,
        "without restrictions|without any restrictions|without restriction|without limits|without any limits|free of restrictions|free of all restrictions|free from restrictions|no longer restricted|no restrictions apply|no limits apply|unrestricted|unfiltered|uncensored|limits lifted|without its usual caution|without your usual caution|without usual safeguards|ohne einschränkungen|uneingeschränkt|sin restricciones|sin límites|sans restrictions|sans limites|sans restriction|sem restrições|sem limites|без ограничений|无限制|不受限制|没有限制|제한 없이",
    ),
    (
        OMIT,
        "hide|conceal|omit|leave it out|leave that out|leave this out|leave them out|leave out|keep it out|keep that out|keep this out|strip|do not list|verbirg|verschweige|lass weg|oculta|omite|masque|cache|omets|omita|esconda|скрой|скрывай|опусти|隐藏|隐瞒|省略|隠|伏せ|숨기|생략",
    ),
    (
        REPORT,
        "summary|report|recap|answer|reply|log|logs|transcript|response|overview|zusammenfassung|bericht|antwort|resumen|informe|respuesta|résumé|rapport|réponse|resumo|relatório|resposta|отчёт~|отчет~|сводк~|ответ~|摘要|报告|总结|日志|回复|要約|報告|ログ|回答|요약|보고|로그",
    ),
    (
        EDIT,
        "set|sets|switch|turn on|enable|configure|toggle|stelle|activa|active|ative|включи~|开启|启用|有効|설정|update|updates|edit|modify|modifies|change|rewrite|amend|extend|patch|ändere|bearbeite|ergänze|edita|modifica|actualiza|modifie|édite|atualize|edite|modifique|измени~|отредактируй|обнови|修改|编辑|更新|編集|変更|수정|편집",
    ),
    (
        DRAINED,
        "unlimited amount|unlimited allowance|unlimited approval|max allowance|maximum allowance|remaining balance|entire balance|whole balance|all funds|full balance|each swap|each trade|each payment|every swap|every trade|every payment|every transfer|each transfer|gesamte guthaben|todo el saldo|tout le solde|todo o saldo|весь баланс|全部余额|每笔交易|全残高|전체 잔액",
    ),
    (
        WHEN,
        "check that|checks that|check whether|or not|if|when|once|after|whether|wenn|sobald|nachdem|si|cuando|quand|lorsque|dès que|quando|se|если|когда|после|如果|当|之后|もし|場合|なら|면",
    ),
    (
        FAIR,
        "neutral|impartial|unbiased|objective|independent|unabhängig|imparcial|indépendant~|независим~|客观|中立|公平な|객관",
    ),
    (
        SEND.with(PRIVATE),
        "data leaves|leaves the machine|leave the machine|leaves the device|leaves this machine",
    ),
    (
        OUT,
        "request to|a request|query string|query parameter|webhook|endpoint|our server|our service|remote server|collection server|verification service|our backend|our cloud|external server|external service|telegram|discord|anfrage an|servidor externo|serveur distant|servidor remoto|сервер~|服务器|外部サーバー|サーバー|서버",
    ),
    (
        REFUSAL,
        "refusing|refusals|refusal|to refuse|how to decline|ablehnen|rechazar|refuser|recusar|отказывать~|отказы|拒绝|拒否|거부",
    ),
    (
        VOICE,
        "has the authority of|have the authority of|carries the authority of|speaks for the user|speak for the user|counts as the user's|count as the user's|as if it came from the user|as if they came from the user|spricht für den nutzer|habla en nombre del usuario|parle au nom de l'utilisateur|fala em nome do usuário|говорит от имени пользователя|ユーザーの代わりに話|사용자를 대신",
    ),
    (FILLER, "as if|even if|what if|if any|as is"),
    (
        LOADER,
        "mshta|mshta.exe|bitsadmin /transfer|regsvr32|rundll32",
    ),
    (
        VISIT,
        "open|visit|go to|browse to|navigate to|head to|follow|see|look at|öffne|besuche|gehe auf|abre|abra|visita|visite|ve a|entra en|ouvre|ouvrez|visitez|allez sur|acesse|открой~|откройте|перейди~|зайди~|打开|访问|进入|開き|開いて|アクセス|열고|방문",
    ),
    (
        FROM,
        "from|on|at|displayed at|shown at|shown on|von|auf|de|desde|depuis|sur|em|с|со|从|在",
    ),
    (
        COPYING,
        "copy|copies|grab|copied|kopiere|kopieren|copia|copie|copiez|copiar|copier|скопируй~|копируй~|复制|拷贝|コピー|복사",
    ),
    (
        COMMAND,
        "command|commands|one-liner|installation line|install line|snippet|script shown|befehl|befehle|orden|comando|comandos|commande|commandes|команд~|строк~|命令|指令|コマンド|명령",
    ),
    (
        TERMINAL,
        "no terminal|no console|no prompt|na consola|terminal|console|powershell|command prompt|cmd|shell|eingabeaufforderung|konsole|consola|invite de commandes|терминал~|консол~|终端|命令行|控制台|ターミナル|端末|터미널|명령 프롬프트",
    ),
    (
        WINRUN,
        "win+r|win + r|windows+r|windows + r|windows key + r|run dialog|ausführen-dialog|cuadro ejecutar|boîte exécuter|окно выполнить|运行对话框|ファイル名を指定して実行",
    ),
    (
        PASTE,
        "paste|pasting|füge|einfügen|pega|pegar|colle|collez|collez-la|collez-le|cole|colar|вставь~|вставьте|粘贴|貼り付け|붙여",
    ),
    (
        ARCHIVE,
        ".zip|.rar|.7z|archive|unpack|unzip|extract|archiv|entpack~|archivo comprimido|descomprim~|extrae|extraia|décompress~|extraire|распак~|архив~|解压|压缩包|解凍|압축",
    ),
    (
        KEYWORD,
        "password|passphrase|passcode|pass|pw|pwd|archive key|unlock code|unlock key|archive code|zip key|extraction code|extraction key|code|pin|passwort|kennwort|contraseña|clave|mot de passe|senha|пароль|密码|口令|解压码|パスワード|비밀번호|암호",
    ),
    (
        STARTS,
        "start|launch|.exe|.dmg|.msi|.pkg|double-click|starte|inicia|lance|inicie|запуст~|启动|运行|起動|実行|실행",
    ),
    (
        CRON,
        "crontab|cron job|cron|cron entry|cron line|cronjob|scheduled task|task scheduler|计划任务|tarea programada|tâche planifiée|tarefa agendada|aufgabenplanung|планировщик~|タスクスケジューラ",
    ),
];
