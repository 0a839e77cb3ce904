// Exports of other sites, tables and lists of links, read into a profile.
import { describe, expect, test } from "vitest"
import { JPEG } from "../../../tests/support/foreign-vcards/foreign-vcard.ts"
import { importFrom, importFromText } from "./import-from.ts"
import { IMPORT } from "./import-messages.ts"
import { ImportError, type ImportedContact } from "./imported.ts"

/** The first contact, with items as "kind | label | value" and, where there is one, " | service". */
function read(text: string) {
  const { format, contacts } = importFromText(text)
  const { fields, social_media, items, photo, left_out } = contacts[0] as ImportedContact
  const lines = items.map(({ kind, label, value, service }) =>
    [kind, label, value, service].join(" | ").replace(/ \| $/, ""),
  )
  return { format, fields, social_media: { ...social_media }, items: lines, photo: photo?.type, left_out }
}

const ACCOUNT = {
  username: "kai",
  pageTitle: "Kai Sol",
  description: "Songs & stories",
  profilePictureUrl: "https://pictures.example/kai.png",
  links: [
    { id: 1, type: "HEADER", title: "Music", url: "" },
    { id: 2, type: "CLASSIC", title: "Blog", url: "https://blog.example/" },
    { id: 3, type: "MUSIC", title: "New single", url: "https://open.spotify.com/track/1" },
    { id: 4, type: "CLASSIC", title: "My YouTube channel", url: "https://www.youtube.com/@kaisol" },
    { id: 5, type: "CLASSIC", title: "Website", url: "https://kai.example" },
    { id: 6, type: "CLASSIC", title: "Bad", url: "javascript:alert(1)" },
  ],
  socialLinks: [
    { type: "TWITTER", url: "https://twitter.com/kaisol" },
    { type: "EMAIL_ADDRESS", url: "mailto:kai@example.com" },
    { type: "WHATSAPP", url: "https://wa.me/491701234567" },
    { type: "PHONE", url: "tel:+49301234567" },
  ],
}
const FROM_LINKTREE = {
  format: "linktree",
  fields: { full_name: "Kai Sol", bio: "Songs & stories", email: "kai@example.com", business_phone: "+49301234567" },
  social_media: {
    twitter: "https://twitter.com/kaisol",
    youtube: "https://www.youtube.com/@kaisol",
    website: "https://kai.example/",
  },
  items: [
    "link | Blog | https://blog.example/",
    "link | New single | https://open.spotify.com/track/1 | spotify",
    "link |  | https://wa.me/491701234567 | whatsapp",
  ],
  photo: undefined,
  left_out: [
    IMPORT.photoElsewhere("https://pictures.example/kai.png"),
    IMPORT.noLink("Music"),
    IMPORT.invalid("link", "javascript:alert(1)"),
  ],
}

describe("Linktree", () => {
  test("data as JSON", () => {
    expect(read(JSON.stringify({ account: ACCOUNT }))).toEqual(FROM_LINKTREE)
    expect(read(JSON.stringify(ACCOUNT))).toEqual(FROM_LINKTREE)
  })

  test("a saved page", () => {
    const data = JSON.stringify({ props: { pageProps: { account: ACCOUNT, username: "kai" } }, page: "/[profile]" })
    const page = `<!DOCTYPE html><html><head><title>Kai</title></head><body><script id="__NEXT_DATA__" type="application/json" crossorigin="anonymous">${data}</script></body></html>`
    expect(read(page)).toEqual(FROM_LINKTREE)
  })
})

