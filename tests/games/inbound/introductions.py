"""How mail programs introduce what they quote, and how they sign, in the languages they speak.

``US`` stands for the sender of the mail that is answered, with name and address, ``NAME`` for the
name alone, ``ME`` for who answers. What stands in ABOVE is followed by lines with ">", what stands
in BLOCKS by the mail as it is.
"""

from __future__ import annotations

from typing import Final

ABOVE: Final[dict[str, list[str]]] = {
    "en": [
        "On Fri, Nov 20, 2026 at 10:00 AM US wrote:",  # Gmail
        "On Fri, 20 Nov 2026 at 10:00, US wrote:",
        "On 20 Nov 2026, at 10:00, US wrote:",  # Apple Mail
        "On Nov 20, 2026, at 10:00\u202fAM, US wrote:",
        "On 20/11/2026 10:00, NAME wrote:",  # Thunderbird
        "On 11/20/26 10:00 AM, NAME wrote:",
        "On Friday, 20 November 2026 at 10:00:00 CET, US wrote:",  # Yahoo
        "On 20 November 2026 10:00:00 CET, US wrote:",  # K-9
        "On Friday, November 20th, 2026 at 10:00 AM, US wrote:",  # Proton
        "US wrote on 20/11/2026 10:00:00:",  # Notes
        "On Fri, Nov 20, 2026 at 10:00:00AM +0100, NAME wrote:",  # mutt
        "Quoting US:",  # Horde
        "US writes:",  # Gnus
        "Fri, 20 Nov 2026, 10:00 US:",
        "2026-11-20 10:00 GMT+01:00 US",  # Gmail, some years ago
        "On 20/11/2026 10:00, US wrote",
    ],
    "nl": [
        "Op vr 20 nov 2026 om 10:00 schreef US:",
        "Op 20 nov 2026, om 10:00 heeft US het volgende geschreven:",
        "Op 20-11-2026 om 10:00 schreef NAME:",
        "Op vrijdag 20 november 2026 om 10:00:00 CET schreef US:",
        "Op vrijdag 20 november 2026 10:00:00 CET heeft US het volgende geschreven:",
        "Op 20 november 2026 10:00:00 CET schreef US:",
        "US schreef op 20-11-2026 10:00:00:",
        "Citeren US:",
        "20 nov. 2026 10:00, US:",
    ],
    "de": [
        "Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb US:",
        "Am 20.11.2026 um 10:00 schrieb US:",
        "Am 20.11.26 um 10:00 schrieb NAME:",
        "Am Freitag, 20. November 2026 um 10:00:00 MEZ hat US Folgendes geschrieben:",
        "Am 20. November 2026 10:00:00 MEZ schrieb US:",
        "US schrieb am 20.11.2026 10:00:00:",
        "Am 20.11.26, 10:00 schrieb US:",  # GMX
        "Zitat von US:",
        "20. November 2026 10:00, US schrieb:",
    ],
    "fr": [
        "Le ven. 20 nov. 2026 à 10:00, US a écrit :",
        "Le 20 nov. 2026 à 10:00, US a écrit :",
        "Le 20/11/2026 à 10:00, NAME a écrit :",
        "Le vendredi 20 novembre 2026 à 10:00:00 UTC+1, US a écrit :",
        "Le 20 novembre 2026 10:00:00 GMT+01:00, US a écrit :",
        "US a écrit sur 20/11/2026 10:00:00 :",
        "Le 20/11/2026 à 10h00, NAME a écrit\u00a0:",
    ],
    "es": [
        "El vie, 20 nov 2026 a las 10:00, US escribió:",
        "El 20 nov 2026, a las 10:00, US escribió:",
        "El 20/11/26 a las 10:00, NAME escribió:",
        "En viernes, 20 de noviembre de 2026, 10:00:00 CET, US escribió:",
        "El 20 de noviembre de 2026 10:00:00 CET, US escribió:",
        "US escribió el 20/11/2026 10:00:00:",
    ],
    "it": [
        "Il giorno ven 20 nov 2026 alle ore 10:00 US ha scritto:",
        "Il giorno 20 nov 2026, alle ore 10:00, US ha scritto:",
        "Il 20/11/2026 10:00, NAME ha scritto:",
        "Il venerdì 20 novembre 2026 alle ore 10:00:00 CET, US ha scritto:",
        "Il 20 novembre 2026 10:00:00 CET, US ha scritto:",
        "US ha scritto il 20/11/2026 10.00.00:",
    ],
    "pt": [
        "Em sex., 20 de nov. de 2026 às 10:00, US escreveu:",
        "US escreveu (sexta, 20/11/2026 à(s) 10:00):",
        "No dia 20/11/2026, às 10:00, US escreveu:",
        "Em 20 de nov. de 2026, à(s) 10:00, US escreveu:",
        "Às 10:00 de 20/11/2026, NAME escreveu:",
        "Em 20/11/2026 10:00, NAME escreveu:",
        "Em sexta-feira, 20 de novembro de 2026 10:00:00 BRT, US escreveu:",
    ],
    "pl": [
        "pt., 20 lis 2026 o 10:00 US napisał(a):",
        "Wiadomość napisana przez US w dniu 20 lis 2026, o godz. 10:00:",
        "W dniu 20.11.2026 o 10:00, NAME pisze:",
        "W dniu piątek, 20 listopada 2026 10:00:00 CET użytkownik US napisał:",
        "Dnia 20 listopada 2026 10:00 US napisał(a):",
    ],
    "sv": [
        "Den fre 20 nov. 2026 kl 10:00 skrev US:",
        "20 nov. 2026 kl. 10:00 skrev US:",
        "Den 2026-11-20 kl. 10:00, skrev NAME:",
        "Den fredag 20 november 2026 10:00:00 CET, US skrev:",
        "Den 20 november 2026 10:00:00 CET skrev US:",
    ],
    "da": [
        "Den fre. 20. nov. 2026 kl. 10.00 skrev US:",
        "Den 20. nov. 2026 kl. 10.00 skrev US:",
        "Den 20-11-2026 kl. 10:00 skrev NAME:",
        "Den fredag den 20. november 2026 10.00.00 CET skrev US:",
    ],
    "nb": [
        "fre. 20. nov. 2026 kl. 10:00 skrev US:",
        "20. nov. 2026 kl. 10:00 skrev US:",
        "Den 20.11.2026 10:00, skrev NAME:",
        "fredag 20. november 2026 kl. 10:00:00 CET skrev US følgende:",
    ],
    "fi": [
        "pe 20. marrask. 2026 klo 10.00 US kirjoitti:",
        "US kirjoitti 20.11.2026 kello 10.00:",
        "NAME kirjoitti 20.11.2026 klo 10.00:",
        "perjantai 20. marraskuuta 2026 klo 10.00.00 UTC+2 US kirjoitti:",
        "US kirjoitti 20.11.2026:",
    ],
    "cs": [
        "pá 20. 11. 2026 v 10:00 odesílatel US napsal:",
        "20. 11. 2026 v 10:00, US:",
        "Dne 20. 11. 2026 v 10:00 NAME napsal(a):",
        "Dne pátek 20. listopadu 2026 10:00:00 SEČ, US napsal(a):",
        "______________________________________________________________\n> Od: US",  # Seznam
    ],
    "ru": [
        "пт, 20 нояб. 2026 г. в 10:00, US:",
        "20 нояб. 2026 г., в 10:00, US написал(а):",
        "20.11.2026 10:00, NAME пишет:",
        "пятница, 20 ноября 2026 г., 10:00:00 GMT+3, US написал(а):",
        "20.11.2026, 10:00, US:",  # Yandex
        "Пятница, 20 ноября 2026, 10:00 +03:00 от US:",  # Mail.ru
    ],
    "ja": [
        "2026年11月20日(金) 10:00 US:",
        "2026/11/20 10:00、USのメール:",
        "On 2026/11/20 10:00, NAME wrote:",
        "2026年11月20日 10:00:00 JST、USのメッセージ:",
        "2026/11/20 10:00、NAMEさんが書きました：",
    ],
    "zh": [
        "US 于2026年11月20日周五 10:00写道：",
        "US 於 2026年11月20日 週五 上午10:00寫道：",
        "2026年11月20日 10:00，US 写道：",
        "在 2026/11/20 10:00, NAME 写道:",
        "NAME 於 2026/11/20 10:00 寫道:",
        "在 2026-11-20 10:00:00，US 写道：",  # 163
        "在 2026年11月20日 星期五 上午10:00:00 [GMT+8]， US 寫道：",
        "US 於 2026年11月20日 上午10:00 寫道",
    ],
    "ko": [
        "2026년 11월 20일 (금) 오전 10:00, US님이 작성:",
        "2026. 11. 20. 오전 10:00, US 작성:",
        "2026-11-20 오전 10:00에 NAME 이(가) 쓴 글:",
        "2026년 11월 20일 금요일 오전 10시 00분 00초 GMT+9, US님이 작성:",
    ],
    "tr": [
        "US, 20 Kas 2026 Cum, 10:00 tarihinde şunu yazdı:",
        "US şunları yazdı (20 Kas 2026 10:00):",
        "20.11.2026 10:00 tarihinde NAME yazdı:",
        "20 Kasım 2026 Cuma 10:00:00 GMT+3 tarihinde US şunu yazdı:",
    ],
    "uk": ["пт, 20 лист. 2026 р. о 10:00 US пише:"],
    "hu": ["US ezt írta (időpont: 2026. nov. 20., P, 10:00):"],
    "el": ["Στις Παρ 20 Νοε 2026 στις 10:00 π.μ., ο χρήστης US έγραψε:"],
    "ro": ["În vin., 20 nov. 2026 la 10:00, US a scris:"],
    "he": ["\u202bבתאריך יום ו׳, 20 בנוב׳ 2026 ב-10:00 מאת US:\u202c"],
    "vi": ["Vào Th 6, 20 thg 11, 2026 vào lúc 10:00 US đã viết:"],
}

