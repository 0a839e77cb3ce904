import { expect, test } from "vitest"
import { escapeHtml, renderEmail } from "./email-template.ts"

const HEAD = { site_name: "Cards & <Co>", origin: "https://cards.example", support_email: "help@cards.example" }

const CONTENT = {
  subject: "Hello\r\nBcc: everybody@example.com\u2028X",
  heading: '<script>alert("1")</script>',
  paragraphs: ["1 < 2 & 3 > 2"],
  action: { label: "Open", url: 'https://cards.example/?a=1&b="><script>' },
  notes: ["That's it"],
}

test("no header can be added through the subject", () => {
  expect(renderEmail("a@example.com", CONTENT, HEAD).subject).toBe("Hello Bcc: everybody@example.com X")
})

test("HTML is escaped, text is not", () => {
  const { html, text } = renderEmail("a@example.com", CONTENT, HEAD)
  expect(html).not.toContain("<script>")
  expect(html).toContain("1 &#60; 2 &#38; 3 &#62; 2")
  expect(html).toContain(escapeHtml(CONTENT.action.url))
  expect(html).toContain("Cards &#38; &#60;Co&#62;")
  expect(text).toContain("1 < 2 & 3 > 2")
  expect(text).toContain(`Open:\n${CONTENT.action.url}\n`)
})

test("without notes no line is drawn for them, and both kinds end with whom to ask", () => {
  const { html, text } = renderEmail("a@example.com", { ...CONTENT, notes: [] }, HEAD)
  expect(html).not.toContain("border-top")
  expect(html).toContain('Questions? <a href="mailto:help@cards.example"')
  expect(text).toMatch(/Questions\? help@cards\.example\n$/)
})