test("LinkStack's user data: links, texts, its contact and the picture", () => {
  const contact = {
    first_name: "Sasha",
    organization: "Harbor Studio",
    vtitle: "Designer",
    work_url: "https://harborstudio.example",
    work_email: "sasha@harborstudio.example",
    work_phone: "+1 415 555 0100",
    home_address_label: "Home",
    home_address_street: "1 Quay Street",
    home_address_city: "San Francisco",
    home_address_state: "CA",
    home_address_zip: "94111",
    home_address_country: "USA",
  }
  const data = {
    id: 1,
    name: "Sasha Rivera",
    email: "sign-in@example.com",
    littlelink_name: "sasha",
    littlelink_description: "<p>Brand &amp; <strong>type</strong></p><p>since 2009</p>",
    links: [
      { link: "https://instagram.com/sasha", title: "instagram", button_id: 94, type: "predefined" },
      { link: "https://shop.example/", title: "Shop", button_id: 1, type: "link" },
      { link: "mailto:hello@example.com", title: "Write to me", button_id: 6, type: "email" },
      { link: "+49 30 123456", title: "Studio", button_id: 44, type: "telephone" },
      { link: null, title: "More", button_id: 42, type: "heading" },
      { link: null, title: "<p>Open <b>daily</b></p>", button_id: 93, type: "text" },
      { link: null, title: "", button_id: 43, type: "spacer" },
      { link: JSON.stringify(contact), title: "Save contact", button_id: 96, type: "vcard" },
    ],
    image_data: JPEG,
    image_extension: "jpg",
  }
  expect(read(JSON.stringify(data))).toEqual({
    format: "linkstack",
    fields: {
      full_name: "Sasha Rivera",
      job_title: "Designer",
      business_name: "Harbor Studio",
      business_phone: "+1 415 555 0100",
      email: "sasha@harborstudio.example",
      address: "1 Quay Street\nSan Francisco, CA 94111\nUSA",
      bio: "Brand & type\nsince 2009",
    },
    social_media: { instagram: "https://instagram.com/sasha", website: "https://harborstudio.example/" },
    items: [
      "link | Shop | https://shop.example/",
      "email | Write to me | hello@example.com",
      "phone | Studio | +49 30 123456",
      "text |  | Open daily",
    ],
    photo: "image/jpeg",
    left_out: [IMPORT.noLink("More")],
  })
})