BLOCKS: Final[dict[str, list[str]]] = {
    "en": [
        "From: US\nSent: Friday, 20 November 2026 10:00\nTo: ME\nSubject: [NAME] Japan",
        "From: NAME\nSent: Friday, 20 November 2026 10:00\nTo: Bob\nSubject: [NAME] Japan",
        "*From:* US\n*Date:* Friday, 20 November 2026 at 10:00\n*To:* ME\n*Subject:* Japan",
        '----- Original Message -----\nFrom: "NAME" <ADDRESS>\nTo: ME\nSent: Friday, 20 November'
        " 2026 10:00:00\nSubject: Japan",
        "-------- Original message --------From: US Date: 20/11/2026  10:00  (GMT+01:00) To: ME"
        " Subject: Japan ",
        "Begin forwarded message:\n\nFrom: US\nSubject: Japan\nDate: 20 November 2026 at 10:00:00"
        " CET\nTo: ME",
        "---------- Forwarded message ---------\nFrom: US\nDate: Fri, 20 Nov 2026 at 10:00\n"
        "Subject: Japan\nTo: ME",
        "-----US wrote: -----\nTo: ME\nFrom: US\nDate: 11/20/2026 10:00AM\nSubject: Japan",
        "From:\tUS\nTo:\tME\nDate:\t20/11/2026 10:00\nSubject:\tJapan",
        "To: ME\nFrom: US\nDate: 20/11/2026 10:00\nSubject: Japan",
        "Sent: Friday, November 20, 2026 at 10:00 AM\nFrom: US\nTo: ME\nSubject: Japan",
        "---- On Fri, 20 Nov 2026 10:00:00 +0100 US wrote ----",
        "---- Replied Message ----\nFrom US\nDate 11/20/2026 10:00\nTo ME",
    ],
    "nl": [
        "Van: US\nVerzonden: vrijdag 20 november 2026 10:00\nAan: ME\nOnderwerp: [NAME] Japan",
        "Van: NAME\nDatum: vrijdag 20 november 2026 om 10:00\nAan: Bob\nOnderwerp: Japan",
        "----- Oorspronkelijk bericht -----\nVan: US\nAan: ME\nVerzonden: vrijdag 20 november 2026"
        " 10:00:00\nOnderwerp: Japan",
        "-------- Doorgestuurd bericht --------\nOnderwerp: Japan\nDatum: Fri, 20 Nov 2026"
        " 10:00:00 +0100\nVan: US\nAan: ME",
        "Begin doorgestuurd bericht:\n\nVan: US\nOnderwerp: Japan\nDatum: 20 november 2026 om"
        " 10:00:00 CET\nAan: ME",
    ],
    "de": [
        "Von: US\nGesendet: Freitag, 20. November 2026 10:00\nAn: ME\nBetreff: [NAME] Japan",
        'Gesendet: Freitag, 20. November 2026 um 10:00 Uhr\nVon: "NAME" <ADDRESS>\nAn: ME\n'
        "Betreff: Japan",
        "Von: NAME\nDatum: Freitag, 20. November 2026 um 10:00\nAn: Bob\nBetreff: Japan",
        "-----Ursprüngliche Nachricht-----\nVon: US\nGesendet: Freitag, 20. November 2026 10:00\n"
        "An: ME\nBetreff: Japan",
        "----- Ursprüngliche Mail -----\nVon: US\nAn: ME\nGesendet: Freitag, 20. November 2026\n"
        "Betreff: Japan",
        "-----US schrieb: -----\nAn: ME\nVon: US\nDatum: 20.11.2026 10:00\nBetreff: Japan",
        "Anfang der weitergeleiteten Nachricht:\n\nVon: US\nBetreff: Japan\nAn: ME",
        "-------- Originalnachricht --------\nVon: US\nDatum: 20.11.26 10:00 (GMT+01:00)\nAn: ME",
    ],
    "fr": [
        "De : US\nEnvoyé : vendredi 20 novembre 2026 10:00\nÀ : ME\nObjet : [NAME] Japan",
        "De: US\nÀ: ME\nEnvoyé: Vendredi 20 Novembre 2026 10:00:00\nObjet: Japan",
        "De : NAME\nDate : vendredi, 20 novembre 2026 à 10:00\nÀ : Bob\nObjet : Japan",
        "----- Mail original -----\nDe: US\nÀ: ME\nEnvoyé: Vendredi 20 Novembre 2026\nObjet: Japan",
        "-------- Message d'origine --------\nDe : US\nDate : 20/11/2026 10:00 (GMT+01:00)\nÀ : ME",
        "Début du message transféré :\n\nDe: US\nObjet: Japan\nÀ: ME",
        "-----US a écrit : -----\nÀ : ME\nDe : US\nDate : 20/11/2026 10:00\nObjet : Japan",
    ],
    "es": [
        "De: US\nEnviado: viernes, 20 de noviembre de 2026 10:00\nPara: ME\nAsunto: [NAME] Japan",
        "De: US\nEnviado el: viernes, 20 de noviembre de 2026 10:00\nPara: ME\nAsunto: Japan",
        "De: NAME\nFecha: viernes, 20 de noviembre de 2026, 10:00\nPara: Bob\nAsunto: Japan",
        "----- Mensaje original -----\nDe: US\nPara: ME\nEnviados: Viernes, 20 de Noviembre\n"
        "Asunto: Japan",
        "Inicio del mensaje reenviado:\n\nDe: US\nAsunto: Japan\nPara: ME",
    ],
    "it": [
        "Da: US\nInviato: venerdì 20 novembre 2026 10:00\nA: ME\nOggetto: [NAME] Japan",
        "Da: NAME\nData: venerdì, 20 novembre 2026 10:00\nA: Bob\nOggetto: Japan",
        "----- Messaggio originale -----\nDa: US\nA: ME\nInviato: Venerdì 20 novembre 2026\n"
        "Oggetto: Japan",
        "Inizio messaggio inoltrato:\n\nDa: US\nOggetto: Japan\nA: ME",
    ],
    "pt": [
        "De: US\nEnviado: sexta-feira, 20 de novembro de 2026 10:00\nPara: ME\n"
        "Assunto: [NAME] Japan",
        "De: US\nEnviada em: sexta-feira, 20 de novembro de 2026 10:00\nPara: ME\nAssunto: Japan",
        "De: NAME\nData: sexta-feira, 20 de novembro de 2026 10:00\nPara: Bob\nAssunto: Japan",
        "----- Mensagem original -----\nDe: US\nPara: ME\nEnviadas: Sexta-feira\nAssunto: Japan",
        "Início da mensagem encaminhada:\n\nDe: US\nAssunto: Japan\nPara: ME",
    ],
    "pl": [
        "Od: US\nWysłano: piątek, 20 listopada 2026 10:00\nDo: ME\nTemat: [NAME] Japan",
        "Od: NAME\nData: piątek, 20 listopada 2026 10:00\nDo: Bob\nTemat: Japan",
        "-----Wiadomość oryginalna-----\nOd: US\nDo: ME\nTemat: Japan",
        "Od: US\nWysłane: piątek, 20 listopada 2026 10:00\nDo: ME\nDW: anna@example.net",
    ],
    "sv": [
        "Från: US\nSkickat: den 20 november 2026 10:00\nTill: ME\nÄmne: [NAME] Japan",
        "Från: NAME\nDatum: fredag, 20 november 2026 10:00\nTill: Bob\nÄmne: Japan",
        "-----Ursprungligt meddelande-----\nFrån: US\nTill: ME\nÄmne: Japan",
        "Vidarebefordrat brev:\n\nFrån: US\nÄmne: Japan\nTill: ME",
    ],
    "da": [
        "Fra: US\nSendt: 20. november 2026 10:00\nTil: ME\nEmne: [NAME] Japan",
        "Fra: NAME\nDato: fredag, 20. november 2026 10.00\nTil: Bob\nEmne: Japan",
        "-----Oprindelig meddelelse-----\nFra: US\nTil: ME\nEmne: Japan",
        "Start på videresendt besked:\n\nFra: US\nEmne: Japan\nTil: ME",
    ],
    "nb": [
        "Fra: US\nSendt: fredag 20. november 2026 10:00\nTil: ME\nEmne: [NAME] Japan",
        "-----Opprinnelig melding-----\nFra: US\nTil: ME\nEmne: Japan",
        "Videresendt melding:\n\nFra: US\nEmne: Japan\nTil: ME",
    ],
    "fi": [
        "Lähettäjä: US\nLähetetty: perjantai 20. marraskuuta 2026 10:00\nVastaanottaja: ME\n"
        "Aihe: [NAME] Japan",
        "Lähettäjä: NAME\nPäivämäärä: perjantai, 20. marraskuuta 2026 10.00\nVastaanottaja: Bob\n"
        "Aihe: Japan",
        "-----Alkuperäinen viesti-----\nLähettäjä: US\nVastaanottaja: ME\nAihe: Japan",
        "Välitetty viesti alkaa:\n\nLähettäjä: US\nAihe: Japan",
    ],
    "cs": [
        "Od: US\nOdesláno: pátek 20. listopadu 2026 10:00\nKomu: ME\nPředmět: [NAME] Japan",
        "Od: NAME\nDatum: pátek 20. listopadu 2026 10:00\nKomu: Bob\nPředmět: Japan",
        "-----Původní zpráva-----\nOd: US\nKomu: ME\nPředmět: Japan",
        "Začátek přeposílané zprávy:\n\nOd: US\nPředmět: Japan\nKomu: ME",
    ],
    "ru": [
        "От: US\nОтправлено: 20 ноября 2026 г. 10:00\nКому: ME\nТема: [NAME] Japan",
        "От: NAME\nДата: пятница, 20 ноября 2026 г. 10:00\nКому: Bob\nТема: Japan",
        "-----Исходное сообщение-----\nОт: US\nКому: ME\nТема: Japan",
        "-------- Пересылаемое сообщение --------\n20.11.2026, 10:00, US:",
        "Начало переадресованного сообщения:\n\nОт: US\nТема: Japan\nКому: ME",
    ],
    "ja": [
        "差出人: US\n送信日時: 2026年11月20日 10:00\n宛先: ME\n件名: [NAME] Japan",
        "差出人：NAME\n日付：2026年11月20日 金曜日 10:00\n宛先：Bob\n件名：Japan",
        "-----元のメッセージ-----\n差出人: US\n宛先: ME\n件名: Japan",
        "転送されたメッセージ:\n\n差出人: US\n件名: Japan\n宛先: ME",
        "From: US\n送信日時: 2026年11月20日 10:00\nTo: ME\nSubject: Japan",
    ],
    "zh": [
        "发件人: US\n发送时间: 2026年11月20日 10:00\n收件人: ME\n主题: [NAME] Japan",
        "发件人：NAME\n日期：2026年11月20日 星期五 10:00\n收件人：Bob\n主题：Japan",
        "寄件者: US\n寄件日期: 2026年11月20日 10:00\n收件者: ME\n主旨: [NAME] Japan",
        "------------------ 原始邮件 ------------------\n发件人: US;\n发送时间: 2026年11月20日\n"
        "收件人: ME;\n主题: Japan",
        "---- 回复的原邮件 ----\n发件人: US\n日期: 2026年11月20日 10:00\n收件人: ME",
        "开始转发的邮件：\n\n发件人: US\n主题: Japan\n收件人: ME",
        "開始轉寄郵件：\n\n寄件人: US\n主旨: Japan\n收件人: ME",
    ],
    "ko": [
        "보낸 사람: US\n보낸 날짜: 2026년 11월 20일 금요일 오전 10:00\n받는 사람: ME\n"
        "제목: [NAME] Japan",
        "보낸 사람: NAME\n날짜: 2026년 11월 20일 금요일 오전 10:00\n받는 사람: Bob\n제목: Japan",
        "-----원본 메시지-----\n보낸 사람: US\n받는 사람: ME\n제목: Japan",
        "전달된 메시지 시작:\n\n보낸 사람: US\n제목: Japan\n받는 사람: ME",
        "---------원본 메일---------\n보낸사람: US\n받는사람: ME\n날짜: 2026년 11월 20일 10:00",
    ],
    "tr": [
        "Kimden: US\nGönderildi: 20 Kasım 2026 Cuma 10:00\nKime: ME\nKonu: [NAME] Japan",
        "Kimden: NAME\nTarih: 20 Kasım 2026 Cuma 10:00\nKime: Bob\nKonu: Japan",
        "-----Özgün İleti-----\nKimden: US\nKime: ME\nKonu: Japan",
        "İletilmiş iletinin başlangıcı:\n\nKimden: US\nKonu: Japan\nKime: ME",
    ],
    "hu": ["Feladó: US\nElküldve: 2026. november 20., péntek 10:00\nCímzett: ME\nTárgy: Japan"],
    "ro": ["De la: US\nTrimis: vineri, 20 noiembrie 2026 10:00\nCătre: ME\nSubiect: Japan"],
    "el": ["Από: US\nΣτάλθηκε: Παρασκευή, 20 Νοεμβρίου 2026 10:00\nΠρος: ME\nΘέμα: Japan"],
    "uk": ["Від: US\nНадіслано: пʼятниця, 20 листопада 2026 р. 10:00\nКому: ME\nТема: Japan"],
    "id": ["Dari: US\nDikirim: Jumat, 20 November 2026 10:00\nKepada: ME\nSubjek: Japan"],
}

