// Contact files of Outlook, Exchange and Windows.
import { type ForeignVcard, folded, JPEG, octets, utf8 } from "./foreign-vcard.ts"

export const MICROSOFT_VCARDS: ForeignVcard[] = [
  {
    program: "Outlook in German, Windows-1252 and an indented photo",
    bytes: octets(`
BEGIN:VCARD
VERSION:2.1
N;LANGUAGE=de;CHARSET=Windows-1252:M\xfcller;J\xfcrgen;;Prof.
FN;CHARSET=Windows-1252:Prof. J\xfcrgen M\xfcller
ORG;CHARSET=Windows-1252:M\xfcller \x96 Partner;B\xfcro S\xfcd
TITLE;CHARSET=Windows-1252:Gesch\xe4ftsf\xfchrer
TEL;WORK;VOICE:+49 (89) 123456-0
TEL;HOME;VOICE:089 / 654321
TEL;CELL;VOICE:0171 1234567
TEL;WORK;FAX:+49 (89) 123456-99
ADR;WORK;PREF;CHARSET=Windows-1252:;2. Stock;Leopoldstra\xdfe 1;M\xfcnchen;Bayern;80802;Deutschland
LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE;CHARSET=Windows-1252:2. Stock=0D=0A=
Leopoldstra=DFe 1=0D=0A=
80802 M=FCnchen=0D=0A=
Deutschland
X-MS-OL-DEFAULT-POSTAL-ADDRESS:2
URL;WORK:http://www.mueller-partner.example
ROLE;CHARSET=Windows-1252:Steuerberater
BDAY:19650812
X-MS-ANNIVERSARY:19900501
X-MS-IMADDRESS:jmueller@example.com
X-MS-SPOUSE;CHARSET=Windows-1252:K\xe4the
X-MS-MANAGER:Frau Schmidt
EMAIL;PREF;INTERNET:juergen@mueller-partner.example
PHOTO;TYPE=JPEG;ENCODING=BASE64:
${folded(JPEG, 72)}

X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="http://schemas.microsoft.com/office/outlook/12/electronicbusinesscards" ver="1.0"/>
REV:20240131T091500Z
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Prof. Jürgen Müller",
          business_name: "Müller – Partner",
          job_title: "Geschäftsführer",
          business_phone: "+49 (89) 123456-0",
          email: "juergen@mueller-partner.example",
          address: "Leopoldstraße 1\n2. Stock\n80802 München, Bayern\nDeutschland",
        },
        social_media: {
          website: "http://www.mueller-partner.example/",
        },
        items: [
          "text | Department | Büro Süd",
          "phone | Home | 089 / 654321",
          "phone | Mobile | 0171 1234567",
          "phone | Work fax | +49 (89) 123456-99",
          "date | Birthday | 1965-08-12",
          "date | Anniversary | 1990-05-01",
          "text | IM | jmueller@example.com",
          "text | Spouse | Käthe",
          "text | Manager | Frau Schmidt",
          "text | Role | Steuerberater",
        ],
        photo: "image/jpeg",
      },
    ],
  },
  {
    program: "Outlook in French, quoted-printable in Windows-1252",
    bytes: octets(`
BEGIN:VCARD
VERSION:2.1
N;LANGUAGE=fr;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Lef=E8vre;H=E9l=E8ne;;Mme
FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Mme H=E9l=E8ne Lef=E8vre
ORG;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Boulangerie =AB Au Bl=E9 d'or =BB=3B Paris
TITLE;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:G=E9rante
NOTE;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:Ouvert du mardi au samedi=0D=0A7 h =96 19 h 30=0D=0A=0D=0A=
Ferm=E9 en ao=FBt. Prix : 1,20 =80
TEL;WORK;VOICE:01 42 68 53 00
TEL;CELL;VOICE:06 12 34 56 78
ADR;WORK;PREF;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:;;3, rue de la Paix=0D=0AB=E2timent B;Paris;;75002;France
URL;WORK:http://
EMAIL;PREF;INTERNET:helene@aubledor.example
REV:20230405T120000Z
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Mme Hélène Lefèvre",
          business_name: "Boulangerie « Au Blé d'or »; Paris",
          job_title: "Gérante",
          bio: "Ouvert du mardi au samedi\n7 h – 19 h 30\n\nFermé en août. Prix : 1,20 €",
          business_phone: "01 42 68 53 00",
          email: "helene@aubledor.example",
          address: "3, rue de la Paix\nBâtiment B\n75002 Paris\nFrance",
        },
        items: ["phone | Mobile | 06 12 34 56 78"],
      },
    ],
  },
  {
    program: "Outlook in Russian, Windows-1251",
    bytes: octets(`
BEGIN:VCARD
VERSION:2.1
N;LANGUAGE=ru;CHARSET=Windows-1251;ENCODING=QUOTED-PRINTABLE:=D1=EC=E8=F0=ED=EE=E2;=C8=E2=E0=ED
FN;CHARSET=Windows-1251:\xc8\xe2\xe0\xed \xd1\xec\xe8\xf0\xed\xee\xe2
TEL;WORK;VOICE:+7 (812) 123-45-67
EMAIL;PREF;INTERNET:ivan@example.ru
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Иван Смирнов",
          business_phone: "+7 (812) 123-45-67",
          email: "ivan@example.ru",
        },
      },
    ],
  },
  {
    program: "Outlook on the web, vCard 3.0",
    bytes: utf8(String.raw`
BEGIN:VCARD
PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN
VERSION:3.0
N:Okafor;Chidinma;Grace;;MBA
FN:Chidinma Grace Okafor\, MBA
ORG:Lagos Fintech Hub;Partnerships;West Africa
TITLE:Director
EMAIL;TYPE=PREF,INTERNET:c.okafor@lagosfintech.example
EMAIL;TYPE=INTERNET:not an email
TEL;TYPE=WORK,VOICE:+234 1 234 5678
TEL;TYPE=CELL,VOICE,PREF:+234 803 123 4567
TEL;TYPE=ASSISTANT,VOICE:+234 1 234 5679
ADR;TYPE=WORK,PREF:P.O. Box 1234;;12 Marina Road;Lagos;Lagos State;101241;Nigeria
LABEL;TYPE=WORK,PREF:12 Marina Road\nLagos
URL;TYPE=WORK:https://lagosfintech.example/team/chidinma
KEY;ENCODING=B:MIIB
X-MS-CARDPICTURE;TYPE=JPEG;ENCODING=B:/9j/
X-WAB-GENDER:1
CLASS:PUBLIC
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Chidinma Grace Okafor, MBA",
          business_name: "Lagos Fintech Hub",
          job_title: "Director",
          business_phone: "+234 803 123 4567",
          email: "c.okafor@lagosfintech.example",
          address: "P.O. Box 1234\n12 Marina Road\nLagos, Lagos State 101241\nNigeria",
        },
        social_media: {
          website: "https://lagosfintech.example/team/chidinma",
        },
        items: [
          "text | Department | Partnerships, West Africa",
          "phone | Work | +234 1 234 5678",
          "phone | Assistant | +234 1 234 5679",
        ],
        left_out: ["The email “not an email” is not valid.", "Not imported: key."],
      },
    ],
  },
  {
    program: "Windows Contacts, UTF-8 with a byte order mark, everything in capitals or none",
    bytes: new Uint8Array([
      0xef,
      0xbb,
      0xbf,
      ...utf8(`
begin:vcard
version:2.1
n:Papadopoulos;Γιώργος
fn:Γιώργος Παπαδόπουλος
tel;work;voice:210 123 4567
email;pref;internet:giorgos@example.gr
adr;home:;;Ερμού 10;Αθήνα;;105 63;Ελλάδα
url;work:www.example.gr/giorgos
end:vcard
`),
    ]),
    people: [
      {
        fields: {
          full_name: "Γιώργος Παπαδόπουλος",
          business_phone: "210 123 4567",
          email: "giorgos@example.gr",
          address: "Ερμού 10\n105 63 Αθήνα\nΕλλάδα",
        },
        social_media: {
          website: "https://www.example.gr/giorgos",
        },
      },
    ],
  },
]
