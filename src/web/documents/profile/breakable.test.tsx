import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { breakable } from "./breakable.tsx"

const htmlOf = (text: string) => renderToStaticMarkup(breakable(text))

it("breaks a long address behind its signs, and a short one nowhere", () => {
  expect(htmlOf("coast.example/people/alejandra.fernandez")).toBe(
    "coast.<wbr/>example/<wbr/>people/<wbr/>alejandra.<wbr/>fernandez",
  )
  expect(htmlOf("alejandra@coastal-resilience.example")).toBe("alejandra@<wbr/>coastal-resilience.<wbr/>example")
  expect(htmlOf("mika@kawa.example")).toBe("mika@kawa.example")
  expect(htmlOf("First Saturday of the month. From 10 to 4.")).toBe("First Saturday of the month. From 10 to 4.")
})