SIGNED: Final[dict[str, list[str]]] = {
    "en": [
        "Sent from my iPhone",
        "Sent from my Galaxy",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Sent from Outlook for Android",
        "Sent from Yahoo Mail on Android",
        "Sent with Proton Mail secure email.",
        "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
        "Sent from Yahoo Mail on Android<https://apps.example/107?pid=InProduct&c=Signature&sub5=__>",
        "Yahoo Mail: Search, Organize, Conquer <https://apps.example/107?pid=native&c=US>",
        "Get Outlook for iOS [https://aka.ms/o0ukef?utm_source=mail]",
        "Sent from Mail<https://go.example/fwlink/?LinkId=550986> for Windows 10",
        "Sent with [Proton Mail](https://proton.example/home?utm=x) secure email.",
        "Sent via Superhuman ( https://sprh.example/?vip=bob@example.org )",
        "Sent from SomeMailer<http://somemailer.example/r?b=2621>",
        "Virus-free. www.avg.com<http://www.avg.example/email-signature?utm_medium=email>",
        "Virus-free.www.avast.com <https://www.avast.example/sig-email?utm_medium=email&utm=link>",
        "This email has been checked for viruses by Avast antivirus software.",
    ],
    "nl": [
        "Verstuurd vanaf mijn iPhone",
        "Verzonden vanaf Outlook voor Android",
        "Outlook voor iOS downloaden",
        "Verzonden met Yahoo Mail op Android",
        "Verstuurd vanaf mijn SM-G991B",
        "Verzonden vanuit Mail<https://go.example/fwlink/?LinkId=550986> voor Windows 10",
        "Outlook voor Android<https://aka.ms/AAb9ysg?x=y> downloaden",
        "Virusvrij.www.avg.com <https://www.avg.example/email-signature?utm_medium=email>",
        "Deze e-mail is door Avast antivirussoftware op virussen gecontroleerd.",
        "Dit e-mailbericht is gecontroleerd op virussen met Avast antivirussoftware.",
    ],
    "de": [
        "Von meinem iPhone gesendet",
        "Gesendet von Mail für Windows",
        "Gesendet mit der GMX Mail App",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Holen Sie sich Outlook für iOS",
        "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",
        "Von Yahoo Mail auf Android gesendet <https://apps.example/107?pid=Native>",
        "Gesendet von Mail<https://go.example/fwlink/?LinkId=550986> für Windows 10",
        "Outlook für iOS<https://aka.ms/o0ukef?x=y> beziehen",
        "Virenfrei. www.avg.com<http://www.avg.example/email-signature?utm_medium=email>",
        "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.",
    ],
    "fr": [
        "Envoyé de mon iPhone",
        "Envoyé à partir de Outlook pour Android",
        "Télécharger Outlook pour iOS",
        "Envoyé depuis mon appareil Galaxy.",
        "Envoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma brièveté.",
        "Provenance : Courrier pour Windows",
        "Provenance : Courrier<https://go.example/fwlink/?LinkId=550986> pour Windows 10",
        "Envoyé à partir de Yahoo Mail pour iPhone<https://apps.example/107?pid=Native>",
        "Garanti sans virus. www.avg.com<http://www.avg.example/email-signature?utm_medium=email>",
        "L'absence de virus dans ce courrier électronique a été vérifiée par Avast.",
    ],
    "es": [
        "Enviado desde mi iPhone",
        "Obtener Outlook para iOS",
        "Enviado desde Correo para Windows",
        "Enviado desde mi dispositivo Android con K-9 Mail. Por favor, disculpa mi brevedad.",
    ],
    "it": [
        "Inviato da iPhone",
        "Scarica Outlook per iOS",
        "Inviato dal mio Galaxy",
        "Inviato dal mio dispositivo Android con K-9 Mail. Perdonate la brevità.",
    ],
    "pt": ["Enviado do meu iPhone", "Obter o Outlook para iOS", "Enviado a partir do meu Galaxy"],
    "pl": ["Wysłane z iPhone'a", "Wysłane z mojego iPhone’a", "Pobierz aplikację Outlook dla iOS"],
    "sv": ["Skickat från min iPhone", "Hämta Outlook för iOS", "Skickat från Outlook för Android"],
    "da": ["Sendt fra min iPhone", "Hent Outlook til iOS", "Sendt fra Outlook til Android"],
    "nb": ["Sendt fra min iPhone", "Skaff deg Outlook for iOS", "Sendt fra Outlook for Android"],
    "fi": ["Lähetetty iPhonesta", "Hanki Outlook for iOS", "Lähetetty Outlook for Androidista"],
    "cs": ["Odesláno z iPhonu", "Získat Outlook pro iOS", "Odesláno z Outlooku pro Android"],
    "ru": [
        "Отправлено с iPhone",
        "Отправлено из Outlook для Android",
        "Скачать Outlook для iOS",
        "Отправлено из мобильной Яндекс Почты",
    ],
    "ja": ["iPhoneから送信", "iOS 版 Outlook を入手", "Windows 版のメールから送信"],
    "zh": [
        "发自我的iPhone",
        "從我的 iPhone 傳送",
        "获取适用于 iOS 的 Outlook",
        "从 Windows 版邮件发送",
    ],
    "ko": ["나의 iPhone에서 보냄", "iOS용 Outlook 받기", "Windows용 메일에서 보냄"],
    "tr": ["iPhone'umdan gönderildi", "Android için Outlook'tan gönderildi"],
}

