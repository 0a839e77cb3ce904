// The mail server refuses connections, takes them and says nothing, or breaks off in the middle: who waits, what is lost, what comes twice.
import { setTimeout as pause } from "node:timers/promises"
import { MAIL_BACKOFF_FIRST_MS, MAIL_LEASE_MS } from "../../src/domain/limits.ts"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { catchMail, type MailCatcher } from "../support/mail-catcher.ts"
import { type Answer, ask, quantile, spread, withStatus } from "./answers.ts"
import { inFolder, onSite } from "./broken-site.ts"
import { fromAnywhere, PASSWORD, type Program } from "./program.ts"
import { type UnreliableWire, unreliableWire, type Wire } from "./unreliable-wire.ts"

const SIGN_UPS = 20
const EVERY_MS = 300
const AWAY_MS = 20_000
const MEDIAN_TIMES = 2
const STATES: [what: string, state: Wire][] = [
  ["refuses", "gone"],
  ["is silent", "silent"],
]

async function signUps({ origin }: Program, name: string): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  for (let at = 0; at < SIGN_UPS; at++) {
    const username = `${name}-${at}`
    const body = { email: `${username}@example.com`, password: PASSWORD, data: { username, full_name: "Ada Lovelace" } }
    const headers = { "content-type": "application/json", ...fromAnywhere() }
    answers.push(ask(`${origin}/auth/v1/signup`, { method: "POST", headers, body: JSON.stringify(body) }))
    await pause(EVERY_MS)
  }
  return Promise.all(answers)
}

/** Emails that have come to those who signed up under this name, and how many of them came again. */
function emails({ caught }: MailCatcher, name: string): { people: number; again: number } {
  const to = caught.flatMap((mail) => mail.to).filter((address) => address.startsWith(`${name}-`))
  return { people: new Set(to).size, again: to.length - new Set(to).size }
}

/** @returns seconds until all emails have come */
async function allCome(catcher: MailCatcher, name: string): Promise<number> {
  const started = performance.now()
  while (emails(catcher, name).people < SIGN_UPS && performance.now() - started < 2 * MAIL_LEASE_MS) await pause(100)
  return (performance.now() - started) / 1000
}

async function during(program: Program, wire: UnreliableWire, catcher: MailCatcher, what: string, state: Wire) {
  const name = what.replaceAll(" ", "-")
  const calm = await signUps(program, `before-${name}`)
  await allCome(catcher, `before-${name}`)
  await wire.become(state)
  const answers = await signUps(program, name)
  await pause(AWAY_MS)
  const early = emails(catcher, name).people
  await wire.become("well")
  const seconds = await allCome(catcher, name)
  // An email that was sent twice comes within another try.
  await pause(4 * MAIL_BACKOFF_FIRST_MS)
  const { people, again } = emails(catcher, name)
  return [
    exactly(`it ${what}: of ${SIGN_UPS} sign-ups, other than 200`, SIGN_UPS - withStatus(answers, 200).length, 0),
    fact(`it ${what}: a sign-up, p50 / p99, before and during`, `${spread(calm)}, ${spread(answers)}`),
    atMost(`it ${what}: their p50 ÷ before`, quantile(answers, 0.5) / quantile(calm, 0.5), MEDIAN_TIMES, " ×", 2),
    exactly(`it ${what}: emails that arrived meanwhile`, early, 0),
    exactly(`it ${what}: emails lost once it is back`, SIGN_UPS - people, 0),
    exactly(`it ${what}: emails that arrived twice`, again, 0),
    atMost(`it ${what}: until the last email has arrived`, seconds, MAIL_LEASE_MS / 1000, " s", 1),
  ]
}

export const mailGone = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const catcher = await catchMail()
    const wire = await unreliableWire(Number(new URL(catcher.url).port))
    try {
      return await onSite(folder, { SMTP_URL: `smtp://127.0.0.1:${wire.port}` }, async ({ program }) => {
        const figures: Figure[] = []
        for (const [what, state] of STATES) figures.push(...(await during(program, wire, catcher, what, state)))
        return figures
      })
    } finally {
      await wire.close()
      await catcher.close()
    }
  })
