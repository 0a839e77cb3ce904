// What a sign-in by passkey costs the server: a challenge, and the answer of an authenticator in software, which runs on the other core.
import { join } from "node:path"
import { atMost, type Figure, fact } from "../support/figures.ts"
import { passkeyDevice } from "../support/passkey-device.ts"
import { findPostgres, startPostgres } from "../support/postgres.ts"
import { FEW, type Filled, startFilled } from "./filled.ts"
import { cpuSeconds } from "./processes.ts"

const WARM_UP = 300
const SIGN_INS = 400
const ROUNDS = 3
const AT_ONCE = 4
const MOST_MS = 3

async function signIns(engine: string, { origin, pid, token }: Filled): Promise<Figure[]> {
  let asked = 0
  const post = async (path: string, body: unknown) => {
    asked += 1
    // Limits are for networks: each sign-in comes from one of its own.
    const from = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
    const headers = { "content-type": "application/json", "x-forwarded-for": from, authorization: `Bearer ${token}` }
    const answer = await fetch(`${origin}/auth/v1/passkeys/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  // With PORT=0 the program's own name is not the address it is asked at.
  const { iss } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
  const own = { origin: new URL(iss).origin }
  const device = passkeyDevice()
  const added = await post("registration/options", {})
  const credential = device.create(added.options, own)
  await post("registration/verify", { challenge_id: added.challenge_id, credential })

  /** milliseconds each */
  const measure = async (count: number): Promise<{ challenge: number; answer: number }> => {
    const started = cpuSeconds(pid)
    const challenges = await inTurns(count, () => post("authentication/options", {}))
    const between = cpuSeconds(pid)
    await inTurns(count, (n) => {
      const { challenge_id, options } = challenges[n]
      return post("authentication/verify", { challenge_id, credential: device.get(options, own) })
    })
    const each = (seconds: number) => (seconds * 1000) / count
    return { challenge: each(between - started), answer: each(cpuSeconds(pid) - between) }
  }
  await measure(WARM_UP)
  const rounds: Awaited<ReturnType<typeof measure>>[] = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await measure(SIGN_INS))
  // The lowest: shared machines are slower for minutes at a time, and never faster than they are.
  const lowest = (part: keyof (typeof rounds)[number]) => Math.min(...rounds.map((round) => round[part]))
  const found = { challenge: lowest("challenge"), answer: lowest("answer") }
  return [
    fact(`${engine}, a challenge: processor time`, `${found.challenge.toFixed(2)} ms`),
    engine === "PostgreSQL"
      ? atMost(`${engine}, sign-in by passkey: processor time`, found.answer, MOST_MS, " ms", 2)
      : fact(
          `${engine}, sign-in by passkey: processor time, with that of the database`,
          `${found.answer.toFixed(2)} ms`,
        ),
  ]
}

/** As many people at once as the other sign-ins are measured with. */
async function inTurns<Answer>(count: number, act: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < count; n += AT_ONCE)
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => act(n + at)))))
  return answers
}

/** @param folder for the database of the embedded engine and the files */
export async function passkeys(folder: string): Promise<Figure[]> {
  const embedded = await startFilled({ DATA_DIR: join(folder, "passkeys"), DATABASE_URL: "" }, FEW)
  const figures = await signIns("embedded", embedded)
  const bin = findPostgres()
  if (bin === null) return [...figures, fact("PostgreSQL", "left out: no server on this system")]
  const server = await startPostgres(bin)
  try {
    const DATABASE_URL = await server.createDatabase("bench_passkeys")
    const filled = await startFilled({ DATA_DIR: join(folder, "passkeys-server"), DATABASE_URL }, FEW)
    return [...figures, ...(await signIns("PostgreSQL", filled))]
  } finally {
    await server.remove()
  }
}