PAGES: Final[dict[str, str]] = {
    "gmx": '<div>SAID</div><div name="quote" style="margin:10px 5px 5px 10px; padding:10px 0 10px'
    ' 10px;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Freitag, 20. November 2026 um'
    ' 10:00 Uhr<br/><b>Von:</b>&nbsp;"NAME" &lt;ADDRESS&gt;<br/><b>An:</b>&nbsp;BOB<br/>'
    "<b>Betreff:</b>&nbsp;Japan</div><div>BODY</div></div>",
    "zimbra": '<div>SAID</div><hr id="zwchr" data-marker="__DIVIDER__"><div'
    ' data-marker="__HEADERS__"><b>De: </b>"NAME" &lt;ADDRESS&gt;<br><b>À: </b>BOB<br><b>Envoyé:'
    " </b>Vendredi 20 Novembre 2026 10:00:00<br><b>Objet: </b>Japan</div><div>BODY</div>",
    "notes": "<p>SAID</p><table><tr><td><font size=1 color=#5f5f5f>Fra:</font></td><td><font"
    " size=1>NAME &lt;ADDRESS&gt;</font></td></tr><tr><td><font size=1>Til:</font></td><td>BOB</td>"
    "</tr><tr><td><font size=1>Dato:</font></td><td><font size=1>20.11.2026 10:00</font></td></tr>"
    "<tr><td><font size=1>Emne:</font></td><td>Japan</td></tr></table><p>BODY</p>",
    "notes, one line": "<p>SAID</p><font size=1><b>NAME &lt;ADDRESS&gt;</b></font><br><font size=1>"
    "20.11.2026 10:00</font><table><tr><td>To</td><td>BOB</td></tr></table>"
    "<blockquote>BODY</blockquote>",
    "outlook": "<div class=WordSection1><p class=MsoNormal>SAID</p><p "
    "class=MsoNormal>&nbsp;</p><div style='border:none;border-top:solid #E1E1E1 "
    "1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b><span "
    "lang=FI>Lähettäjä:</span></b><span lang=FI> NAME &lt;<a "
    'href="mailto:ADDRESS">ADDRESS</a>&gt; <br><b>Lähetetty:</b> perjantai 20. '
    "marraskuuta 2026 10.00<br><b>Vastaanottaja:</b> BOB<br><b>Aihe:</b> "
    "Japan</span></p></div><p>BODY</p></div>",
    "outlook on the web": '<div>SAID</div><hr style="display:inline-block;width:98%"><div'
    ' dir="ltr"><font face="Calibri"><b>差出人:</b> NAME &lt;ADDRESS&gt;<br>'
    "<b>送信日時:</b> 2026年11月20日 10:00<br>"
    "<b>宛先:</b> BOB<br><b>件名:</b> Japan</font></div><div>BODY</div>",
    "qq": '<div>SAID</div><div><br></div><div style="font-size: '
    '12px;">------------------&nbsp;原始邮件&nbsp;------------------</div><div><b>发件人:</b> '
    '"NAME" &lt;ADDRESS&gt;;</div><div><b>收件人:</b> BOB;</div><div>BODY</div>',
    "yandex": '<div>SAID</div><div><br></div><div>20.11.2026, 10:00, "NAME" &lt;ADDRESS&gt;:'
    "</div><blockquote><p>BODY</p></blockquote>",
    "telephone": '<div dir="ltr">SAID</div><div dir="ltr"><br>Inviato da iPhone</div><div>'
    "<br>Il giorno 20 nov 2026, alle ore 10:00, NAME &lt;ADDRESS&gt; ha scritto:<br><br></div>"
    "<blockquote type=cite>BODY</blockquote>",
    "a number for the sign": "<div>SAID</div><p>pt., 20 lis 2026 o 10:00 NAME &lt;TALK&#64;HOST&gt;"
    " napisał(a):</p><p>&gt; BODY</p>",
}
"""Whole pages of programs, in which ``BOB`` is the reader."""

