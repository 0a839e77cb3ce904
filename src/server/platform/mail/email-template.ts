// Renders an email as HTML and as text. What strangers typed is always escaped.
import { INK } from "../../../domain/profile/inks.ts"

export interface EmailContent {
  subject: string
  heading: string
  paragraphs: string[]
  /** the button, if there is something to do */
  action?: { label: string; url: string }
  /** small print: how long the link works, what to do if it was not you */
  notes: string[]
}

export interface Email {
  to: string
  subject: string
  html: string
  text: string
}

export interface EmailFrame {
  site_name: string
  origin: string
  support_email: string
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** One line, so that it cannot add a header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "font-family:Georgia,'Times New Roman',serif"

const htmlParagraph = (text: string): string =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:1.6;color:#1b1a17">${escapeHtml(text)}</p>`

const htmlNote = (text: string): string =>
  `<p style="margin:0 0 8px;font-size:14px;line-height:1.5;color:#5a554b">${escapeHtml(text)}</p>`

const htmlNotes = (notes: string[]): string =>
  notes.length === 0
    ? ""
    : `
<div style="border-top:1px solid #e3ddd1;margin:8px 0 16px"></div>
${notes.map(htmlNote).join("\n")}`

const htmlAction = ({ label, url }: { label: string; url: string }): string => `
<p style="margin:28px 0"><a href="${escapeHtml(url)}" style="display:inline-block;background:${INK.vermilion};color:#ffffff;text-decoration:none;font-size:16px;font-weight:600;line-height:1;padding:16px 28px;border-radius:10px">${escapeHtml(label)}</a></p>
<p style="margin:0 0 24px;font-size:14px;line-height:1.5;color:#5a554b">If the button doesn't work, open this link:<br><a href="${escapeHtml(url)}" style="color:${INK.vermilion};word-break:break-all">${escapeHtml(url)}</a></p>`

function htmlBody(content: EmailContent, head: EmailFrame): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:0;background:#faf8f4;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf8f4"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 8px 16px;${SERIF};font-size:20px;color:#1b1a17">${escapeHtml(head.site_name)}</td></tr>
<tr><td style="background:#fffdfa;border:1px solid #e3ddd1;border-radius:16px;padding:36px 32px 24px">
<h1 style="margin:0 0 16px;${SERIF};font-weight:600;font-size:26px;line-height:1.25;color:#1b1a17">${escapeHtml(content.heading)}</h1>
${content.paragraphs.map(htmlParagraph).join("\n")}${content.action ? htmlAction(content.action) : ""}${htmlNotes(content.notes)}
</td></tr>
<tr><td style="padding:16px 8px;font-size:14px;line-height:1.5;color:#5a554b">Sent by <a href="${escapeHtml(head.origin)}" style="color:#5a554b">${escapeHtml(head.site_name)}</a>. Questions? <a href="mailto:${escapeHtml(head.support_email)}" style="color:#5a554b">${escapeHtml(head.support_email)}</a></td></tr>
</table></td></tr></table></body></html>
`
}

function textBody(content: EmailContent, head: EmailFrame): string {
  const action = content.action ? [`${content.action.label}:\n${content.action.url}`] : []
  const parts = [content.heading, ...content.paragraphs, ...action, ...content.notes]
  return `${parts.join("\n\n")}\n\n-- \n${head.site_name}\n${head.origin}\nQuestions? ${head.support_email}\n`
}

export function renderEmail(to: string, content: EmailContent, head: EmailFrame): Email {
  const tidy = { ...content, subject: oneLine(content.subject) }
  return { to, subject: tidy.subject, html: htmlBody(tidy, head), text: textBody(tidy, head) }
}
