// What every page of the tests does as a person would: it presses a key once what has opened is ready for it, and it looks again when a
// navigation takes the page away while it looks.
import type { BrowserContext, Locator, Page } from "playwright-core"

/** Longer than anything that opens. A page whose clock a test has stopped draws no frames; then the key is pressed anyway. */
const READY_MS = 3000
const GONE = /Execution context was destroyed|Cannot find context|because of a navigation/

const patient = new WeakSet<Page>()

/** Looks again in the document that a navigation leads to: what is looked at must bear being run twice. */
async function lookAgain<Found>(page: Page, look: () => Promise<Found>): Promise<Found> {
  for (let left = 5; ; left--)
    try {
      return await look()
    } catch (error) {
      if (left === 0 || !GONE.test(String(error))) throw error
      await page.waitForLoadState("domcontentloaded")
    }
}

/** Dialogs and menus listen to keys a moment after they appear, and lead the focus while they open or close: faster than any person. */
async function readyForKeys(page: Page): Promise<void> {
  const ready = page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    const opened = "[role=dialog]:not(.toast), [role=alertdialog]:not(.toast), [role=menu]"
    if (document.querySelector(opened) === null) return
    const isMoving = () =>
      document.querySelector("[data-starting-style], [data-ending-style]") !== null ||
      document.getAnimations().some((it) => it instanceof CSSTransition && it.playState === "running")
    do {
      await frame()
      await frame()
    } while (isMoving())
  })
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, READY_MS)
  })
  // A page that has closed says so when the key is pressed.
  await Promise.race([ready.catch(() => {}), enough])
  clearTimeout(timer)
}

/** Once for all locators, which share their methods. */
let isTaught = false
function teachLocators(some: Locator): void {
  if (isTaught) return
  isTaught = true
  const methods = Object.getPrototypeOf(some) as Locator
  const { press, evaluate, evaluateAll } = methods
  methods.press = async function (this: Locator, ...given) {
    if (patient.has(this.page())) await readyForKeys(this.page())
    return press.apply(this, given)
  }
  methods.evaluate = function (this: Locator, ...given: unknown[]) {
    return lookAgain(this.page(), () => Reflect.apply(evaluate, this, given))
  } as typeof evaluate
  methods.evaluateAll = function (this: Locator, ...given: unknown[]) {
    return lookAgain(this.page(), () => Reflect.apply(evaluateAll, this, given))
  } as typeof evaluateAll
}

function teach(page: Page): void {
  patient.add(page)
  teachLocators(page.locator("html"))
  const { keyboard } = page
  for (const method of ["press", "type", "insertText"] as const) {
    const original = keyboard[method].bind(keyboard)
    keyboard[method] = async (text: string, options?: object) => {
      await readyForKeys(page)
      return original(text, options)
    }
  }
  const evaluate = page.evaluate.bind(page)
  page.evaluate = ((...given: Parameters<typeof evaluate>) =>
    lookAgain(page, () => Reflect.apply(evaluate, page, given))) as typeof page.evaluate
}

/** For every page that this context opens. */
export function makePatient(context: BrowserContext): void {
  context.on("page", teach)
}