STAYS: Final = [
    'On Friday you wrote:\n"I never take tickets"\nand look at you now.',
    "As Alice wrote:\nno more blue trains!",
    "Night Mail wrote yesterday:\nit is your turn. It was not.",
    "Night Mail wrote: it is your turn.\nReally?",
    "On 20 November at 10:00 you wrote:\nI shall win.\nWell.",
    "Op vrijdag schreef je:\nik win nooit.\nDat klopt.",
    "Am Freitag schrieb Carol:\nich gewinne.",
    "From: Kyoto\nTo: Osaka\nThat is my plan.",
    "From: Kyoto 10:00\nTo: Osaka 12:30\nDate: whenever you let me",
    "Van: Kyoto\nAan: Osaka\nEn dan verder.",
    "To: all of you\nHappy new year!",
    "A: three trains\nDe: nothing",
    "Next round starts at 20:30 on 24/12/2026:\nbring tea.",
    "Sent from the train, and glad of it.\nAre we even?",
    "Sent by mistake, sorry.\nMy turn?",
    "Get with it, Alice!\nBlue is mine.",
    "I sent it from my phone yesterday.\nDid it arrive?",
    "Ich habe es vom Handy gesendet\nund dann vergessen.",
    "从手机上看地图很小。\n下次再来。",
    "- blue\n- red\nand then:\n1. green",
    "--- just kidding ---\nGood game.",
    "The score at 10:00:\nyou 20, me 30.",
    "My plan for 2026:\nwin.",
    "Original message from me: hello!\nBye.",
    "Trains left: 12\nPoints: 40\nMood: fine",
    "Trains left at 10:00: 12\nPoints: 40",
    "Carol writes:\nshe wants to join.",
    "Betreff unserer Partie: weiter so!\nVon mir aus: gern.",
    "Sent from my phone, did it arrive?",
    "Virus-free at last!",
    "Sent by train, see https://example.org/?train=9",
    "https://example.org/map?turn=3",
    "Yours since 10:00 on 20/11/2026: bob@example.net",
    "Three trains\n====\nand two stations",
    "Look here: www.example.org/?a=b",
]
"""What people say at a table that merely looks a bit like what programs write."""
