import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { EMPTY_CARD } from "./card-profile.ts"
import { ContactRows } from "./contact-rows.tsx"

const rowsOf = (website: string, email: string) =>
  renderToStaticMarkup(
    <ContactRows profile={{ ...EMPTY_CARD, username: "ada", full_name: "Ada", email, social_media: { website } }} />,
  )

it("breaks a long address behind its signs, and a short one nowhere", () => {
  const html = rowsOf("https://coast.example/people/alejandra", "alejandra@coastal-resilience.example")
  expect(html).toContain(">coast.<wbr/>example/<wbr/>people/<wbr/>alejandra<")
  expect(html).toContain(">alejandra@<wbr/>coastal-resilience.<wbr/>example<")
  expect(rowsOf("https://kawa.example/mika", "mika@kawa.example")).not.toContain("<wbr/>")
})
