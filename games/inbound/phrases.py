"""Phrases of mail programs around the text of a person, in the languages that they speak.

Each table has a line a language: English, Dutch, German, French, Spanish, Italian, Portuguese,
Polish, Swedish, Danish, Norwegian, Finnish, Czech and Slovak, Russian, Ukrainian, Japanese,
Chinese in both scripts, Korean, Turkish, and some more where they are cheap to know.

Decision 104 says why.
"""

from __future__ import annotations

import re
from typing import Final

# The headers that begin a quote, by what they tell. Languages are kept apart, because two of these
# words make a block of headers only where one program could have written both.
LABELS: Final[tuple[dict[str, str], ...]] = (
    {"from": "From|Sender|Sent by", "date": "Sent|Date|Sent on|Received", "to": "To",
     "subject": "Subject", "more": "Cc|Bcc|Reply-To|Importance|Attachments|Message-ID"},
    {"from": "Van|Afzender", "date": "Verzonden|Datum|Verstuurd|Gestuurd", "to": "Aan",
     "subject": "Onderwerp|Betreft", "more": "Cc|Bcc|Beantwoorden|Antwoord aan|Urgentie|Bijlagen"},
    {"from": "Von|Absender", "date": "Gesendet|Datum|Gesendet am", "to": "An", "subject": "Betreff",
     "more": "Cc|Bcc|Kopie|Antwort an|Wichtigkeit|Priorität|Anlagen"},
    {"from": "De|Expéditeur|Exp", "date": "Envoyé|Envoyé le|Date|Date d'envoi", "to": "À|A|Pour",
     "subject": "Objet|Sujet", "more": "Cc|Cci|Copie à|Copie|Répondre à|Importance|Pièces jointes"},
    {"from": "De|Remitente", "date": "Enviado|Enviado el|Enviada|Fecha|Fecha de envío",
     "to": "Para|A", "subject": "Asunto", "more": "Cc|Cco|CC|Responder a|Importancia"},
    {"from": "Da|Mittente", "date": "Inviato|Data|Inviata|Data invio", "to": "A|Per",
     "subject": "Oggetto", "more": "Cc|Ccn|Rispondi a|Priorità|Allegati"},
    {"from": "De|Remetente", "date": "Enviado|Enviada|Enviado em|Enviada em|Data|Enviado a",
     "to": "Para", "subject": "Assunto", "more": "Cc|Cco|Responder a|Importância|Anexos"},
    {"from": "Od|Nadawca", "date": "Wysłano|Wysłane|Data|Data wysłania|Wysłany", "to": "Do",
     "subject": "Temat", "more": "DW|UDW|Cc|Do wiadomości|Odpowiedz do|Ważność"},
    {"from": "Från", "date": "Skickat|Datum|Skickades", "to": "Till", "subject": "Ämne",
     "more": "Kopia|Cc|Svara till|Prioritet"},
    {"from": "Fra", "date": "Sendt|Dato|Sendt den", "to": "Til", "subject": "Emne",
     "more": "Cc|Kopi|Kopi til|Svar til|Prioritet"},
    {"from": "Lähettäjä", "date": "Lähetetty|Päivämäärä|Päiväys|Pvm",
     "to": "Vastaanottaja|Vastaanottajat|Kenelle", "subject": "Aihe",
     "more": "Kopio|Cc|Vastaus|Tärkeys"},
    {"from": "Od|Odesílatel|Odosielateľ", "date": "Odesláno|Datum|Odoslané|Dátum",
     "to": "Komu|Příjemce|Pre", "subject": "Předmět|Věc|Predmet",
     "more": "Kopie|Kópia|Cc|Odpovědět"},
    {"from": "От|Отправитель|От кого", "date": "Отправлено|Дата|Отправлен|Послано",
     "to": "Кому|Получатель", "subject": "Тема", "more": "Копия|Кому копия|Ответить|Важность"},
    {"from": "Від|Від кого", "date": "Надіслано|Дата|Відправлено", "to": "Кому", "subject": "Тема",
     "more": "Копія"},
    {"from": "差出人|送信者|送信元|From", "date": "送信日時|日付|日時|送信日|Date|Sent",
     "to": "宛先|To", "subject": "件名|Subject", "more": "CC|Cc|返信先|重要度"},
    {"from": "发件人|寄件人|寄件者|發件人|自",
     "date": "发送时间|發送時間|日期|时间|時間|寄件日期|傳送日期|发送日期|傳送時間",
     "to": "收件人|收件者|至", "subject": "主题|主題|主旨|標題",
     "more": "抄送|副本|密送|回复|重要性"},
    {"from": "보낸 사람|보낸사람|발신", "date": "보낸 날짜|보낸날짜|날짜|일시|보낸 시간",
     "to": "받는 사람|받는사람|수신", "subject": "제목", "more": "참조|숨은참조|회신"},
    {"from": "Kimden|Gönderen", "date": "Gönderildi|Tarih|Gönderilme tarihi|Gönderim tarihi",
     "to": "Kime|Alıcı", "subject": "Konu", "more": "Bilgi|Cc|Gizli|Yanıt"},
    {"from": "Feladó", "date": "Elküldve|Dátum|Küldve", "to": "Címzett", "subject": "Tárgy",
     "more": "Másolatot kap"},
    {"from": "Από", "date": "Στάλθηκε|Ημερομηνία", "to": "Προς", "subject": "Θέμα", "more": "Κοιν"},
    {"from": "De la|Expeditor", "date": "Trimis|Data", "to": "Către", "subject": "Subiect",
     "more": "Cc"},
)  # fmt: skip

