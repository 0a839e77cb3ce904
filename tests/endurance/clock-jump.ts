// The system's clock jumps under the running program, back and forth: who is signed out, who stays locked out, what breaks.
import { BUDGET } from "../../src/domain/budgets.ts"
import { atMost, exactly, type Figure, fact } from "../support/figures.ts"
import { type Answer, ask } from "./answers.ts"
import { type BrokenSite, inFolder, onSite } from "./broken-site.ts"
import { FAKE_TIME, type MovedClock, movedClock } from "./moved-clock.ts"
import { fromAnywhere, newAccount, PASSWORD } from "./program.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** whatever the clock did: twice the window */
const LOCKED_MAX_S = 2 * BUDGET.signInPerNetwork.windowS

interface Tokens {
  access_token: string
  refresh_token: string
}

function member(origin: string, username: string) {
  let tokens: Tokens = { access_token: "", refresh_token: "" }
  // One network for each of them: that is where wrong passwords lock out.
  const home = fromAnywhere()
  const headers = () => ({ "content-type": "application/json", ...home })
  const token = async (grant: string, body: unknown) => {
    const url = `${origin}/auth/v1/token?grant_type=${grant}`
    const answer = await ask(url, { method: "POST", headers: headers(), body: JSON.stringify(body) })
    if (answer.status === 200) tokens = JSON.parse(answer.text)
    return answer
  }
  return {
    signIn: (password = PASSWORD) => token("password", { email: `${username}@example.com`, password }),
    refresh: () => token("refresh_token", { refresh_token: tokens.refresh_token }),
    own: () => ask(`${origin}/api/me`, { headers: { ...headers(), authorization: `Bearer ${tokens.access_token}` } }),
    /** Wrong passwords until there is no other answer. */
    async lockOut(): Promise<void> {
      for (let at = 0; at <= BUDGET.signInPerNetwork.max; at++)
        await token("password", { email: `${username}@example.com`, password: "wrong wrong" })
    },
  }
}

async function measure({ program, dataDir }: BrokenSite, clock: MovedClock): Promise<Figure[]> {
  const { origin } = program
  for (const name of ["ada", "bob", "carol"]) await newAccount(program, dataDir, name)
  const [ada, bob, carol] = [member(origin, "ada"), member(origin, "bob"), member(origin, "carol")]
  const wrong: string[] = []
  const expectDone = async (when: string, acts: Record<string, Promise<Answer>>) => {
    for (const [what, act] of Object.entries(acts)) {
      const { status, text } = await act
      if (status !== 200) wrong.push(`${when}, ${what}: ${status} ${text}`)
    }
  }
  await ada.signIn()
  await bob.lockOut()

  await clock.move(program, -HOUR_MS)
  await expectDone("an hour back", { "own profile": ada.own() })
  await expectDone("an hour back", { refresh: ada.refresh() })
  await expectDone("an hour back", { "own profile after that": ada.own(), page: ask(`${origin}/`) })
  const lockedBack = (await bob.signIn()).retryAfterS
  await clock.move(program, 0)
  await expectDone("right again", { refresh: ada.refresh() })
  await expectDone("right again", { "own profile": ada.own() })

  await clock.move(program, HOUR_MS)
  await expectDone("an hour on", { refresh: ada.refresh() })
  await expectDone("an hour on", { "own profile": ada.own(), "sign-in of who was locked out": bob.signIn() })

  await clock.move(program, 31 * DAY_MS)
  await expectDone("31 days on", { "sign-in": ada.signIn() })
  await expectDone("31 days on", { "own profile": ada.own(), page: ask(`${origin}/`) })
  await carol.lockOut()
  await clock.move(program, 0)
  await expectDone("right after 31 days", { "own profile": ada.own() })
  await expectDone("right after 31 days", { refresh: ada.refresh() })
  await expectDone("right after 31 days", { "sign-in": ada.signIn(), "sign-in of another": bob.signIn() })
  const lockedFor = (await carol.signIn()).retryAfterS
  const live = await ask(`${origin}/api/health/live`)
  const ready = await ask(`${origin}/api/health/ready`)
  const errors = program
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'))
  for (const line of [...wrong, ...errors]) process.stderr.write(`     ${line}\n`)
  return [
    fact("the clock's path", "an hour back, right, an hour on, 31 days on, right"),
    exactly("signed out or refused without a reason", wrong.length, 0),
    exactly("not live or not ready at the end", [live, ready].filter(({ status }) => status !== 200).length, 0),
    exactly("errors in the log", errors.length, 0),
    atMost("locked out before an hour was taken back: Retry-After", lockedBack, LOCKED_MAX_S, " s"),
    atMost("locked out while it was 31 days ahead: Retry-After", lockedFor, LOCKED_MAX_S, " s"),
  ]
}

export const clockJump = async (): Promise<Figure[]> => {
  if (FAKE_TIME === undefined) return [fact("the clock", "not moved: libfaketime is not installed on this machine")]
  return inFolder(async (folder) => {
    const clock = await movedClock(folder)
    // Time that only runs is not the system's clock, and does not jump with it.
    const env = { ...clock.env, FAKETIME_DONT_FAKE_MONOTONIC: "1", DONT_FAKE_MONOTONIC: "1" }
    return onSite(`${folder}/data`, env, (site) => measure(site, clock))
  })
}
