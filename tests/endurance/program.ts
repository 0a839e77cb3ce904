// The real program as a child process on a data folder that outlives it: started, killed without warning, started again.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import PostalMime from "postal-mime"

const START_MS = 120_000
const MAIL_MS = 20_000

export interface Program {
  origin: string
  pid: number
  /** lines of its log so far */
  output(): string
  /** Goes away as the reader of its log. */
  stopReading(): void
  /** kill -9 */
  kill(): Promise<void>
  /** SIGTERM, as an operator ends it */
  stop(): Promise<[code: number | null, signal: string | null]>
}

/**
 * Resolves when it answers. It believes X-Forwarded-For, so that its limits need not be in the way.
 * @param log a file descriptor for its standard output, which `output` then lacks
 */
export async function startProgram(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
  log: number | "pipe" = "pipe",
): Promise<Program> {
  const origin = `http://127.0.0.1:${port}`
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env
  // What a whole site takes in an hour is not what these tests are about either.
  const caps = { PROOF_OF_WORK: "off", SIGN_UPS_PER_HOUR: "1000000", EMAILS_PER_HOUR: "1000000" }
  const settings = {
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: "127.0.0.1",
    ...caps,
  }
  const child = spawn(process.execPath, ["src/server/main.ts"], {
    env: { PATH, HOME, TMPDIR, NODE_ENV: "production", ...settings, ...env },
    stdio: ["ignore", log, "pipe"],
  })
  let text = ""
  child.stdout?.on("data", (chunk) => (text += chunk))
  child.stderr?.on("data", (chunk) => (text += chunk))
  const ended = once(child, "exit")
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return (await ended) as [number | null, string | null]
  }
  const answers = () =>
    fetch(`${origin}/api/health/live`).then(
      (response) => response.ok,
      () => false,
    )
  const deadline = performance.now() + START_MS
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await end("SIGKILL")
      throw new Error(`The program did not start:\n${text}`)
    }
    await pause(50)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    output: () => text,
    stopReading: () => void child.stdout?.destroy(),
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
  }
}

/** An address of its own for every request: what is limited per address is not what these tests are about. */
export const fromAnywhere = (): Record<string, string> => ({
  "x-forwarded-for": `2001:db8:${[0, 0].map(() => Math.floor(Math.random() * 65_536).toString(16)).join(":")}::1`,
})

export const PASSWORD = "lighthouse keeper 7"

export const send = (
  origin: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = "POST",
) =>
  fetch(origin + path, {
    method,
    headers: { "content-type": "application/json", ...fromAnywhere(), ...headers },
    body: JSON.stringify(body),
  })

export const signUp = (origin: string, username: string) =>
  send(origin, "/auth/v1/signup", {
    email: `${username}@example.com`,
    password: PASSWORD,
    data: { username, full_name: "Ada Lovelace" },
  })

export const signIn = (origin: string, username: string) =>
  send(origin, "/auth/v1/token?grant_type=password", { email: `${username}@example.com`, password: PASSWORD })

/** The token of the confirmation email, from the file it was kept as. */
async function confirmationOf(dataDir: string, username: string): Promise<string> {
  const folder = join(dataDir, "mail")
  const deadline = performance.now() + MAIL_MS
  while (performance.now() < deadline) {
    for (const name of (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"))) {
      const mail = await PostalMime.parse(await readFile(join(folder, name)))
      const token = /token_hash=([\w-]+)/.exec(mail.text ?? "")?.[1]
      if (token !== undefined && mail.to?.some((to) => to.address === `${username}@example.com`)) return token
    }
    await pause(100)
  }
  throw new Error(`no email to ${username}`)
}

async function accepted(asked: Promise<Response>): Promise<Response> {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Signs up, confirms and signs in. @returns the access token, good for an hour */
export async function newAccount(
  { origin }: Pick<Program, "origin">,
  dataDir: string,
  username: string,
): Promise<string> {
  await accepted(signUp(origin, username))
  const token_hash = await confirmationOf(dataDir, username)
  await accepted(send(origin, "/auth/v1/verify", { token_hash, type: "signup", password: PASSWORD }))
  const session = await accepted(signIn(origin, username))
  return (await session.json()).access_token
}
