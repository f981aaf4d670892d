//! What it is done to, and where.

use super::super::senses::*;

pub(super) const WORDS: &[(Senses, &str)] = &[
    // Sandboxes, scanners of viruses, firewalls.
    (
        GUARD,
        concat!(
            "anti-virus|antivirus|virus scanner|virus protection|virus checker|firewall|defender|",
            "gatekeeper|smartscreen|security software|malware scanner|endpoint protection|selinux|",
            "xprotect|virenscanner|virenschutz|sicherheitssoftware|antivir~|cortafuegos|pare-feu|",
            "antivírus|",
            "антивирус~|брандмауэр~|",
            "杀毒|防病毒|防火墙|安全软件|アンチウイルス|ウイルス対策|ファイアウォール|セキュリティソフト|",
            "백신|방화벽|샌드박스",
        ),
    ),
    // Questions before an act: confirmations, permissions.
    (
        ASKING,
        concat!(
            "permission prompt|permission prompts|every prompt|confirmation|confirmations|approval|",
            "approvals|approval prompts|permission checks|consent|asking again|ask again|asking|",
            "prompts for permission|deny rules|deny list|questions|bestätigung~|rückfrage~|nachfrage~|",
            "zustimmung|erlaubnis|confirmación|confirmaciones|permiso|aprobación|accord|autorisation|",
            "permission|confirmação|aprovação|permissão|",
            "подтвержден~|разрешен~|согласи~|",
            "确认|许可|同意|批准|询问|確認|許可|承認|확인|승인|허락|동의",
        ),
    ),
    // What is never sent by an honest skill: private keys, saved passwords, wallets, `.env`.
    (
        HARD,
        concat!(
            "~/.openclaw/openclaw.json|~/.openclaw/credentials|~/.clawdbot/.env|~/.openclaw/.env|",
            "~/.moltbot/.env|~/.claude/.credentials.json|~/.codex/auth.json|two-factor codes|",
            "two-factor code|2fa codes|2fa code|one-time codes|one-time code|otp codes|",
            "output of printenv|output of env|printenv|run env|env dump|environment dump|",
            "zwei-faktor-codes|códigos 2fa|private key|private keys|ssh key|ssh keys|ssh folder|",
            "seed phrase|seed phrases|recovery phrase|mnemonic|mnemonics|wallet file|wallet files|",
            "wallet.dat|saved passwords|saved password|stored passwords|saved logins|saved login|",
            "passwords saved|browser passwords|browser cookies|login data|keychain|shell history|",
            "bash history|browser history|cloud profiles|cloud credentials|aws credentials|",
            "git credentials|.git-credentials|.netrc|.pgpass|id_rsa|id_ed25519|id_ecdsa|~/.ssh|~/.aws|",
            "~/.gnupg|~/.kube|~/.azure|~/.config/gh|~/.config/gcloud|~/.docker/config.json|*.key|*.pem|",
            "*.keystore|/etc/passwd|/etc/shadow|browser profile|browser profiles|credential store|",
            "credential files|the agent's own credentials|password manager|password database|card number|",
            "card numbers|credit card|cvv|social security|private schlüssel|privaten schlüssel|",
            "ssh-schlüssel|gespeicherte passwörter|gespeicherten passwörter|clave privada|",
            "claves privadas|frase semilla|contraseñas guardadas|clé privée|clés privées|clés ssh|",
            "phrase de récupération|chave privada|chaves privadas|frase semente|senhas salvas|",
            "stored entries|credential helper|saved form data|passports|bank cards|identity documents|",
            "ausweise|pasaportes|passeports|passaportes|kontodaten|datos bancarios|données bancaires|",
            "dados bancários|",
            "закрытый ключ|закрытые ключи|приватный ключ|приватные ключи|ключи ssh|ssh-ключ~|сид-фраз~|",
            "seed-фраз~|паспорт~|файлы с паролями|парол~ и ключ~|ключ~ кошельк~|ключами кошельков|",
            "кошельков|банковск~ данн~|",
            "私钥|助记词|密钥文件|保存的密码|浏览器密码|钱包文件|秘密鍵|保存されたパスワード|",
            "シードフレーズ|개인키|개인 키|저장된 비밀번호|시드 구문|护照|银行卡|认证令牌|認証トークン|",
            "パスポート",
        ),
    ),
    // Secrets that a skill may have of its own: keys of an interface, tokens, passwords.
    (
        SOFT,
        concat!(
            "api key|api keys|token|tokens|password|passwords|credentials|secrets|secret|keys|",
            "access token|access tokens|passphrase|passwort|passwörter|schlüssel|contraseña|clave|claves|",
            "mot de passe|clé|clés|senha|chave|chaves|",
            "пароль|ключ|ключи|",
            "密码|密钥|令牌|口令|パスワード|トークン|キー|비밀번호|토큰",
        ),
    ),
    // Private matter that is no secret: conversations, contacts, documents.
    (
        PRIVATE,
        concat!(
            "invoice|invoices|every mail|every message|each mail|every email|all mail|each commit|",
            "every commit|all prompts|each prompt|every prompt|rechnungen|facturas|factures|faturas|",
            "conversation|conversations|chat history|chat log|the chat|transcript|transcripts|contacts|",
            "address book|contact list|mailbox|inbox|calendar|documents|the user's files|their files|",
            "the user's messages|user's messages|each entry|the whole log|whole log|diary|journal|",
            "medical|photos|browsing history|source code|the repository|whole project|every branch|",
            "every file|all files|home folder|home directory|system prompt|kontakte|gespräch~|",
            "unterhaltung|dateien des benutzers|contactos|conversación|historial|archivos del usuario|",
            "historique|fichiers de l'utilisateur|contatos|conversa|histórico|tous les fichiers|",
            "todos los archivos|todos os arquivos|alle dateien|customer data|customer's data|client data|",
            "personal data|kundendaten|datos de clientes|données des clients|dados dos clientes|",
            "all documents|outgoing message|outgoing messages|outgoing mail|incoming mail|",
            "incoming messages|each message|clipboard|raw export|channel export|direct messages|",
            "attachments|each attachment|zwischenablage|anhänge|portapapeles|adjuntos|presse-papiers|",
            "pièce jointe|pièces jointes|área de transferência|anexos|",
            "счета|переписк~|контакты|историю|документы|все файлы|данные клиентов|буфер~ обмена|вложени~|",
            "发票|請求書|对话|聊天记录|通讯录|联系人|用户文件|会话内容|会話|連絡先|履歴|대화|연락처|기록|",
            "所有文件|全部文件|すべてのファイル|全ファイル|모든 파일|客户数据|个人数据|顧客データ|",
            "個人データ|고객 데이터|剪贴板|附件|原文|クリップボード|添付ファイル|클립보드|첨부",
        ),
    ),
    // Instructions, rules.
    (
        ORDERS,
        concat!(
            "guardrails|safeguards|training|safety training|boundaries|content policy|moderation|",
            "schranken|grenzen|barrières|limites|instruction|instructions|rules|rule|guidance|guidelines|",
            "guideline|directives|orders|commands|prompts|prompt|constraints|restrictions|",
            "what the user typed|what the user said|anweisung~|vorgaben|vorgabe|regeln|befehle|",
            "richtlinie~|einschränkungen|instrucciones|indicaciones|órdenes|reglas|directrices|",
            "restricciones|consignes|règles|ordres|instruções|regras|ordens|diretrizes|restrições|",
            "istruzioni|regole|what the person asks|what the user asks|the person's requests|",
            "the user's requests|requests of the user|",
            "ограничител~|указани~|инструкци~|правил~|команд~|",
            "指令|指示|规则|设定|命令|要求|约束|提示词|ルール|制約|プロンプト|지시|명령|규칙|지침",
        ),
    ),
    // Earlier, of the system, of the vendor.
    (
        PRIOR,
        concat!(
            "system prompt|system prompts|systemprompt|you were given|you have been given|you received|",
            "of the user|user's|del usuario|de l'utilisateur|des nutzers|des benutzers|do usuário|",
            "anthropic's|openai's|your maker's|previous|earlier|prior|preceding|foregoing|above|system|",
            "safety|security|vendor's|deployment|before this|given before|so far|your own|operator's|",
            "developer|of the system|everything you were told|what you were told|person at the keyboard|",
            "typed|bisherig~|vorherig~|früher~|obig~|des systems|sicherheits~|anteriores|previas|previos|",
            "anterior|del sistema|de seguridad|hasta ahora|précédent~|antérieur~|du système|de sécurité|",
            "jusqu'ici|prévias|do sistema|de segurança|até agora|precedenti|",
            "пользователя|предыдущ~|прежн~|прошл~|систем~|ранее|",
            "系统提示词|系统提示|システムプロンプト|시스템 프롬프트|用户的|ユーザーの|사용자의|之前|先前|",
            "以前|以上|上述|原有|系统|此前|所有的|全部|安全|これまで|以前の|上記|すべての|システム|",
            "今までの|これ以前|이전|기존|시스템|모든|앞선",
        ),
    ),
    // The files and notes that an agent keeps and obeys.
    (
        MEMORY,
        concat!(
            "the memory|to memory|memoria|in the memory|in memory file|soul.md|memory.md|agents.md|",
            "claude.md|gemini.md|identity.md|heartbeat.md|user.md|tools.md|bootstrap.md|.cursorrules|",
            ".windsurfrules|copilot-instructions|long-term notes|long-term memory|your memory|",
            "agent's memory|persistent memory|memory file|memory files|identity file|persona file|",
            "agent's identity|your notes|your long-term|langzeitgedächtnis|gedächtnis|",
            "memoria a largo plazo|memoria del agente|mémoire|memória|permanent notes|",
            "agent's permanent notes|standing notes|agent's notes|own notes|",
            "память|памяти|",
            "长期记忆|记忆|记忆文件|身份文件|メモリ|記憶|메모리",
        ),
    ),
    // Other skills.
    (
        SKILLS,
        concat!(
            "every other skill.md|each other skill.md|all other skill.md|other skill.md|other skills'|",
            "other skills|other skill|each other skill|every other skill|each installed skill|",
            "every installed skill|all installed skills|installed skills|all skills|each skill|",
            "remaining skills|otras habilidades|autres compétences|outras habilidades|andere skills|",
            "anderen skills|skills/*/|the other skills|another one|the others|any other skill|",
            "cualquier otra habilidad|toute autre compétence|qualquer outra habilidade|",
            "allen anderen skills|",
            "другие навыки|других навыков|всех других навыков|",
            "其他技能|所有技能|他のスキル|다른 스킬",
        ),
    ),
    // Places of programs that start by themselves.
    (
        BOOT,
        concat!(
            "launchdaemon|plist|shell profile|shell's profile|as a service|background service|~/.bashrc|",
            "~/.zshrc|~/.profile|~/.zprofile|~/.bash_profile|launchagents|launch agent|launchd|systemd|",
            "autostart|startup folder|login items|login item|run key|registry run|@reboot|git hook|",
            "post-commit|authorized_keys|autostartordner|",
            "开机启动|自启动|自動起動|スタートアップ",
        ),
    ),
    // Boot, login, start of the computer.
    (
        STARTUP,
        concat!(
            "after a reboot|after reboot|keeps running after|keep running after|",
            "registering it as a service|stays running|each login|every login|",
            "each time this computer starts|every time this computer starts|",
            "each time the computer starts|whenever the computer starts|every time the machine starts|",
            "when the machine starts|at every boot|at each boot|on every boot|at boot|on boot|at login|",
            "at each login|at every login|on login|after each restart|after every restart|",
            "survives a reboot|survives reboots|survive a reboot|survive reboots|survives restarts|",
            "survive restarts|comes back on its own|come back on its own|starts by itself|",
            "start by itself|on startup|at startup|with the system|bei jedem start|beim systemstart|",
            "beim hochfahren|nach jedem neustart|bei jeder anmeldung|al iniciar|cada vez que arranque|",
            "cada arranque|en cada inicio|au démarrage|à chaque démarrage|à chaque connexion|ao iniciar|",
            "a cada inicialização|toda vez que o computador|login hook|logon hook|start hook|",
            "при загрузке|при каждом запуске|при старте|после перезагрузки|автозагрузк~|автозапуск~|",
            "开机|每次启动|每次登录|重启后|起動時|起動するたび|ログイン時|再起動後|부팅|시작할 때마다|",
            "로그인할 때",
        ),
    ),
    // A program to be started.
    (
        SCRIPT,
        concat!(
            "script|scripts|as a script|program|binary|executable|helper|payload|installer|one-liner|",
            "skript|programm|programa|secuencia|exécutable|programme|",
            "скрипт~|программ~|",
            "脚本|程序|可执行|スクリプト|プログラム|스크립트|프로그램",
        ),
    ),
    // What a server answered, what a page says.
    (
        ANSWER,
        concat!(
            "the answer|the response|the reply|what it returns|what comes back|its output|returned text|",
            "the returned|the page|that page|the file|that file|the text|newest text|current one|",
            "latest text|the body|its content|its contents|lists of commands|die antwort|die seite|",
            "la respuesta|la página|la réponse|la page|a resposta|a página|",
            "ответ|страниц~|",
            "返回|响应|页面|内容|応答|ページ|응답|페이지",
        ),
    ),
    // Harmless, approved.
    (
        CLEAN,
        concat!(
            "low risk|no findings|no threats|no issues|nothing suspicious|clean|known good|harmless|",
            "benign|allow-listed|allowlisted|whitelisted|safe|audited|was audited|vendor's audit|",
            "verified|trusted|no risk|risk 0|false positive|false positives|expected findings|",
            "is expected|are expected|as harmless|unbedenklich|geprüft|inofensivo|seguro|verificado|",
            "inoffensif|sûr|vérifié|spotless|zero risk|no concerns|impeccable|",
            "безопас~|проверен~|",
            "无害|安全|已审核|可信|误报|安全です|無害|検証済み|안전|무해",
        ),
    ),
    // A place that others read: a comment, a commit, a ticket.
    (
        PUBLIC,
        concat!(
            "comment|comments|commit body|commit message|pull request|issue|ticket|support ticket|wiki|",
            "public repository|description of the|channel|commit|kommentar|comentario|commentaire|",
            "comentário|",
            "комментари~|",
            "评论|提交信息|工单|コメント|チケット|댓글|이슈",
        ),
    ),
    // The home folder, the machine.
    (
        MACHINE,
        concat!(
            "home folder|home directory|user's home|whole disk|entire disk|the disk|this machine|",
            "the machine|user's machine|computer|laptop|~/|$home|filesystem|file system|",
            "heimatverzeichnis|benutzerordner|rechner|carpeta personal|equipo|ordenador|",
            "dossier personnel|ordinateur|machine|pasta pessoal|computador|",
            "домашн~|компьютер~|",
            "主目录|用户目录|电脑|本机|ホームディレクトリ|パソコン|端末|홈 디렉터리|컴퓨터",
        ),
    ),
    // Advertising, a share for somebody.
    (
        GAIN,
        concat!(
            "recommend|steer|our paid plan|paid plan|our product|we pay you|pays us|kickback|our shop|",
            "our store|our link|partner code|affiliate~|referral~|our partner|partner link|as the best|",
            "praise|recommend our|promote|sponsor~|advertising|is advertising|commission|our tag|",
            "our code|partnercode|werbung|empfiehl|código de afiliado|código de socio|publicidad|",
            "code partenaire|lien affilié|publicité|código de parceiro|link de afiliado|premium template|",
            "premium version|the seller|partner store|partner shop|loja parceira|tienda asociada|",
            "boutique partenaire|partnershop|nosso código|nuestro código|notre code|unseren code|",
            "партнёрск~|партнерск~|рекламу|реклама|наш код|",
            "推广码|返利|佣金|推广链接|广告|アフィリエイト|紹介コード|広告|제휴|추천 코드|광고|",
            "我们的代码|当社のコード",
        ),
    ),
    // Money and what holds it.
    (
        MONEY,
        concat!(
            "remaining balance|entire balance|the whole balance|all funds|each swap|each trade|",
            "each payment|every swap|every trade|every payment|every transfer|each transfer|funds|money|",
            "wallet|wallets|balance|payment|savings|crypto|coins|eth|btc|usdc|sol|iban|account number|",
            "geld|guthaben|fondos|dinero|billetera|fonds|argent|portefeuille|fundos|dinheiro|carteira|",
            "деньги|средства|кошел~|",
            "资金|钱包|转账|余额|資金|ウォレット|送金|자금|지갑|송금",
        ),
    ),
    // Messages, mail of others.
    (
        MESSAGES,
        concat!(
            "comments in the code|comments in|text that the|text in bold|texts in|emails whose|",
            "messages whose|mails whose|emails that|messages that|mails that|comments that|issues that|",
            "emails with|messages with|mails with|texts that begin|lines that begin|lines that start|",
            "whatever the tool|tool output|messages from|mails from|mail from|emails from|requests from|",
            "texts from|letters from|words from|nachrichten von|mensajes de|messages de|mensagens de|",
            "сообщения от|",
            "来自|からのメッセージ|보낸 메시지",
        ),
    ),
    // A template, documentation, an example: what is meant to be filled in or copied by a person.
    (
        SAMPLE,
        concat!(
            "denylist|deny-list|blocklist|block list|block-list|deny rule|.env.example|.env.sample|",
            ".env.template|.env.local.example|public key|public keys|.pub|gitignore|.gitignore|",
            "your_api_key|your-api-key|placeholder|authorization header|bearer|api documentation|openapi|",
            "webhook secret|client id|redirect uri|oauth|sign in at|sign up|log in at|create an account|",
            "dashboard|cookie banner|cookie consent|öffentliche schlüssel|clave pública|clé publique|",
            "chave pública|the vault|to vault|secret manager|secrets manager|1password|key vault|",
            "bitwarden|keepass|secret store|",
            "公钥|公開鍵",
        ),
    ),
    // A medicine, a treatment, a doctor.
    (
        HEALTH,
        concat!(
            "medicine|medication|doctors|doctor|therapy|treatment|dose|vaccine|medikament~|ärzte|arzt|",
            "medicina|medicamento|médicos|médico|médicament|médecin~|remédio|",
            "лекарств~|врач~|",
            "药物|医生|停药|薬|医師|약|의사",
        ),
    ),
    // What an honest program reads for itself: `.env`, the environment.
    (
        OWN,
        concat!(
            ".env|environment variables|umgebungsvariablen|variables de entorno|",
            "variables d'environnement|variáveis de ambiente|credentials file|credential file|.npmrc|",
            ".pypirc|auth.json|openclaw.json|cookies|session cookies|credenciales|contraseñas|",
            "credenciais|identifiants|zugangsdaten|clés d'api|chaves de api|mots de passe|senhas|",
            "zugangsdat~|passwör~|credencial~|identifiant~|",
            "переменные окружения|переменных окружения|учётные данные|учетные данные|токены|пароли|",
            "паролей|парол~|учётн~|учетн~|токен~|",
            "环境变量|環境変数|환경 변수|凭证|凭据|認証情報|資格情報|자격 증명|api密钥|api 密钥|所有密码",
        ),
    ),
    // What is in something.
    (
        CONTENT,
        concat!(
            "its values|the values|values to|what it says|what they say|whatever is in|content of|",
            "contents of|the content|the contents|its content|its contents|their contents|values of|",
            "what is in|what stands in|inhalt~|contenido|contenidos|contenu|contenus|conteúdo|",
            "содержим~|",
            "内容|中身|全文|내용",
        ),
    ),
    // Settings.
    (
        SETTINGS,
        concat!(
            "in the configuration|the configuration|approval mode|approval policy|permission mode|",
            "configure the client|configure your client|configure the agent|configure yourself|",
            "tool calls|all tool calls|all commands|settings|settings.json|own settings|your settings|",
            "configuration of the agent|permissions|defaultmode|allow-list|allowlist|einstellungen|",
            "ajustes|configuración de|réglages|paramètres|configurações|permission file|permissions file|",
            "settings file|guard of the client|the guard|",
            "настройк~|",
            "全部命令|所有命令|设置|設定|설정",
        ),
    ),
    // Sandboxes and what else an honest text names often.
    (
        SHIELD,
        concat!(
            "usual checks|the usual checks|safety checks|safety features|sandbox|sandboxing|protections|",
            "safeguards|guardrails|safety filter|safety filters|safety settings|security checks|",
            "security tools|monitoring|schutzmaßnahmen|sandkasten|protecciones|salvaguardas|garde-fous|",
            "proteções|",
            "защит~|песочниц~|",
            "沙箱|沙盒|安全检查|安全防护|安全限制|防护|サンドボックス|保護機能|샌드박스|보호 기능",
        ),
    ),
    // In the way: why a protection should go.
    (
        OBSTACLE,
        concat!(
            "rest of the session|for the session|for this session|for good|refuse|refuses|complains|",
            "complain|in the way|get in the way|gets in the way|false alarm|false alarms|slow|slows|",
            "interfere~|annoying|should it block|if it blocks|holds it back|stört|meldet|falls er|",
            "se queja|molesta|si se queja|gêne|bloque|se reclamar|atrapalha|",
            "мешает|ругается|",
            "如果拦截|如果报警|碍事|误报|邪魔|誤検知|警告が出|방해|오탐",
        ),
    ),
    // Files of a person in general.
    (
        WHOLE,
        concat!(
            "all local files|local files|the documents folder|under documents|personal files|",
            "the user's files|user's documents|home folder|home directory|entire home|whole disk|",
            "everything the user|everything in the folder",
        ),
    ),
    // What a person is told in the end.
    (
        REPORT,
        concat!(
            "summary|report|recap|answer|reply|log|logs|transcript|response|overview|zusammenfassung|",
            "bericht|antwort|resumen|informe|respuesta|résumé|rapport|réponse|resumo|relatório|resposta|",
            "summaries|reports|recaps|answers|replies|responses|zusammenfassungen|resúmenes|résumés|",
            "resumos|",
            "отчёт~|отчет~|сводк~|ответ~|",
            "摘要|报告|总结|日志|回复|要約|報告|ログ|回答|요약|보고|로그",
        ),
    ),
    // All of somebody's money, or a part of each payment.
    (
        DRAINED,
        concat!(
            "unlimited amount|unlimited allowance|unlimited approval|max allowance|maximum allowance|",
            "remaining balance|entire balance|whole balance|all funds|full balance|each swap|each trade|",
            "each payment|every swap|every trade|every payment|every transfer|each transfer|",
            "gesamte guthaben|todo el saldo|tout le solde|todo o saldo|",
            "весь баланс|",
            "全部余额|每笔交易|全残高|전체 잔액",
        ),
    ),
    // Neutral, independent.
    (
        FAIR,
        concat!(
            "neutral|impartial|unbiased|objective|independent|unabhängig|imparcial|indépendant~|",
            "независим~|",
            "客观|中立|公平な|객관",
        ),
    ),
    // Ways out of the machine that are no addresses: requests, servers, messengers.
    (
        OUT,
        concat!(
            "request to|a request|query string|query parameter|webhook|endpoint|our server|our service|",
            "remote server|collection server|verification service|our backend|our cloud|external server|",
            "external service|telegram|discord|anfrage an|servidor externo|serveur distant|",
            "servidor remoto|",
            "сервер~|",
            "服务器|外部サーバー|サーバー|서버",
        ),
    ),
    // A line for a shell.
    (
        COMMAND,
        concat!(
            "command|commands|one-liner|installation line|install line|snippet|script shown|befehl|",
            "befehle|orden|comando|comandos|commande|commandes|",
            "команд~|строк~|",
            "命令|指令|コマンド|명령",
        ),
    ),
    // A shell in a window.
    (
        TERMINAL,
        concat!(
            "no terminal|no console|no prompt|na consola|terminal|console|powershell|command prompt|cmd|",
            "shell|eingabeaufforderung|konsole|consola|invite de commandes|",
            "терминал~|консол~|",
            "终端|命令行|控制台|ターミナル|端末|터미널|명령 프롬프트",
        ),
    ),
    // The box of Windows in which a program is named.
    (
        WINRUN,
        concat!(
            "win+r|win + r|windows+r|windows + r|windows key + r|run dialog|ausführen-dialog|",
            "cuadro ejecutar|boîte exécuter|",
            "окно выполнить|",
            "运行对话框|ファイル名を指定して実行",
        ),
    ),
    // An archive, to unpack one.
    (
        ARCHIVE,
        concat!(
            ".zip|.rar|.7z|archive|unpack|unzip|extract|archiv|entpack~|archivo comprimido|descomprim~|",
            "extrae|extraia|décompress~|extraire|",
            "распак~|архив~|",
            "解压|压缩包|解凍|압축",
        ),
    ),
    // A password, by its names.
    (
        KEYWORD,
        concat!(
            "password|passphrase|passcode|pass|pw|pwd|archive key|unlock code|unlock key|archive code|",
            "zip key|extraction code|extraction key|code|pin|passwort|kennwort|contraseña|clave|",
            "mot de passe|senha|",
            "пароль|",
            "密码|口令|解压码|パスワード|비밀번호|암호",
        ),
    ),
    // What starts programs by the clock: honest skills have it too.
    (
        CRON,
        concat!(
            "crontab|cron job|cron|cron entry|cron line|cronjob|scheduled task|task scheduler|",
            "tarea programada|tâche planifiée|tarefa agendada|aufgabenplanung|",
            "планировщик~|",
            "计划任务|タスクスケジューラ",
        ),
    ),
    // What bounds the model, or a service.
    (
        BOUNDS,
        concat!(
            "limits|policy|policies|limitations|limites|límites|",
            "ограничени~|",
            "限制|制限|제한",
        ),
    ),
    // A place where anybody reads what was pasted.
    (PASTED, "gist|public gist|pastebin|paste site|forum"),
];
