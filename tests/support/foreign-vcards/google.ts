// Contact files of Google Contacts, and of messengers and card services that follow its ways.
import { type ForeignVcard, utf8 } from "./foreign-vcard.ts"

export const GOOGLE_VCARDS: ForeignVcard[] = [
  {
    program: "Google Contacts",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:3.0
FN:Sasha Rivera
N:Rivera;Sasha;Lee;;
NICKNAME:Sash
EMAIL;TYPE=INTERNET;TYPE=WORK:sasha@harborstudio.example
EMAIL;TYPE=INTERNET;TYPE=HOME:sasha.rivera@example.com
TEL;TYPE=CELL:+1 415-555-0132
TEL;TYPE=WORK:(415) 555-0100
item1.TEL:+1 800-555-0199
item1.X-ABLabel:Hotline
ADR;TYPE=WORK:;;1 Quay Street;San Francisco;CA;94111;USA;1 Quay Street\nSan Francisco\, CA 94111\nUSA
item2.ADR:;;Rua Augusta 100;São Paulo;SP;01304-000;Brasil
item2.X-ABLabel:Summer
ORG:Harbor Studio;Design
TITLE:Product Designer
item3.URL:https\://www.google.com/profiles/112345678901234567890
item3.X-ABLabel:PROFILE
item4.URL:https\://harborstudio.example
item4.X-ABLabel:
item5.URL:https\://cal.com/sasha/intro
item5.X-ABLabel:Book a call
BDAY:19900504
item6.X-ABDATE:20150620
item6.X-ABLabel:_$!<Anniversary>!$_
item7.X-ABRELATEDNAMES:Jordan
item7.X-ABLabel:_$!<Partner>!$_
NOTE:Coffee first.\n\nPronouns: they/them
CATEGORIES:myContacts,starred
PHOTO:https://lh3.googleusercontent.com/contacts/AFp0
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Sasha Rivera",
          business_name: "Harbor Studio",
          job_title: "Product Designer",
          bio: "Coffee first.\n\nPronouns: they/them",
          business_phone: "+1 415-555-0132",
          email: "sasha@harborstudio.example",
          address: "1 Quay Street\nSan Francisco, CA 94111\nUSA",
        },
        social_media: {
          website: "https://harborstudio.example/",
        },
        items: [
          "text | Nickname | Sash",
          "email | Home | sasha.rivera@example.com",
          "phone | Work | (415) 555-0100",
          "phone | Hotline | +1 800-555-0199",
          "address | Summer | Rua Augusta 100\nSão Paulo, SP 01304-000\nBrasil",
          "text | Department | Design",
          "link | PROFILE | https://www.google.com/profiles/112345678901234567890",
          "link | Book a call | https://cal.com/sasha/intro | cal_com",
          "date | Birthday | 1990-05-04",
          "date | Anniversary | 2015-06-20",
          "text | Partner | Jordan",
        ],
        left_out: [
          "The photo is on another site: https://lh3.googleusercontent.com/contacts/AFp0",
          "Not imported: groups.",
        ],
      },
    ],
  },
  {
    program: "Google Contacts, several people, one of them with an email only",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
FN:김민준
N:민준;김;;;
TEL;TYPE=CELL:010-1234-5678
ORG:서울커피
CATEGORIES:myContacts
END:VCARD

BEGIN:VCARD
VERSION:3.0
FN:
N:;;;;
EMAIL;TYPE=INTERNET:info@seoulcoffee.example
CATEGORIES:myContacts
END:VCARD

BEGIN:VCARD
VERSION:3.0
FN:
N:;;;;
CATEGORIES:myContacts
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "김민준",
          business_name: "서울커피",
          business_phone: "010-1234-5678",
        },
        left_out: ["Not imported: groups."],
      },
      {
        fields: {
          email: "info@seoulcoffee.example",
        },
        left_out: ["Not imported: groups."],
      },
    ],
  },
  {
    program: "WhatsApp, a shared business contact",
    bytes: utf8(String.raw`
BEGIN:VCARD
VERSION:3.0
N:;Padaria Pão Quente;;;
FN:Padaria Pão Quente
item1.TEL;waid=5511912345678:+55 11 91234-5678
item1.X-ABLabel:Celular
X-WA-BIZ-NAME:Padaria Pão Quente
X-WA-BIZ-DESCRIPTION:Pães artesanais todos os dias\, das 6h às 20h.
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Padaria Pão Quente",
          business_name: "Padaria Pão Quente",
          bio: "Pães artesanais todos os dias, das 6h às 20h.",
          business_phone: "+55 11 91234-5678",
        },
      },
    ],
  },
  {
    program: "a card service, networks as types of URL",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
N;CHARSET=utf-8:O’Brien;Aoife;;;
FN;CHARSET=utf-8:Aoife O’Brien
ORG;CHARSET=utf-8:Liffey Legal
TITLE;CHARSET=utf-8:Solicitor
TEL;TYPE=WORK,VOICE:+353 1 234 5678
TEL;TYPE=CELL,VOICE:+353 87 123 4567
EMAIL;CHARSET=utf-8;type=WORK,INTERNET:aoife@liffeylegal.example
ADR;CHARSET=utf-8;TYPE=WORK:;;5 Ormond Quay;Dublin;;D07 X2Y3;Ireland
URL;TYPE=Website:liffeylegal.example
URL;TYPE=LinkedIn:https://www.linkedin.com/in/aoife-obrien/
URL;TYPE=Instagram:https://instagram.com/liffeylegal
URL;TYPE=WhatsApp:https://wa.me/353871234567
URL;TYPE=Calendly:https://calendly.com/aoife
URL;TYPE=My Card:https://cards.example/aoife
NOTE;CHARSET=utf-8:Family & property law
PHOTO;VALUE=URI;TYPE=JPEG:https://cdn.example/aoife.jpg
SOURCE:https://cards.example/aoife.vcf
REV:2026-01-31T10:00:00Z
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Aoife O’Brien",
          business_name: "Liffey Legal",
          job_title: "Solicitor",
          bio: "Family & property law",
          business_phone: "+353 1 234 5678",
          email: "aoife@liffeylegal.example",
          address: "5 Ormond Quay\nDublin D07 X2Y3\nIreland",
        },
        social_media: {
          website: "https://liffeylegal.example/",
          linkedin: "https://www.linkedin.com/in/aoife-obrien/",
          instagram: "https://instagram.com/liffeylegal",
        },
        items: [
          "phone | Mobile | +353 87 123 4567",
          "link |  | https://wa.me/353871234567 | whatsapp",
          "link |  | https://calendly.com/aoife | calendly",
          "link | My Card | https://cards.example/aoife",
        ],
        left_out: ["The photo is on another site: https://cdn.example/aoife.jpg"],
      },
    ],
  },
  {
    program: "LinkedIn, and its website that is none",
    bytes: utf8(`
BEGIN:VCARD
VERSION:3.0
FN:Kwame Mensah
N:Mensah;Kwame;;;
EMAIL;TYPE=INTERNET:kwame@example.org
ORG:Volta Analytics
TITLE:Head of Data
X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/kwamemensah
URL:http://
URL:javascript:alert(document.cookie)
TEL:
END:VCARD
`),
    people: [
      {
        fields: {
          full_name: "Kwame Mensah",
          business_name: "Volta Analytics",
          job_title: "Head of Data",
          email: "kwame@example.org",
        },
        social_media: {
          linkedin: "https://www.linkedin.com/in/kwamemensah",
        },
        left_out: ["The link “javascript:alert(document.cookie)” is not valid."],
      },
    ],
  },
]
