// Contact files of Android phones and of the phones before them.
import { type ForeignVcard, folded, JPEG, octets, utf8 } from "./foreign-vcard.ts"

export const ANDROID_VCARDS: ForeignVcard[] = [
  {
    program: "Android in Russian, quoted-printable with soft line breaks and a photo",
    bytes: utf8(`
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=98=D0=B2=D0=B0=D0=BD=D0=BE=D0=B2=D0=B0;=D0=9E=D0=BB=D1=8C=D0=B3=
=D0=B0;=D0=9F=D0=B5=D1=82=D1=80=D0=BE=D0=B2=D0=BD=D0=B0;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9E=D0=BB=D1=8C=D0=B3=D0=B0=20=D0=98=D0=B2=D0=B0=D0=BD=D0=BE=D0=B2=
=D0=B0
TEL;CELL;PREF:+79161234567
TEL;WORK:84951234567
TEL;HOME;FAX:84957654321
EMAIL;WORK:olga@example.ru
ADR;HOME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;=D1=83=D0=BB. =D0=9B=D0=B5=D0=BD=D0=B8=D0=BD=D0=B0, 5;=
=D0=9C=D0=BE=D1=81=D0=BA=D0=B2=D0=B0;;101000;=D0=A0=D0=BE=D1=81=D1=81=D0=B8=D1=8F
ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9E=D0=9E=D0=9E =C2=AB=D0=A0=D0=BE=D0=BC=D0=B0=D1=88=D0=BA=D0=B0=C2=BB
TITLE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=91=D1=83=D1=85=D0=B3=D0=B0=D0=BB=D1=82=D0=B5=D1=80
URL:romashka.example.ru
NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=97=D0=B2=D0=BE=D0=BD=D0=B8=D1=82=D1=8C=0D=0A=D0=BF=D0=BE=D1=81=D0=BB=
=D0=B5 10:00
BDAY:1984-03-08
PHOTO;ENCODING=BASE64;JPEG:${folded(JPEG, 70).trimStart()}

X-ANDROID-CUSTOM;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:vnd.android.cursor.item/nickname;=D0=9E=D0=BB=D1=8F;1;;;;;;;;;;;;;
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Ольга Иванова",
          business_name: "ООО «Ромашка»",
          job_title: "Бухгалтер",
          bio: "Звонить\nпосле 10:00",
          business_phone: "+79161234567",
          email: "olga@example.ru",
          address: "ул. Ленина, 5\n101000 Москва\nРоссия",
        },
        social_media: {
          website: "https://romashka.example.ru/",
        },
        items: [
          "phone | Work | 84951234567",
          "phone | Home fax | 84957654321",
          "date | Birthday | 1984-03-08",
          "text | Nickname | Оля",
        ],
        photo: "image/jpeg",
      },
    ],
  },
  {
    program: "a Samsung phone in Chinese, with labels in brackets",
    bytes: utf8(`
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=9D=8E;=E5=B0=8F=E9=BE=99;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=9D=8E=E5=B0=8F=E9=BE=99
TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=E5=B7=A5=E4=BD=9C=E5=AE=A4):+86 10 6552 9988
TEL;CELL:138 0013 8000
X-SAMSUNGADR;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;;
X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;1973-11-27;3;;;;;;;;;;;;;
X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;--08-08;0;Opening day;;;;;;;;;;;;
X-ANDROID-CUSTOM;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:vnd.android.cursor.item/relation;=E7=90=B3=E8=BE=BE;14;;;;;;;;;;;;;
X-QQ:12345678
X-GOOGLE-TALK:xiaolong
X-SKYPE-USERNAME:xiaolong.li
X-WECHAT:lxl_1973
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "李小龙",
          business_phone: "138 0013 8000",
        },
        items: [
          "phone | 工作室 | +86 10 6552 9988",
          "date | Birthday | 1973-11-27",
          "date | Opening day | --08-08",
          "text | Spouse | 琳达",
          "text | QQ | 12345678",
          "text | Google Talk | xiaolong",
          "text | Skype | xiaolong.li",
          "text | WeChat | lxl_1973",
        ],
      },
    ],
  },
  {
    program: "a Pixel phone, vCard 3.0 with labels as types",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
N:Kowalski;Łukasz;;;
FN:Łukasz Kowalski
TEL;TYPE=CELL:+48 601 234 567
TEL;TYPE=X-Warsztat:+48 22 123 45 67
TEL;TYPE=WORK,FAX:+48 22 123 45 68
EMAIL;TYPE=INTERNET,HOME:lukasz@example.pl
EMAIL;TYPE=INTERNET,WORK:warsztat@example.pl
ADR;TYPE=WORK:;;ul. Nowy Świat 12/4;Warszawa;;00-496;Polska
ORG:Rowery Kowalski
TITLE:Mechanik rowerowy
X-SIP:lukasz@sip.example.pl
X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2008-07-12;1;;;;;;;;;;;;;
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Łukasz Kowalski",
          business_name: "Rowery Kowalski",
          job_title: "Mechanik rowerowy",
          business_phone: "+48 601 234 567",
          email: "lukasz@example.pl",
          address: "ul. Nowy Świat 12/4\n00-496 Warszawa\nPolska",
        },
        items: [
          "phone | Warsztat | +48 22 123 45 67",
          "phone | Work fax | +48 22 123 45 68",
          "email | Work | warsztat@example.pl",
          "text | SIP | lukasz@sip.example.pl",
          "date | Anniversary | 2008-07-12",
        ],
      },
    ],
  },
  {
    program: "a phone in Hindi, lines that end in LF, photo in lines without a space",
    bytes: new TextEncoder().encode(`BEGIN:VCARD
VERSION:2.1
N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=E0=A4=B6=E0=A4=B0=E0=A5=8D=E0=A4=AE=E0=A4=BE;=E0=A4=85=E0=A4=A8=E0=A5=80=E0=A4=A4=E0=A4=BE;;;
TEL;CELL:+919812345678
TEL;CELL:+91 98123 45678
TEL;X-दुकान:0112345678
EMAIL;HOME:anita.sharma@example.in
item1.PHOTO;JPEG;ENCODING=BASE64:${JPEG.slice(0, 60)}
${JPEG.slice(60)}
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "अनीता शर्मा",
          business_phone: "+919812345678",
          email: "anita.sharma@example.in",
        },
        items: ["phone | दुकान | 0112345678"],
        photo: "image/jpeg",
      },
    ],
  },
  {
    program: "a Japanese phone in Shift_JIS, a letter of which ends in a backslash",
    bytes: octets(`
BEGIN:VCARD
VERSION:2.1
N;CHARSET=SHIFT_JIS:\x95\x5c;\x91\xbe\x98\x59;;;
FN;CHARSET=SHIFT_JIS:\x95\x5c \x91\xbe\x98\x59
SOUND;X-IRMC-N;CHARSET=SHIFT_JIS:\xb5\xd3\xc3;\xc0\xdb\xb3;;;
TEL;CELL:09012345678
TEL;HOME;VOICE:0312345678
EMAIL;CELL:omote@example.ne.jp
ORG;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83\\=83t=83g=83E=83F=83A
ADR;HOME;CHARSET=SHIFT_JIS:;;\x90\xe7\x91\xe3\x93c\x8b\xe6;\x93\x8c\x8b\x9e;;100-0001;
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "表 太郎",
          business_name: "ソフトウェア",
          business_phone: "09012345678",
          email: "omote@example.ne.jp",
          address: "千代田区\n100-0001 東京",
        },
        items: ["text | Phonetic name | オモテ タロウ", "phone | Home | 0312345678"],
      },
    ],
  },
  {
    program: "a Nokia phone, ISO 8859-1 without a word about it",
    bytes: octets(`
BEGIN:VCARD
VERSION:2.1
N:H\xf6lderlin;J\xf6rg
TEL;VOICE;CELL:+358401234567
TEL;VOICE;HOME:+358 9 123 456
URL;WORK:http://www.example.fi
EMAIL:jorg@example.fi
ADR;HOME:;;Mannerheimintie 1 A;Helsinki;;00100;Suomi
BDAY:19700412T000000Z
NOTE:P\xe4iv\xe4\xe4! Long texts are folded before
 a space here.
REV:20080102T000000Z
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Jörg Hölderlin",
          bio: "Päivää! Long texts are folded before a space here.",
          business_phone: "+358401234567",
          email: "jorg@example.fi",
          address: "Mannerheimintie 1 A\n00100 Helsinki\nSuomi",
        },
        social_media: {
          website: "http://www.example.fi/",
        },
        items: ["phone | Home | +358 9 123 456", "date | Birthday | 1970-04-12"],
      },
    ],
  },
  {
    program: "a Korean phone in EUC-KR",
    bytes: octets(`
BEGIN:VCARD
VERSION:2.1
N;CHARSET=EUC-KR:\xb9\xda;\xc1\xf6\xbc\xba
FN;CHARSET=EUC-KR;ENCODING=QUOTED-PRINTABLE:=B9=DA=C1=F6=BC=BA
TEL;CELL:010-9876-5432
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "박지성",
          business_phone: "010-9876-5432",
        },
      },
    ],
  },
]
