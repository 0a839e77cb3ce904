// The signature for emails: a few lines that every mail program shows, as text and as HTML of its oldest kind.
import { displayPhone, telHref } from "../contact/phone.ts"
import { escapedMarkup } from "../markup.ts"
import { accentOf } from "./accent.ts"
import { INK } from "./inks.ts"
import { displayUrl, httpUrl } from "./links.ts"
import type { PublicProfile } from "./profile.ts"
import { shownIn } from "./visibility.ts"

type Piece = { text: string; href?: string | undefined }

export interface Signature {
  name: string
  /** one below the other; the pieces of a line are next to each other */
  lines: Piece[][]
  ink: string
}

/** @param url the profile's address. Only what its page shows. */
export function signatureOf(whole: PublicProfile, url: string): Signature {
  const profile = shownIn("page", whole)
  const { job_title, business_name, business_phone, email, social_media } = profile
  const website = httpUrl(social_media.website ?? "")
  const role = [job_title, business_name].filter(Boolean).join(", ")
  const contact: Piece[] = [
    ...(business_phone ? [{ text: displayPhone(business_phone), href: telHref(business_phone) ?? undefined }] : []),
    ...(email ? [{ text: email, href: `mailto:${encodeURI(email)}` }] : []),
  ]
  const links: Piece[] = [
    ...(website === null ? [] : [{ text: displayUrl(website), href: website }]),
    { text: displayUrl(url), href: url },
  ]
  const lines = [role === "" ? [] : [{ text: role }], contact, links]
  return {
    name: profile.full_name || profile.username,
    lines: lines.filter(({ length }) => length > 0),
    ink: INK[accentOf(profile)],
  }
}

const BETWEEN = " · "

export const signatureText = ({ name, lines }: Signature): string =>
  ["-- ", name, ...lines.map((line) => line.map(({ text }) => text).join(BETWEEN))].join("\n")

const escaped = (text: string): string => escapedMarkup(text).replaceAll("\n", " ")

/** A table with styles in its tags: mail programs remove everything else. */
export function signatureHtml({ name, lines, ink }: Signature): string {
  const piece = ({ text, href }: Piece) =>
    href === undefined
      ? escaped(text)
      : `<a href="${escaped(href)}" style="color:${ink};text-decoration:none">${escaped(text)}</a>`
  const row = (content: string) => `<div style="color:#5a554b">${content}</div>`
  return (
    `<table cellpadding="0" cellspacing="0" border="0" role="presentation"><tr>` +
    `<td style="border-left:3px solid ${ink};padding:2px 0 2px 12px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5">` +
    `<div style="font-size:16px;font-weight:bold;color:#1b1a17">${escaped(name)}</div>` +
    `${lines.map((line) => row(line.map(piece).join(BETWEEN))).join("")}</td></tr></table>`
  )
}