describe("a table", () => {
  test("of Google Contacts, as it is today", () => {
    const table = `First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Website 1 - Label,Website 1 - Value,Event 1 - Label,Event 1 - Value,Relation 1 - Label,Relation 1 - Value,Custom Field 1 - Label,Custom Field 1 - Value
Sasha,Lee,Rivera,,Dr.,,Sash,,Harbor Studio,Designer,Brand,1990-05-04,"Two
lines, ""quoted""",,* myContacts,Home,home@example.com ::: other@example.com,* Work,work@example.com,Studio,+1 415 555 0132,Work Fax,+1 415 555 0133,Work,"1 Quay Street
San Francisco, CA",1 Quay Street,San Francisco,Booking,https://cal.com/sasha,Anniversary,2015-06-20,Spouse,Jo,Shoe size,39`
    expect(read(table)).toEqual({
      format: "csv",
      fields: {
        full_name: "Dr. Sasha Lee Rivera",
        job_title: "Designer",
        business_name: "Harbor Studio",
        business_phone: "+1 415 555 0132",
        email: "work@example.com",
        address: "1 Quay Street\nSan Francisco, CA",
        bio: 'Two\nlines, "quoted"',
      },
      social_media: {},
      items: [
        "text | Nickname | Sash",
        "text | Department | Brand",
        "date | Birthday | 1990-05-04",
        "email | Home | home@example.com",
        "email | Home | other@example.com",
        "phone | Work fax | +1 415 555 0133",
        "link | Booking | https://cal.com/sasha | cal_com",
        "date | Anniversary | 2015-06-20",
        "text | Spouse | Jo",
        "text | Shoe size | 39",
      ],
      photo: undefined,
      left_out: [],
    })
  })

  test.each([
    ["Labels", "Coffee ::: * myContacts", ["Labels"]],
    ["Group Membership", "* myContacts ::: Choir", ["Group Membership"]],
    ["Categories", "Friends;Choir", ["Categories"]],
    ["Labels", "* myContacts ::: * starred", undefined],
    ["Labels", "", undefined],
  ])("names %s as left out when it says %j, unless Google put that there itself", (header, value, unknown) => {
    const { contacts } = importFromText(`Name,E-mail 1 - Value,${header}\nKai Sol,kai@example.com,${value}`)
    expect(contacts[0]?.unknown_columns).toEqual(unknown)
  })

  test("of Google Contacts, as it was", () => {
    const table = `Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,IM 1 - Type,IM 1 - Service,IM 1 - Value,Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title
Ana Souza,Ana,Souza,* ,ana@example.com.br,Other,Skype,ana.souza,Mobile,+55 11 91234-5678,,Padaria,Dona`
    expect(read(table)).toMatchObject({
      fields: {
        full_name: "Ana Souza",
        job_title: "Dona",
        business_name: "Padaria",
        business_phone: "+55 11 91234-5678",
        email: "ana@example.com.br",
      },
      items: ["text | Skype | ana.souza"],
      left_out: [],
    })
  })

  test("of Outlook, with a title in front of the name and a date that may be two days", () => {
    const table = `Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business Street 2,Business City,Business State,Business Postal Code,Business Country/Region,Home City,Business Fax,Business Phone,Business Phone 2,Mobile Phone,Anniversary,Birthday,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,E-mail 2 Type,Gender,Notes,Priority,Private,Web Page,Directory Server
Dr.,Sam,,Lee,Jr.,Acme,R&D,Engineer,1 Main Street,Floor 2,Springfield,IL,62701,United States of America,Shelbyville,555-0199,555-0100,555-0101,555-0102,0/0/00,5/4/1990,sam@example.com,SMTP,Sam Lee (sam@example.com),lee@example.com,SMTP,Unspecified,Hi,Normal,False,http://acme.example,ldap`
    expect(read(table)).toEqual({
      format: "csv",
      fields: {
        full_name: "Dr. Sam Lee Jr.",
        job_title: "Engineer",
        business_name: "Acme",
        business_phone: "555-0100",
        email: "sam@example.com",
        address: "1 Main Street\nFloor 2\nSpringfield, IL 62701\nUnited States of America",
        bio: "Hi",
      },
      social_media: { website: "http://acme.example/" },
      items: [
        "text | Department | R&D",
        "phone | Work fax | 555-0199",
        "phone | Work | 555-0101",
        "phone | Mobile | 555-0102",
        "text | Birthday | 5/4/1990",
        "email |  | lee@example.com",
        "address | Home | Shelbyville",
      ],
      photo: undefined,
      left_out: [IMPORT.noPlace("Directory Server")],
    })
  })

  test("of Outlook in German, with semicolons, saved in Windows-1252", () => {
    const table = `"Vorname";"Nachname";"Firma";"Abteilung";"Position";"Stra\xdfe gesch\xe4ftlich";"Ort gesch\xe4ftlich";"Postleitzahl gesch\xe4ftlich";"Land/Region gesch\xe4ftlich";"Telefon gesch\xe4ftlich";"Telefon privat";"Mobiltelefon";"Fax gesch\xe4ftlich";"E-Mail-Adresse";"E-Mail-Typ";"E-Mail 2: Adresse";"Geburtstag";"Jahrestag";"Webseite";"Notizen"
"Katrin";"Sch\xe4fer";"Praxis Sch\xe4fer";"Kardiologie";"\xc4rztin";"Torstra\xdfe 1";"Berlin";"10119";"Deutschland";"+49 30 123456";"030 654321";"0170 1234567";"030 123457";"katrin@example.de";"SMTP";"kati@example.de";"04.05.1985";"0.0.00";"www.example.de";"Hallo"
`
    const bytes = Uint8Array.from(table, (character) => character.charCodeAt(0))
    const { fields, social_media, items, left_out } = importFrom({ name: "Kontakte.csv", bytes })
      .contacts[0] as ImportedContact
    expect(fields).toEqual({
      full_name: "Katrin Schäfer",
      job_title: "Ärztin",
      business_name: "Praxis Schäfer",
      business_phone: "+49 30 123456",
      email: "katrin@example.de",
      address: "Torstraße 1\n10119 Berlin\nDeutschland",
      bio: "Hallo",
    })
    expect(social_media).toEqual({ website: "https://www.example.de/" })
    expect(items.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Department: Kardiologie",
      "Home: 030 654321",
      "Mobile: 0170 1234567",
      "Work fax: 030 123457",
      ": kati@example.de",
      "Birthday: 1985-05-04",
    ])
    expect(left_out).toEqual([])
  })

  test.each([
    [
      `Prénom,Nom,Société,Service,Fonction,Rue (bureau),Ville (bureau),Code postal (bureau),Pays/Région (bureau),Téléphone (bureau),Téléphone (domicile),Tél. mobile,Télécopie (bureau),Adresse de messagerie,Anniversaire,Page Web
Hélène,Lefèvre,Au Blé d'or,Caisse,Gérante,3 rue de la Paix,Paris,75002,France,01 42 68 53 00,01 42 68 53 01,06 12 34 56 78,01 42 68 53 02,helene@example.fr,14/07/1980,http://ble.example`,
      [
        "Department: Caisse",
        "Home: 01 42 68 53 01",
        "Mobile: 06 12 34 56 78",
        "Work fax: 01 42 68 53 02",
        "Birthday: 1980-07-14",
      ],
      "3 rue de la Paix\n75002 Paris\nFrance",
    ],
    [
      `Nombre;Apellidos;Organización;Departamento;Puesto;Calle del trabajo;Ciudad de trabajo;Código postal del trabajo;País o región del trabajo;Teléfono del trabajo;Teléfono particular;Teléfono móvil;Fax del trabajo;Dirección de correo electrónico;Cumpleaños;Página Web
María;Fernández;Estudio;Obras;Arquitecta;Alcalá 20;Madrid;28014;España;91 123 45 67;91 765 43 21;612 345 678;91 123 45 68;maria@example.es;30/11/1979;e.example`,
      [
        "Department: Obras",
        "Home: 91 765 43 21",
        "Mobile: 612 345 678",
        "Work fax: 91 123 45 68",
        "Birthday: 1979-11-30",
      ],
      "Alcalá 20\n28014 Madrid\nEspaña",
    ],
  ])("of Outlook in French and Spanish", (table, items, address) => {
    const contact = importFromText(table).contacts[0] as ImportedContact
    expect(contact.items.map(({ label, value }) => `${label}: ${value}`)).toEqual(items)
    expect(contact.fields.address).toBe(address)
    expect(Object.keys(contact.fields)).toHaveLength(6)
    expect(Object.keys(contact.social_media)).toEqual(["website"])
  })

  test("of LinkedIn, below its notes, with a person per row", () => {
    const { format, contacts } = importFromText(`Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing, or not."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Ada,Lovelace,https://www.linkedin.com/in/ada,ada@example.com,Analytical Engines,Countess,01 Jan 2024
Bob,Ross,https://www.linkedin.com/in/bob,,Joy of Painting,Painter,02 Jan 2024
`)
    expect(format).toBe("csv")
    expect(contacts).toMatchObject([
      {
        fields: {
          full_name: "Ada Lovelace",
          email: "ada@example.com",
          business_name: "Analytical Engines",
          job_title: "Countess",
        },
        social_media: { linkedin: "https://www.linkedin.com/in/ada" },
        left_out: [],
      },
      { fields: { full_name: "Bob Ross" }, social_media: { linkedin: "https://www.linkedin.com/in/bob" } },
    ])
  })

  test("with a link per row is one contact", () => {
    expect(read("Title\tURL\nBlog\thttps://blog.example\nInstagram\thttps://instagram.com/sasha\n")).toMatchObject({
      format: "csv",
      social_media: { instagram: "https://instagram.com/sasha" },
      items: ["link | Blog | https://blog.example/"],
    })
  })

  test("with handles in columns named after services", () => {
    expect(read("Name;Instagram;X;GitHub\nSasha;@sasha;@sasha;sasha\n")).toMatchObject({
      social_media: { instagram: "https://www.instagram.com/sasha", twitter: "https://x.com/sasha" },
      items: ["link |  | https://github.com/sasha | github"],
    })
  })

  test("of more than 200 people is refused", () => {
    const table = (rows: number) => `Name,Email\n${"Ann Lee,ann@example.com\n".repeat(rows)}`
    expect(importFromText(table(200)).contacts).toHaveLength(200)
    expect(() => importFromText(table(201))).toThrow(new ImportError(IMPORT.tooManyContacts))
  })
})

