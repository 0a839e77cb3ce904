// Contact files of mail programs, groupware and card services, and files that are broken in ways that occur.
import { crlf, type ForeignVcard, JPEG, octets, PNG, utf8 } from "./foreign-vcard.ts"

export const OTHER_VCARDS: ForeignVcard[] = [
  {
    program: "Thunderbird, vCard 4.0",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:4.0
N:Rossi;Giulia;;;
FN:Giulia Rossi
NICKNAME:Giuli,Jules
EMAIL;PREF=1;TYPE=work:giulia@atelier-rossi.example
EMAIL;TYPE=home:giulia.rossi@example.it
TEL;TYPE=work;VALUE=TEXT:+39 02 1234567
TEL;TYPE=cell;VALUE=uri:tel:+39-333-123-4567;ext=12
ADR;TYPE=work:;;Via Brera 8;Milano;MI;20121;Italia
URL;TYPE=work;VALUE=URI:https://atelier-rossi.example
BDAY;VALUE=DATE:--0229
ANNIVERSARY;VALUE=DATE:20190608
TITLE:Restauratrice
ROLE:Dipinti su tavola
ORG:Atelier Rossi;
IMPP;VALUE=URI:xmpp:giulia@jabber.example
IMPP;VALUE=URI:matrix:u/giulia:matrix.org
TZ;VALUE=TEXT:Europe/Rome
X-CUSTOM1;VALUE=TEXT:P. IVA 01234567890
NOTE:Su appuntamento\, anche il sabato.
UID:9c5f2f1e-7f0b-4f3f-9a40-2d8e6c1f0a11
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Giulia Rossi",
          job_title: "Restauratrice",
          business_name: "Atelier Rossi",
          bio: "Su appuntamento, anche il sabato.",
          business_phone: "+39 02 1234567",
          email: "giulia@atelier-rossi.example",
          address: "Via Brera 8\nMilano, MI 20121\nItalia",
        },
        social_media: {
          website: "https://atelier-rossi.example/",
        },
        items: [
          "text | Nickname | Giuli, Jules",
          "email | Home | giulia.rossi@example.it",
          "phone | Mobile | +39-333-123-4567 ext. 12",
          "date | Birthday | --02-29",
          "date | Anniversary | 2019-06-08",
          "text | XMPP | giulia@jabber.example",
          "link |  | https://matrix.to/#/@giulia:matrix.org | matrix",
          "text | Custom 1 | P. IVA 01234567890",
          "text | Role | Dipinti su tavola",
        ],
      },
    ],
  },
  {
    program: "Nextcloud, social profiles as types",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
PRODID:-//Sabre//Sabre VObject 4.5.4//EN
UID:0c6c3a35-5e1b-4b66-a0d1-2a2a53d5a6b0
FN:Noa Levi
N:Levi;Noa;;;
EMAIL;TYPE=HOME:noa@example.co.il
TEL;TYPE=HOME,VOICE:+972-3-123-4567
TEL;TYPE="CELL,VOICE":+972-50-123-4567
X-SOCIALPROFILE;TYPE=FACEBOOK:noa.levi
X-SOCIALPROFILE;TYPE=MASTODON:@noa@tooot.example
X-SOCIALPROFILE;TYPE=GITHUB:https://github.com/noalevi
X-SOCIALPROFILE;TYPE=DIASPORA:noa@pod.example
X-MATRIX:@noa:matrix.org
PHOTO;ENCODING=b;TYPE=image/png:${PNG}
CATEGORIES:Freunde
GENDER:F
REV;VALUE=DATE-AND-OR-TIME:20240102T030405Z
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Noa Levi",
          business_phone: "+972-3-123-4567",
          email: "noa@example.co.il",
        },
        social_media: {
          facebook: "https://www.facebook.com/noa.levi",
        },
        items: [
          "phone | Mobile | +972-50-123-4567",
          "link |  | https://tooot.example/@noa | mastodon",
          "link |  | https://github.com/noalevi | github",
          "text | Diaspora | noa@pod.example",
          "link |  | https://matrix.to/#/@noa:matrix.org | matrix",
        ],
        photo: "image/png",
        left_out: ["Not imported: groups, gender."],
      },
    ],
  },
  {
    program: "KDE KAddressBook",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:3.0
ADR;TYPE=home:;;Hauptplatz 3;Linz;;4020;Österreich
BDAY:1991-12-24T00:00:00
EMAIL;TYPE=PREF:eva@example.at
EMAIL:eva.huber@uni.example.at
FN:Eva Huber
GEO:48.305908;14.286198
IMPP;TYPE=HOME:skype:eva.huber
N:Huber;Eva;;;
ORG:Universität Linz
PHOTO;VALUE=uri:data:image/png;base64\,${PNG}
TEL;TYPE=CELL:+43 664 1234567
URL:https://example.at/eva
X-KADDRESSBOOK-BlogFeed:https://blog.example.at/feed
X-KADDRESSBOOK-X-Anniversary:2018-08-18
X-KADDRESSBOOK-X-AssistantsName:Herr Gruber
X-KADDRESSBOOK-X-Profession:Chemikerin
X-KADDRESSBOOK-X-SpouseName:Max
X-KADDRESSBOOK-X-IMAddress:eva@jabber.example.at
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Eva Huber",
          business_name: "Universität Linz",
          business_phone: "+43 664 1234567",
          email: "eva@example.at",
          address: "Hauptplatz 3\n4020 Linz\nÖsterreich",
        },
        social_media: {
          website: "https://example.at/eva",
        },
        items: [
          "date | Birthday | 1991-12-24",
          "email |  | eva.huber@uni.example.at",
          "text | Skype | eva.huber",
          "link | Blog | https://blog.example.at/feed",
          "date | Anniversary | 2018-08-18",
          "text | Assistant | Herr Gruber",
          "text | Profession | Chemikerin",
          "text | Spouse | Max",
          "text | IM | eva@jabber.example.at",
        ],
        photo: "image/png",
        left_out: ["Not imported: map position."],
      },
    ],
  },
  {
    program: "Evolution",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:3.0
X-EVOLUTION-FILE-AS:Silva\, Tiago
FN:Tiago Silva
N:Silva;Tiago;;;
TEL;TYPE="WORK,VOICE";X-EVOLUTION-UI-SLOT=1:+351 21 123 4567
TEL;TYPE=CELL;X-EVOLUTION-UI-SLOT=2:+351 912 345 678
EMAIL;TYPE=WORK;X-EVOLUTION-UI-SLOT=1:tiago@example.pt
X-EVOLUTION-BLOG-URL:https://tiago.example.pt/blog
X-EVOLUTION-SPOUSE:Inês
X-EVOLUTION-ANNIVERSARY:2011-06-11
X-EVOLUTION-MANAGER:Rui
X-JABBER;TYPE=HOME;X-EVOLUTION-UI-SLOT=1:tiago@jabber.example.pt
X-TWITTER;X-EVOLUTION-UI-SLOT=1:@tiagosilva
X-MOZILLA-HTML:FALSE
CALURI:https://calendar.example.pt/tiago
FBURL:https://calendar.example.pt/tiago/free
LABEL;TYPE=WORK:Rua da Prata 80\n1100-420 Lisboa\nPortugal
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Tiago Silva",
          business_phone: "+351 21 123 4567",
          email: "tiago@example.pt",
          address: "Rua da Prata 80\n1100-420 Lisboa\nPortugal",
        },
        social_media: {
          twitter: "https://x.com/tiagosilva",
        },
        items: [
          "phone | Mobile | +351 912 345 678",
          "link | Blog | https://tiago.example.pt/blog",
          "text | Spouse | Inês",
          "date | Anniversary | 2011-06-11",
          "text | Manager | Rui",
          "text | XMPP | tiago@jabber.example.pt",
          "link | Calendar | https://calendar.example.pt/tiago",
          "link | Free/busy | https://calendar.example.pt/tiago/free",
        ],
      },
    ],
  },
  {
    program: "the example of RFC 6350 with everything around it",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:4.0
KIND:individual
FN;ALTID=1;LANGUAGE=en:Simon Perreault
FN;ALTID=1;LANGUAGE=ja:シモン・ペロー
N:Perreault;Simon;;;ing. jr,M.Sc.
BDAY:--0203
ANNIVERSARY:20090808T1430-0500
GENDER:M
LANG;PREF=1:fr
LANG;PREF=2:en
ORG;TYPE=work:Viagenie
ADR;TYPE=work;LABEL="Suite D2-630\n2875 Laurier\nQuébec, QC, Canada":;Suite D2-630;2875 Laurier;Quebec;QC;G1V 2M2;Canada
TEL;VALUE=uri;TYPE="work,voice";PREF=1:tel:+1-418-656-9254;ext=102
TEL;VALUE=uri;TYPE="work,cell,voice,video,text":tel:+1-418-262-6501
EMAIL;TYPE=work:simon.perreault@viagenie.example
GEO;TYPE=work:geo:46.772673,-71.282945
KEY;TYPE=work;VALUE=uri:http://www.viagenie.example/simon.perreault/simon.asc
TZ:-0500
URL;TYPE=home:http://nomis80.example
PRONOUNS;LANGUAGE=fr:il/lui
SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://mastodon.social/@simon
SOCIALPROFILE;VALUE=text;SERVICE-TYPE=GitHub;USERNAME=sperreault:sperreault
RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
RELATED;TYPE=spouse;VALUE=text:Anne
HOBBY;LEVEL=high:lecture
PHOTO:data:image/jpeg;base64,${JPEG}
X-LUNCH:poutine
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Simon Perreault",
          business_name: "Viagenie",
          business_phone: "+1-418-656-9254 ext. 102",
          email: "simon.perreault@viagenie.example",
          address: "Suite D2-630\n2875 Laurier\nQuébec, QC, Canada",
        },
        social_media: {
          website: "http://nomis80.example/",
        },
        items: [
          "text | Name | シモン・ペロー",
          "date | Birthday | --02-03",
          "date | Anniversary | 2009-08-08",
          "text | Language | fr",
          "text | Language | en",
          "phone | Work mobile | +1-418-262-6501",
          "text | Pronouns | il/lui",
          "link |  | https://mastodon.social/@simon | mastodon",
          "link |  | https://github.com/sperreault | github",
          "text | Spouse | Anne",
          "text | Hobby | lecture",
        ],
        photo: "image/jpeg",
        left_out: ["Not imported: gender, map position, key, X-LUNCH."],
      },
    ],
  },
  {
    program: "a program that folds in the middle of a character",
    bytes: octets(`
BEGIN:VCARD
VERSION:3.0
N:\xe6\x9d\x8e\xe4
 \xb8\x80;\xe5\xb0\x8f\xe6
 \x98\x8e;;;
FN:\xe6\x9d\x8e\xe4\xb8\x80 \xe5\xb0\x8f\xe6\x98
 \x8e
TEL;TYPE=CELL:+886 912
	 345 678
EMAIL;TYPE=INTERNET:xiaoming@example.t
 w
URL:https://example.tw/a-very-long-address
 -that-was-folded
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "李一 小明",
          business_phone: "+886 912 345 678",
          email: "xiaoming@example.tw",
        },
        social_media: {
          website: "https://example.tw/a-very-long-address-that-was-folded",
        },
      },
    ],
  },
  {
    program: "an old Mac program, lines that end in CR, in ISO 8859-1",
    bytes: octets(
      `
BEGIN:VCARD
VERSION:3.0
FN:René Dubois
N:Dubois;René;;;
ADR;TYPE=dom,home,postal,parcel:;;12 rue de l'Église;Liège;;4000;Belgique
TEL;TYPE=home,voice,msg:+32 4 123 45 67
END:VCARD
`,
    ).filter((byte) => byte !== 0x0a),
    people: [
      {
        fields: {
          full_name: "René Dubois",
          business_phone: "+32 4 123 45 67",
          address: "12 rue de l'Église\n4000 Liège\nBelgique",
        },
      },
    ],
  },
  {
    program: "a script that escapes nothing and breaks its lines",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
FN:Zoë van den Berg
N:van den Berg;Zoë
ORG:Berg, Dal & Zn; Amsterdam
TITLE:Bakker
TEL:+31 20 123 4567
NOTE:Open:
maandag t/m vrijdag, 8-17 uur

zaterdag gesloten
EMAIL:zoe@example.nl
this line means nothing
URL:https://example.nl/a,b;c
X-SHOESIZE:39
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Zoë van den Berg",
          business_name: "Berg, Dal & Zn",
          job_title: "Bakker",
          bio: "Open:\nmaandag t/m vrijdag, 8-17 uur\n\nzaterdag gesloten",
          business_phone: "+31 20 123 4567",
          email: "zoe@example.nl",
        },
        social_media: {
          website: "https://example.nl/a,b;c",
        },
        items: ["text | Department | Amsterdam"],
        left_out: ["The line “this line means nothing” can't be read.", "Not imported: X-SHOESIZE."],
      },
    ],
  },
  {
    program: "a secretary inside of a contact, and a file that ends too early",
    bytes: utf8(`
BEGIN:VCARD
VERSION:2.1
FN:Her Excellency Ann Boss
AGENT:
BEGIN:VCARD
VERSION:2.1
FN:Fred Secretary
TEL;WORK:+1-213-555-1234
END:VCARD
TEL;WORK;VOICE:+1 213 555 0100
END:VCARD
BEGIN:VCARD
VERSION:2.1
FN:Nobody's Fool
EMAIL;INTERNET:fool@example.com
TEL;CELL:+1 213 555 01`),
    people: [
      {
        fields: {
          full_name: "Her Excellency Ann Boss",
          business_phone: "+1 213 555 0100",
        },
      },
      {
        fields: {
          full_name: "Nobody's Fool",
          business_phone: "+1 213 555 01",
          email: "fool@example.com",
        },
      },
    ],
  },
  {
    program: "an address book in UTF-16 without a byte order mark",
    bytes: Uint8Array.from(
      Array.from(
        crlf(`
BEGIN:VCARD
VERSION:3.0
FN:Ayşe Yılmaz
N:Yılmaz;Ayşe;;;
TEL;TYPE=CELL:0532 123 45 67
ORG:Çiçekçi Ayşe
END:VCARD
`),
      ).flatMap((character) => [character.charCodeAt(0) & 255, character.charCodeAt(0) >> 8]),
    ),
    people: [
      {
        fields: {
          full_name: "Ayşe Yılmaz",
          business_name: "Çiçekçi Ayşe",
          business_phone: "0532 123 45 67",
        },
      },
    ],
  },
  {
    program: "a name in two scripts and more links than a profile has networks",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
FN:ธนพร Thanaporn Suksawat
N:Suksawat;Thanaporn;ธนพร;;
TEL;TYPE=CELL:081-234-5678
URL:https://www.youtube.com/@thanaporn
URL:https://www.youtube.com/watch?v=dQw4w9WgXcQ
URL:https://www.tiktok.com/@thanaporn
URL:https://open.spotify.com/artist/123
URL:https://bsky.app/profile/thanaporn.bsky.social
URL:https://www.pinterest.com/thanaporn/
URL:https://thanaporn.example
URL:https://shop.thanaporn.example
item1.URL:https://www.facebook.com/events/1234567890
item1.X-ABLabel:Exhibition
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "ธนพร Thanaporn Suksawat",
          business_phone: "081-234-5678",
        },
        social_media: {
          youtube: "https://www.youtube.com/@thanaporn",
          tiktok: "https://www.tiktok.com/@thanaporn",
          bluesky: "https://bsky.app/profile/thanaporn.bsky.social",
          pinterest: "https://www.pinterest.com/thanaporn/",
          website: "https://thanaporn.example/",
        },
        items: [
          "link |  | https://www.youtube.com/watch?v=dQw4w9WgXcQ | youtube",
          "link |  | https://open.spotify.com/artist/123 | spotify",
          "link |  | https://shop.thanaporn.example/",
          "link | Exhibition | https://www.facebook.com/events/1234567890 | facebook",
        ],
      },
    ],
  },
]
