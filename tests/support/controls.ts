// Whether what can be pressed or filled in can also be seen: as it is painted, and when the keyboard is on it.
import type { Page } from "playwright-core"
import sharp from "sharp"

/** WCAG 2.2, 1.4.11: what tells a control from what is around it. */
const LEAST_CONTRAST = 3

interface Control {
  name: string
  x: number
  y: number
  width: number
  height: number
}

const luminance = (red: number, green: number, blue: number): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The controls that are shown and are not of an inert picture of the product, in the page's own coordinates. */
const shownControls = (page: Page): Promise<Control[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [role=tab]")]
      .filter((control) => control.closest("[inert]") === null)
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((control) => {
        // What a row of tabs has scrolled out of sight comes back with the focus.
        const row = control.closest(".no-scrollbar")?.getBoundingClientRect()
        const { left, right } = control.getBoundingClientRect()
        return !row || (left >= row.left && right <= row.right)
      })
      .map((control) => {
        // A field for the keyboard alone stands for its label.
        const shown = control.offsetWidth > 2 ? control : (control.closest("label") ?? control)
        const { x, y, width, height } = shown.getBoundingClientRect()
        const name = `${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent ?? ""}`
        return { name: name.trim().slice(0, 60), x: x + scrollX, y: y + scrollY, width, height }
      }),
  )

/** Controls whose picture, with two pixels around it, is all of one brightness. */
export async function unseenControls(page: Page): Promise<string[]> {
  const controls = await shownControls(page)
  const picture = await page.screenshot({ fullPage: true })
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return controls
    .filter(({ x, y, width, height }) => {
      let [darkest, lightest] = [1, 0]
      for (let row = Math.max(0, Math.floor(y) - 2); row < Math.min(info.height, y + height + 2); row++)
        for (let column = Math.max(0, Math.floor(x) - 2); column < Math.min(info.width, x + width + 2); column++) {
          const at = (row * info.width + column) * 3
          const light = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
          darkest = Math.min(darkest, light)
          lightest = Math.max(lightest, light)
        }
      return (lightest + 0.05) / (darkest + 0.05) < LEAST_CONTRAST
    })
    .map(({ name }) => `${name} cannot be seen`)
}

/** Controls that look the same whether the keyboard is on them or not: neither they nor what holds them has an outline. */
export async function unmarkedFocus(page: Page): Promise<string[]> {
  // From here on the browser takes it that a keyboard is used.
  await page.keyboard.press("Tab")
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [role=tab]")]
      .filter((control) => control.closest("[inert]") === null && control.tabIndex >= 0)
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(":disabled"))
      .filter((control) => {
        control.focus()
        if (document.activeElement !== control) return false
        const holders = [control, control.parentElement, control.parentElement?.parentElement]
        return !holders.some((holder) => {
          if (!holder) return false
          const { outlineStyle, outlineWidth } = getComputedStyle(holder)
          return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0
        })
      })
      .map((control) => `${control.tagName} ${control.id} ${control.textContent?.slice(0, 40)} shows no focus`),
  )
}