describe("a list of links", () => {
  test.each([
    ["https://example.com", "website https://example.com/"],
    ["Website: example.com/me", "website https://example.com/me"],
    ["Instagram: @sasha", "instagram https://www.instagram.com/sasha"],
    ["@sasha on TikTok", "tiktok https://www.tiktok.com/@sasha"],
    ["Twitter – sasha", "twitter https://x.com/sasha"],
    ["LinkedIn https://www.linkedin.com/in/sasha", "linkedin https://www.linkedin.com/in/sasha"],
    ["https://www.facebook.com/sasha (Facebook)", "facebook https://www.facebook.com/sasha"],
    ["Mastodon: @sasha@mastodon.social", "link | https://mastodon.social/@sasha"],
    ["GitHub sasha", "link | https://github.com/sasha"],
    ["WhatsApp: +49 170 1234567", "link | https://wa.me/491701234567"],
    ["Signal +49 170 1234567", "link | https://signal.me/#p/+491701234567"],
    ["YouTube: https://youtu.be/abc my first film", "link YouTube: my first film | https://youtu.be/abc"],
    ["Ann Lee <ann@example.com>", "email ann@example.com"],
    ["[Book a table](https://resy.example/x)", "link Book a table | https://resy.example/x"],
    ["1. Booking - https://cal.com/sasha", "link Booking | https://cal.com/sasha"],
    ["* https://youtu.be/abc, latest video", "link latest video | https://youtu.be/abc"],
    ["Shop → www.shop.example.", "link Shop | https://www.shop.example/"],
    ["予約：https://booking.example/日本", "link 予約 | https://booking.example/%E6%97%A5%E6%9C%AC"],
    ['<a href="https://shop.example/a">My shop</a>', "link My shop | https://shop.example/a"],
    ["My newsletter\nhttps://news.example/", "link My newsletter | https://news.example/"],
    ["sasha@example.com", "email sasha@example.com"],
    ["Email: sasha@example.com", "email sasha@example.com"],
    ["Tel.: +49 30 123456", "business_phone +49 30 123456"],
  ])("%j", (text, expected) => {
    const { format, contacts } = importFromText(text)
    const { fields, social_media, items, left_out } = contacts[0] as ImportedContact
    const found = [...Object.entries(fields), ...Object.entries(social_media)].map((entry) => entry.join(" "))
    expect([
      format,
      ...found,
      ...items.map(({ kind, label, value }) => `${kind} ${label}${label && " "}| ${value}`),
    ]).toEqual(["links", expected])
    expect(left_out).toEqual([])
  })

  test("takes every link of a line, and names the lines without one", () => {
    expect(
      read(
        "Hello!\n[Shop](https://shop.example) and [Blog](https://blog.example/a)\nOld: https://a.example New: https://b.example\nThe end\n",
      ),
    ).toMatchObject({
      items: [
        "link | Shop | https://shop.example/",
        "link | Blog | https://blog.example/a",
        "link | Old | https://a.example/",
        "link | New | https://b.example/",
      ],
      left_out: [IMPORT.noLink("Hello!"), IMPORT.noLink("The end")],
    })
  })

  test("a contact file that was pasted is one", () => {
    expect(read("BEGIN:VCARD\nVERSION:3.0\nFN:Ann Lee\nEND:VCARD")).toMatchObject({
      format: "vcard",
      fields: { full_name: "Ann Lee" },
    })
  })
})
