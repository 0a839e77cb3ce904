import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { breakable, breakableAddress } from "./breakable.tsx"

const htmlOf = (text: string) => renderToStaticMarkup(breakable(text))

it("breaks a long web or email address after / and @ before it breaks after a dot, and a short one nowhere", () => {
  const address = "coast.example/people/alejandra.fernandez"
  expect(htmlOf(address)).toBe(
    "<span><span>coast.</span><span>example/</span></span><span>people/</span><span><span>alejandra.</span><span>fernandez</span></span>",
  )
  expect(htmlOf("alejandra@coastal-resilience.example")).toBe(
    "<span>alejandra@</span><span><span>coastal-resilience.</span><span>example</span></span>",
  )
  expect(htmlOf("mika@kawa.example")).toBe("mika@kawa.example")
  expect(htmlOf("First Saturday of the month. From 10 to 4.")).toBe("First Saturday of the month. From 10 to 4.")
})

it("breaks a long line of a postal address after its commas, not inside a city or a code", () => {
  expect(breakableAddress("2201 Filbert Street, San Francisco, CA 94123")).toBe(
    "2201\u00a0Filbert\u00a0Street, San\u00a0Francisco, CA\u00a094123",
  )
  expect(breakableAddress("14 Clerkenwell Green, London EC1R 0DP")).toBe(
    "14\u00a0Clerkenwell\u00a0Green, London\u00a0EC1R\u00a00DP",
  )
  // Wider than the line of a small phone.
  expect(breakableAddress("One Hundred and Eleven Bishopsgate, London")).toBe(
    "One Hundred and Eleven Bishopsgate, London",
  )
  expect(breakableAddress("Route 1, Box 12\nPoint Reyes, CA 94956")).toBe("Route 1, Box 12\nPoint Reyes, CA 94956")
})
