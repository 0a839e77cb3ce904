// Contact files of Apple Contacts and iCloud.
import { crlf, type ForeignVcard, folded, JPEG, utf8 } from "./foreign-vcard.ts"

export const APPLE_VCARDS: ForeignVcard[] = [
  {
    program: "an iPhone in German, with labels of its own and a birthday without a year",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iPhone OS 17.5.1//EN
N:Schäfer;Katrin;;Dr.;
FN:Dr. Katrin Schäfer
NICKNAME:Kati
ORG:Praxis Schäfer & Öztürk;Kardiologie
TITLE:Fachärztin für Innere Medizin
EMAIL;type=INTERNET;type=WORK;type=pref:katrin@praxis-schaefer.example
EMAIL;type=INTERNET;type=HOME:kati.schaefer@example.com
item1.TEL:+49 30 1234567
item1.X-ABLabel:Anmeldung
TEL;type=CELL;type=VOICE;type=pref:+49 170 1234567
TEL;type=IPHONE;type=CELL;type=VOICE:+49 171 7654321
TEL;type=WORK;type=FAX:+49 30 1234568
item2.ADR;type=WORK;type=pref:;;Torstraße 12\nHinterhaus;Berlin;;10119;Deutschland
item2.X-ABADR:de
item3.URL;type=pref:https://praxis-schaefer.example
item3.X-ABLabel:_$!<HomePage>!$_
item4.URL:https://www.doctolib.example/kardiologie/berlin/schaefer
item4.X-ABLabel:Termine
X-SOCIALPROFILE;type=linkedin;x-user=katrinschaefer:http://www.linkedin.com/in/katrinschaefer
X-SOCIALPROFILE;type=twitter;x-user=drkati:http://twitter.com/drkati
BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-04
NOTE:Sprechstunde Mo–Do\, 8 bis 12 Uhr\nund nach Vereinbarung\;
UID:7D1C6B0E-5C6A-4B0C-9D0A-6C1B8E8B0001
X-ABShowAs:PERSON
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Dr. Katrin Schäfer",
          business_name: "Praxis Schäfer & Öztürk",
          job_title: "Fachärztin für Innere Medizin",
          bio: "Sprechstunde Mo–Do, 8 bis 12 Uhr\nund nach Vereinbarung;",
          business_phone: "+49 170 1234567",
          email: "katrin@praxis-schaefer.example",
          address: "Torstraße 12\nHinterhaus\n10119 Berlin\nDeutschland",
        },
        social_media: {
          website: "https://praxis-schaefer.example/",
          linkedin: "http://www.linkedin.com/in/katrinschaefer",
          twitter: "http://twitter.com/drkati",
        },
        items: [
          "text | Nickname | Kati",
          "text | Department | Kardiologie",
          "email | Home | kati.schaefer@example.com",
          "phone | Anmeldung | +49 30 1234567",
          "phone | iPhone | +49 171 7654321",
          "phone | Work fax | +49 30 1234568",
          "link | Termine | https://www.doctolib.example/kardiologie/berlin/schaefer",
          "date | Birthday | --05-04",
        ],
      },
    ],
  },
  {
    program: "iCloud, an address book of several people with a group and a folded photo",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iCloud Web Address Book 2413B20//EN
N:Nguyễn;Thị Minh Khai;;;
FN:Nguyễn Thị Minh Khai
item1.TEL;type=pref:0912 345 678
item1.X-ABLabel:_$!<Mobile>!$_
item2.X-ABDATE;type=pref:2012-09-29
item2.X-ABLabel:_$!<Anniversary>!$_
item3.X-ABDATE:2020-02-29
item3.X-ABLabel:Khai trương
item4.X-ABRELATEDNAMES;type=pref:Trần Văn Hùng
item4.X-ABLabel:_$!<Spouse>!$_
item5.IMPP;X-SERVICE-TYPE=Skype;type=pref:skype:minhkhai.nguyen
item5.X-ABLabel:_$!<Work>!$_
IMPP;X-SERVICE-TYPE=Telegram;type=HOME:x-apple:minhkhai
IMPP;X-SERVICE-TYPE=AIM:aim:goim?screenname=khai%20nguyen
PHOTO;ENCODING=b;TYPE=JPEG:
${folded(JPEG, 74)}
CATEGORIES:Gia đình
END:VCARD
BEGIN:VCARD
VERSION:3.0
N:;;;;
FN:Café Hạ Long
ORG:Café Hạ Long;
X-ABShowAs:COMPANY
TEL;type=MAIN;type=pref:+84 24 3825 0000
ADR;type=HOME;type=pref:;;;;;;
END:VCARD
BEGIN:VCARD
VERSION:3.0
N:Gia đình;;;;
FN:Gia đình
X-ADDRESSBOOKSERVER-KIND:group
X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:7D1C6B0E-5C6A-4B0C-9D0A-6C1B8E8B0002
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Nguyễn Thị Minh Khai",
          business_phone: "0912 345 678",
        },
        items: [
          "date | Anniversary | 2012-09-29",
          "date | Khai trương | 2020-02-29",
          "text | Spouse | Trần Văn Hùng",
          "text | Skype | minhkhai.nguyen",
          "link |  | https://t.me/minhkhai | telegram",
          "text | AIM | khai nguyen",
        ],
        photo: "image/jpeg",
        left_out: ["Not imported: groups."],
      },
      {
        fields: {
          full_name: "Café Hạ Long",
          business_name: "Café Hạ Long",
          business_phone: "+84 24 3825 0000",
        },
      },
    ],
  },
  {
    program: "Apple Contacts on a Mac, addresses with escaped colons and accounts of services without pages",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//macOS 14.4//EN
N:Fernández de la Cruz;María José;;;
FN:María José Fernández de la Cruz
ORG:Estudio Fernández\, S.L.;
TITLE:Arquitecta\; socia
item1.URL;type=pref:https\://estudiofernandez.example/obras?año=2024&tipo=vivienda
item1.X-ABLabel:_$!<HomePage>!$_
URL;type=WORK:https\://www.behance.net/mjfernandez
URL;type=HOME:https\://www.instagram.com/mjfernandez
X-SOCIALPROFILE;type=instagram;x-user=estudiofernandez:http://instagram.com/estudiofernandez
X-SOCIALPROFILE;type=facebook;x-user=mjfernandez:http://www.facebook.com/mjfernandez
X-SOCIALPROFILE;type=Mastodon;x-user=@mj@mastodon.social:x-apple:@mj@mastodon.social
X-SOCIALPROFILE;type=gamecenter;x-user=MJ77:x-apple:MJ77
item2.EMAIL;type=INTERNET;type=pref:mj@estudiofernandez.example
item2.X-ABLabel:Estudio
item3.TEL;type=pref:+34 91 123 45 67
item3.X-ABLabel:_$!<WorkFAX>!$_
TEL;type=WORK;type=VOICE:+34 912 345 678
item4.ADR;type=WORK;type=pref:;;Calle de Alcalá\, 20;Madrid;Madrid;28014;España
item4.X-ABADR:es
BDAY:1979-11-30
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "María José Fernández de la Cruz",
          business_name: "Estudio Fernández, S.L.",
          job_title: "Arquitecta; socia",
          business_phone: "+34 912 345 678",
          email: "mj@estudiofernandez.example",
          address: "Calle de Alcalá, 20\n28014 Madrid\nEspaña",
        },
        social_media: {
          website: "https://estudiofernandez.example/obras?a%C3%B1o=2024&tipo=vivienda",
          instagram: "https://www.instagram.com/mjfernandez",
          facebook: "http://www.facebook.com/mjfernandez",
        },
        items: [
          "link |  | https://www.behance.net/mjfernandez | behance",
          "link |  | http://instagram.com/estudiofernandez | instagram",
          "link |  | https://mastodon.social/@mj | mastodon",
          "text | Gamecenter | MJ77",
          "phone | Work fax | +34 91 123 45 67",
          "date | Birthday | 1979-11-30",
        ],
      },
    ],
  },
  {
    program: "Apple Contacts in Japanese, with phonetic names",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:3.0
PRODID:-//Apple Inc.//iPhone OS 16.0//EN
N:山田;太郎;;;
FN:山田 太郎
X-PHONETIC-FIRST-NAME:たろう
X-PHONETIC-LAST-NAME:やまだ
ORG:株式会社サクラ印刷;営業部
TITLE:営業部長 🌸
TEL;type=CELL;type=VOICE;type=pref:090-1234-5678
item1.TEL:03-1234-5678
item1.X-ABLabel:会社代表
item2.ADR;type=WORK;type=pref:;;丸の内1-9-1;千代田区;東京都;100-0005;日本
item2.X-ABADR:jp
item3.URL;type=pref:https://サクラ印刷.jp/
item3.X-ABLabel:_$!<HomePage>!$_
item4.URL:https://line.me/ti/p/~yamada
item4.X-ABLabel:LINE
BDAY:1985-04-01
NOTE:名刺・チラシ・パンフレットの印刷は\nお任せください。
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "山田 太郎",
          business_name: "株式会社サクラ印刷",
          job_title: "営業部長 🌸",
          bio: "名刺・チラシ・パンフレットの印刷は\nお任せください。",
          business_phone: "090-1234-5678",
          address: "丸の内1-9-1\n100-0005 千代田区, 東京都\n日本",
        },
        social_media: {
          website: "https://xn--pckl1ns52kyjb.jp/",
        },
        items: [
          "text | Phonetic name | やまだ たろう",
          "text | Department | 営業部",
          "phone | 会社代表 | 03-1234-5678",
          "link |  | https://line.me/ti/p/~yamada | line",
          "date | Birthday | 1985-04-01",
        ],
      },
    ],
  },
  {
    program: "Mac OS X 10.4, in UTF-16 with a byte order mark",
    bytes: new Uint8Array([
      0xfe,
      0xff,
      ...Array.from(
        crlf(`
BEGIN:VCARD
VERSION:3.0
N:Åkesson;Björn;;;
FN:Björn Åkesson
EMAIL;type=INTERNET;type=HOME;type=pref:bjorn@example.se
TEL;type=HOME;type=pref:08-123 45 67
item1.X-AIM;type=HOME;type=pref:bjorn1970
NOTE:Båtbyggare 🛶
END:VCARD
`),
      ).flatMap((character) =>
        Array.from({ length: character.length }, (_, at) => character.charCodeAt(at)).flatMap((unit) => [
          unit >> 8,
          unit & 255,
        ]),
      ),
    ]),
    people: [
      {
        fields: {
          full_name: "Björn Åkesson",
          bio: "Båtbyggare 🛶",
          business_phone: "08-123 45 67",
          email: "bjorn@example.se",
        },
        items: ["text | AIM | bjorn1970"],
      },
    ],
  },
  {
    program: "iCloud in Arabic, with marks that turn the direction of text",
    bytes: utf8(
      `
BEGIN:VCARD
VERSION:3.0
N:العلي;فاطمة;;;
FN:فاطمة العلي
ORG:مؤسسة النور للتصميم;
TITLE:مصممة داخلية
TEL;type=CELL;type=VOICE;type=pref:LRE+971 50 123 4567PDF
TEL;type=WORK;type=VOICE:٠٤ ١٢٣ ٤٥٦٧
EMAIL;type=INTERNET;type=pref:fatima@alnoor.example
item1.ADR;type=WORK;type=pref:صندوق بريد ١٢٣٤;;شارع الشيخ زايد;دبي;;;الإمارات العربية المتحدة
item1.X-ABADR:ae
NOTE:ساعات العمل: الأحد–الخميس
END:VCARD
`
        .replace("LRE", "\u202a")
        .replace("PDF", "\u202c"),
    ),
    people: [
      {
        fields: {
          full_name: "فاطمة العلي",
          business_name: "مؤسسة النور للتصميم",
          job_title: "مصممة داخلية",
          bio: "ساعات العمل: الأحد–الخميس",
          business_phone: "+971 50 123 4567",
          email: "fatima@alnoor.example",
          address: "صندوق بريد ١٢٣٤\nشارع الشيخ زايد\nدبي\nالإمارات العربية المتحدة",
        },
        items: ["phone | Work | ٠٤ ١٢٣ ٤٥٦٧"],
      },
    ],
  },
]