# The words for writing in what stands above a quote; "writes" as well as "wrote" and "written".
WROTE: Final = re.compile(
    r"\b(?:wrote|writes|written|schreef|schrijft|geschreven|schrieb|schreibt|geschrieben"
    r"|a écrit|écrit|escribió|escribio|escribe|ha scritto|scrive|scritto|escreveu|escreve"
    r"|napisała?|pisze|napisana|skrev|skriver|skrevet|kirjoitti|kirjoittaa|napsala?|píše|napísala?"
    r"|написала?|пишет|пише|написав|yazdı|yazıyor|yazmış|írta|έγραψε|a scris)\b"
    r"|写道|寫道|書きました|書き込み|のメール|より|작성|쓴 글|쓴 메시지|님의 말",
    re.IGNORECASE,
)
# Beginnings of lines that name a date or a writer first.
OPENINGS: Final = re.compile(
    r"(?:On|Op|Am|Le|El|En|Il|Em|Às|No dia|W dniu|Dnia|Wiadomość|Den|Dne|Dňa|В|У|Le|At|Quoting"
    r"|Citando|Zitat|Citeren|Citerar|Em|Od|在|\d|пн|вт|ср|чт|пт|сб|вс"
    r"|ma|ti|ke|to|pe|la|su|man|tirs?|ons|tors?|fre|lør|søn|mån|tis|lör|sön"
    r"|pon|wt|śr|czw|pt|sob|niedz|po|út|st|čt|pá|so|ne|mån)\b",
    re.IGNORECASE,
)
# Titles, between dashes or after "Begin", of a mail that is quoted or passed on.
TITLES: Final = (
    "Original Message|Original Appointment|Original E-?mail|Forwarded (?:Message|mail)"
    "|Replied Message|Reply Message"
    "|Oorspronkelijk bericht|Origineel bericht|Doorgestuurd bericht|Oorspronkelijke e-mail"
    "|Ursprüngliche (?:Nachricht|Mail|E-Mail)|Original-?(?:Nachricht|mail)"
    "|Weitergeleitete (?:Nachricht|Mail)"
    "|Message d['’]origine|Message original|Message initial|Mail original|E-mail d['’]origine"
    "|Message (?:transféré|transmis|réexpédié)|Courriel original"
    "|Mensaje original|Mensaje reenviado|Correo original"
    "|Messaggio originale|Messaggio inoltrato"
    "|Mensagem original|Mensagem (?:encaminhada|reencaminhada)"
    "|Wiadomość oryginalna|Oryginalna wiadomość|Treść oryginalnej wiadomości"
    "|Wiadomość przekazana|Przekazana wiadomość|Treść przekazanej wiadomości|Pierwotna wiadomość"
    "|Original ?meddelande|Ursprungligt meddelande|Ursprungsmeddelande|Vidarebefordrat meddelande"
    "|Oprindelig (?:meddelelse|besked|mail)|Original meddelelse|Videresendt (?:meddelelse|besked)"
    "|Opprinnelig (?:melding|e-post)|Original melding|Videresendt (?:melding|e-post)"
    "|Alkuperäinen viesti|Välitetty viesti|Edelleenlähetetty viesti"
    "|Původní (?:zpráva|e-mail)|Přeposlaná zpráva|Pôvodná správa|Preposlaná správa"
    "|(?:Исходное|Оригинальное|Первоначальное) сообщение"
    "|(?:Пересылаемое|Пересланное|Переадресованное|Перенаправленное) сообщение"
    "|Оригінальне повідомлення|Переслане повідомлення"
    "|元のメッセージ|転送メッセージ|転送されたメッセージ|オリジナルメッセージ"
    "|原始邮件|原邮件|转发邮件|转发的邮件|回复的原邮件|邮件原件|原始信息"
    "|原始郵件|原始訊息|轉寄郵件|轉寄的郵件|轉寄訊息"
    "|원본 ?메일|원본 ?메시지|원래 ?메시지|전달된 ?메시지|전달 ?메시지"
    "|Orijinal (?:Mesaj|İleti)|Özgün (?:İleti|Mesaj)|Yönlendirilmiş (?:ileti|mesaj)"
    "|İletilen (?:mesaj|ileti)|İletilmiş ileti"
)
FORWARDED: Final = (
    "Begin forwarded message|Begin doorgestuurd bericht|Anfang der weitergeleiteten Nachricht"
    "|Début du message (?:transféré|réexpédié)|Inicio del mensaje reenviado"
    "|Inizio (?:del )?messaggio inoltrato|Início da mensagem (?:encaminhada|reencaminhada)"
    "|Rozpoczęcie przekazanej wiadomości|Początek przekazywanej wiadomości|Vidarebefordrat brev"
    "|Start på videresendt (?:besked|meddelelse)|Videresendt melding|Välitetty viesti(?: alkaa)?"
    "|Začátek přeposílané zprávy|Začiatok preposlanej správy"
    "|Начало (?:переадресованного|пересылаемого) сообщения|転送されたメッセージ"
    "|(?:开始|以下是)转发的邮件|開始轉寄郵件|以下是轉寄的郵件|전달된 메시지(?: 시작)?"
    "|İletilmiş iletinin başlangıcı|İletilen mesajın başlangıcı"
)
# Beginnings and ends of the lines with which programs and telephones sign.
SENT: Final = re.compile(
    "|".join((
        r"^(?:sent|typed|written) (?:from|via|with|using|by|on)\b",
        r"^(?:get|download|downloaden|ontvang) outlook\b",
        r"^yahoo mail ?:",
        r"^(?:verstuurd|verzonden|gestuurd|getypt) (?:vanaf|vanuit|via|met|van|op|door)\b",
        r"^(?:gesendet|verschickt|geschrieben) (?:von|mit|über|aus|vom|via)\b",
        r"^diese (?:nachricht|e-?mail) wurde (?:von|mit|aus)\b",
        r"^(?:hol|holen sie sich|laden sie) outlook\b",
        r"^(?:met|vanaf|via|mit|von|vom|aus)\b.*(?:gesendet|verschickt|verstuurd|verzonden)[.]?$",
        r"^(?:message )?(?:envoyé|écrit) (?:de|depuis|à partir|avec|via|par|du)\b",
        r"^(?:obtenez|obtenir|télécharge[rz]) outlook\b",
        r"^provenance\b",
        r"^(?:mensaje )?(?:enviado|escrito) (?:desde|con|por|via|vía)\b",
        r"^(?:mensagem )?enviad[oa] (?:do|da|de|a partir|com|pelo|pela|por|via)\b",
        r"^(?:obtener|obtenga|descargar|obter|obtenha|baixar|baixe) (?:o )?outlook\b",
        r"^(?:inviat[oa]|scritto) (?:da|dal|dalla|con|tramite|via|usando)\b",
        r"^(?:ottieni|scarica) outlook\b",
        r"^(?:wiadomość )?wysłan[eoya] (?:z|ze|za|przez|przy)\b",
        r"^(?:pobierz|uzyskaj) .*outlook\b",
        r"^(?:skickat|skickades) (?:från|med|via)\b",
        r"^sendt (?:fra|med|via)\b",
        r"^(?:hämta|skaffa|hent|få|skaff(?: deg)?|hanki) outlook\b",
        r"^lähetetty\b",
        r"^(?:odesláno|odoslané|posláno) (?:z|ze|zo|pomocí|pomocou|přes|cez|s)\b",
        r"^(?:stáhnout|získat|získejte) .*outlook\b",
        r"^(?:отправлено|послано|написано) (?:с|со|из|через|при)\b",
        r"^(?:скачать|получить|загрузить) outlook\b",
        r"^надіслано (?:з|із|за|через)\b",
        r"^(?:发自|發自|寄自|发送自|發送自)",
        r"^[从從].*(?:发送|發送|發出|发出|傳送|寄出)[。.]?$",
        r"^(?:获取|取得|下载).*outlook",
        r"(?:から送信|を入手|에서 보냄|에서 보냈습니다|에서 발송|outlook 받기)[。.]?$",
        r"(?:dan|den|tan|ten) gönderil(?:di|miştir)[.]?$",
        r"^(?=.*outlook).* (?:edinin|indirin)[.]?$",
        r"^outlook (?:for|voor|für|pour|para|per|dla|för|til|pro) \w+",
        r"^outlook .*(?:downloaden|herunterladen|beziehen)$",
    )),
    re.IGNORECASE,
)  # fmt: skip
# What virus scanners put below a mail, whose link has been taken out.
CHECKED: Final = re.compile(
    "|".join((
        r"(?:virus-free|virusvrij|virenfrei|(?:garanti )?sans virus|libre de virus)[.]?$",
        r"(?:priv[ao] di virus|senza virus|(?:livre|isento) de vírus|wolny od wirusów)[.]?$",
        r"(?:virusfri[at]?|bez vir[ůu]\w*|без вирусов|virüssüz)[.]?$",
        r"(?:this|the) (?:e-?mail|message) (?:has been|was) (?:checked|scanned) .*\bvirus",
        r"(?:dit|deze) (?:e-?mail\w*|bericht) (?=.*\bvirussen\b).*\b(?:gecontroleerd|gescand)\b",
        r"(?:dit|deze) (?:e-?mail\w*|bericht) (?=.*(?:gecontroleerd|gescand) (?:op|door)\b).*virus",
        r"diese (?:e-?mail|nachricht) wurde .*\b(?:viren|antivir)",
        r"l['’]absence de virus\b",
        r"(?:cet e-?mail|ce (?:message|courrier électronique)) a été (?:vérifié|analysé)\b.*virus",
        r"(?:el software de antivirus|este correo electrónico ha sido comprobado)\b",
        r"questa e-?mail è stata (?:controllata|esaminata)\b.*virus",
        r"este e-?mail foi (?:escaneado|verificado)\b.*vírus",
    )),
    re.IGNORECASE,
)  # fmt: skip
# Devices and programs: without one of these, such a line may be a sentence of a person.
DEVICES: Final = re.compile(
    r"iphon|ipad|ipod|\bmac\b|macbook|apple|\bios\b|android|samsung|galaxy|huawei|honor|xiaomi"
    r"|redmi|\bpoco\b|pixel|nokia|xperia|oneplus|\boppo\b|realme|blackberry|windows|outlook|yahoo"
    r"|proton|\bk-9\b|k9|thunderbird|gmail|\bgmx\b|web\.de|freenet|telekom|t-online|\bspark\b"
    r"|fairphone|motorola|\bmoto\b|\bhtc\b|\blg\b|nexus|surface|zimbra|tuta|fastmail|superhuman"
    r"|typeapp|edison|airmail|mailspring|em ?client|missive|\baol\b|zoho|mailbird|betterbird"
    r"|bluemail|blue mail|aqua ?mail|mymail|fairemail|posteo|mailbox\.org|vivaldi|firefox"
    r"|\bmail(?: app)?\b|e-?mail app|\bcanary\b|\bnine\b|lotus|notes|webmail|\bqq\b|foxmail"
    r"|(?:smart|mobile? )?(?:phone|telefoon|telefon|téléphone|teléfono|telefone|telefono)"
    r"|\bmobil|móvil|celular|cellulare|portable|\bhandy\b|puhelim|komórk|tablet|laptop|\btel\b"
    r"|телефон|смартфон|планшет|почт|яндекс|айфон|携帯|スマートフォン|スマホ|タブレット"
    r"|手机|手機|邮箱|郵箱|邮件|郵件|网易|휴대폰|스마트폰|메일|\b[a-z]{1,4}-?[a-z]?\d{2,5}[a-z]{0,3}\b",
    re.IGNORECASE,
)
