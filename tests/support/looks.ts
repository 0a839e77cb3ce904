// What is on the screen, judged by axe (WCAG 2.2 AA and best practices) and by its width: as a phone shows it by day and a wide screen
// at night, without loading it again. All rules once, then those that the night changes; the width at every size.
import axe, { type AxeResults, type RunOptions } from "axe-core"
import type { JSHandle, Page } from "playwright-core"

const HEIGHT = { phone: 812, wide: 900 }
/** CSS pixels */
const HEADER = 64
/** Parts of a page for wide screens are loaded when there is room. */
const LATE_MS = 400
/** All that night changes: the page's structure stays. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"]

interface LookOptions {
  /** CSS pixels */
  widths?: readonly number[]
  /** axe's rules that do not apply here; each caller says why */
  ignored?: readonly string[]
  /** what is on its way out */
  excluded?: string
}

/** In the page itself: the library's own driver opens another page for every verdict, which takes ten times as long. */
async function violationsOf(page: Page, excluded: string | undefined, options: RunOptions) {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const context = { include: [["html"]], ...(excluded !== undefined && { exclude: [[excluded]] }) }
  const { violations } = await page.evaluate(
    ([where, how]) => (window as unknown as { axe: typeof axe }).axe.run(where, how) as Promise<AxeResults>,
    [
      context,
      { resultTypes: ["violations"], selectors: false, preload: false, ...options } satisfies RunOptions,
    ] as const,
  )
  return violations
}

/** Waits until every animation has ended, except those that repeat forever. Measure positions after it. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const moving = () =>
      document
        .getAnimations()
        .filter((it) => it.playState === "running" && it.effect?.getTiming().iterations !== Infinity)
    do {
      await frame()
      await frame()
      await Promise.allSettled(moving().map((it) => it.finished))
    } while (moving().length > 0)
  })

/** Day at the first width, night at the last; a picture of every look is for people. */
function schemesAt(at: number, widths: number): ("light" | "dark")[] {
  if (process.env.SHOTS) return ["light", "dark"]
  return [...(at === 0 ? (["light"] as const) : []), ...(at === widths - 1 ? (["dark"] as const) : [])]
}

/**
 * The whole page on a screen that is as high: what sticks to an edge of the screen is at its edge. Dialogs, profiles and settings keep the
 * usual screen, whose height they use.
 * @param seen what was in the middle of the screen before its size changed
 */
async function keepPicture(page: Page, path: string, seen: JSHandle): Promise<void> {
  const size = page.viewportSize()
  const whole: number = await page.evaluate(
    "document.querySelector('[role=dialog], [role=alertdialog], [role=menu], dialog[open], .scan, [data-settings-nav]') ? 0 : document.documentElement.scrollHeight",
  )
  const isTall = size !== null && whole > size.height
  if (await page.evaluate("document.querySelector('[data-settings-nav]') && !document.querySelector('dialog[open]')"))
    await seen.evaluate((element: Element | null) => element?.scrollIntoView({ block: "center" }))
  if (isTall) {
    // An application page is as high as the screen without its footer, which would be below this screen, too.
    await page.evaluate(`document.querySelector("main").style.minHeight = "${size.height - HEADER}px"`)
    await page.setViewportSize({ width: size.width, height: whole })
    await settled(page)
  }
  // What comes with this size, and what is asked about where it stands.
  await page.waitForTimeout(LATE_MS)
  await page.evaluate(
    "const form = document.querySelector('.h-card > [data-exchange]'); if (form) { scrollTo(0, 0); form.scrollIntoView({ block: 'nearest' }) }",
  )
  await settled(page)
  await page.screenshot({ path })
  if (isTall) await page.evaluate('document.querySelector("main").style.minHeight = ""')
  if (size !== null) await page.setViewportSize(size)
}

/**
 * @param name of what is shown, for the message; with SHOTS=folder in the environment every look is kept there as a picture
 * @returns one line for each fault, none when all is well. The page keeps the size and the colours it had.
 */
export async function faultsOf(page: Page, name: string, options: LookOptions = {}): Promise<string[]> {
  const { widths = [375, 1280], ignored = [], excluded } = options
  const { SHOTS } = process.env
  const size = page.viewportSize()
  const found: string[] = []
  const seen = await page.evaluateHandle("document.elementFromPoint(innerWidth / 2, innerHeight / 2)")
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: width < 700 ? HEIGHT.phone : HEIGHT.wide })
    await settled(page)
    for (const colorScheme of schemesAt(at, widths.length)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await settled(page)
      if (SHOTS) await keepPicture(page, `${SHOTS}/${name}-${width}-${colorScheme}.png`, seen)
      const rules: RunOptions =
        colorScheme === "light"
          ? { rules: Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }])) }
          : { runOnly: COLOUR_RULES }
      const violations = await violationsOf(page, excluded, rules)
      const where = `${name}, ${width} px, ${colorScheme}`
      found.push(...violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes[0]?.html}`))
    }
    if (await page.evaluate("document.documentElement.scrollWidth > innerWidth"))
      found.push(`${name}, ${width} px: wider than the screen`)
  }
  if (size) await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  return found
}
