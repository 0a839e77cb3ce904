// Thousands of wrong passwords against the running program: what they cost it, what they do to other users, what they learn.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { BUDGET } from "../../src/domain/budgets.ts"
import { percentile } from "../bench/paced.ts"
import { cpuSeconds } from "../bench/processes.ts"
import { atMost, between, exactly, type Figure, fact } from "../support/figures.ts"
import { freePort } from "../support/free-port.ts"
import { type Answer, type Attempt, signInClient } from "./login-attempts.ts"
import { newAccount, PASSWORD, type Program, signUp, startProgram } from "./program.ts"

const ATTEMPTS = 10_000
const CLIENTS = 20
/** of an attacker who does not want to saturate the machine, or whom a proxy bounds */
const ATTACKS_PER_S = 500
const SIGN_INS = 200
const SIGN_IN_EVERY_MS = 100
/** as many accounts as sign in elsewhere: one alone, waiting for slow answers, would meet its own limit */
const BYSTANDERS = 20
/** accounts compared with as many addresses that have none; each takes as many attempts as its limit allows */
const COMPARED = 50

const WRONG = "a wrong password"
let address = 0
/** Another network every time, of another customer: a /48 of its own. */
const elsewhere = (): string => {
  address += 1
  return `2001:db8:${(address & 0xffff).toString(16)}:${(address >> 16).toString(16)}::1`
}

/** Each turn starts when the one before it is answered. */
async function crowd(count: number, clients: number, ask: (at: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const client = async () => {
    while (next < count) {
      const at = next++
      answers.push(await ask(at))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return answers
}

/** Each turn starts at its time, answered or not. */
async function steadily(count: number, everyMs: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const started = performance.now()
  const answers: Promise<Answer>[] = []
  for (let at = 0; at < count; at++) {
    const wait = started + at * everyMs - performance.now()
    if (wait > 0) await pause(wait)
    answers.push(ask())
  }
  return Promise.all(answers)
}

const times = (answers: Answer[]): number[] => answers.map(({ ms }) => ms).sort((a, b) => a - b)
const spread = (answers: Answer[]): string => {
  const sorted = times(answers)
  return `${percentile(sorted, 0.5).toFixed(2)} / ${percentile(sorted, 0.99).toFixed(2)} ms`
}

function counted(what: string, answers: Answer[], hashesMax: number): Figure[] {
  const refused = answers.filter(({ status }) => status === 429)
  const hashed = answers.filter(({ status }) => status === 400)
  return [
    atMost(`${what}: passwords hashed of ${answers.length}`, hashed.length, hashesMax),
    exactly(
      `${what}: neither hashed nor 429 with Retry-After`,
      answers.length - hashed.length - refused.filter(({ retryAfterS }) => retryAfterS > 0).length,
      0,
    ),
  ]
}

/** How likely a value of the one is above a value of the other: 0.5 when they cannot be told apart. */
function chanceAbove(one: number[], other: number[]): number {
  let above = 0
  for (const a of one) for (const b of other) above += a > b ? 1 : a === b ? 0.5 : 0
  return above / (one.length * other.length)
}

async function floods(ask: (attempt: Attempt) => Promise<Answer>, pid: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const kinds: [string, number, (at: number) => Omit<Attempt, "password">][] = [
    [
      "one account from one address",
      BUDGET.signInPerNetwork.max,
      () => ({ email: "storm-0@example.com", ip: "192.0.2.1" }),
    ],
    [
      "one account, each from another address",
      BUDGET.signInPerAccount.max,
      () => ({ email: "storm-1@example.com", ip: elsewhere() }),
    ],
    [
      "each another account, from one address",
      BUDGET.signInPerIp.max,
      (at) => ({ email: `list-${at}@example.com`, ip: "192.0.2.2" }),
    ],
  ]
  for (const [what, most, attempt] of kinds) {
    const started = performance.now()
    const used = cpuSeconds(pid)
    const answers = await crowd(ATTEMPTS, CLIENTS, (at) => ask({ ...attempt(at), password: WRONG }))
    const perS = ATTEMPTS / ((performance.now() - started) / 1000)
    const costMs = ((cpuSeconds(pid) - used) * 1000) / ATTEMPTS
    figures.push(...counted(what, answers, most))
    figures.push(fact(`${what}: processor time of the server per attempt`, `${costMs.toFixed(2)} ms`))
    const refused = answers.filter(({ status }) => status === 429)
    figures.push(
      fact(`${what}: a 429, p50 / p99, at ${Math.round(perS)} a second by ${CLIENTS} connections`, spread(refused)),
    )
  }
  return figures
}

/** Another user signs in, first before the storm and then during it. */
async function elsewhereMeanwhile(ask: (attempt: Attempt) => Promise<Answer>): Promise<Figure[]> {
  let turn = 0
  const signIn = () => {
    turn += 1
    return ask({ email: `bystander-${turn % BYSTANDERS}@example.com`, password: PASSWORD, ip: elsewhere() })
  }
  await steadily(SIGN_INS / 4, SIGN_IN_EVERY_MS, signIn)
  const before = await steadily(SIGN_INS, SIGN_IN_EVERY_MS, signIn)
  const wrong = { email: "storm-2@example.com", password: WRONG, ip: "192.0.2.3" }
  const [storm, during] = await Promise.all([
    steadily(ATTEMPTS, 1000 / ATTACKS_PER_S, () => ask(wrong)),
    steadily(SIGN_INS, SIGN_IN_EVERY_MS, signIn),
  ])
  const failed = [...before, ...during].filter(({ status }) => status !== 200).length
  const rate = `${ATTACKS_PER_S} wrong passwords a second`
  const refused = times(storm.filter(({ status }) => status === 429))
  return [
    ...counted(rate, storm, BUDGET.signInPerNetwork.max),
    atMost(`${rate}: a 429, p50`, percentile(refused, 0.5), 5, " ms", 2),
    atMost(`${rate}: a 429, p90`, percentile(refused, 0.9), 5, " ms", 2),
    // The server, its hashes, this client and the sign-ins of others share the processors: who waits longest waits for them.
    fact(`${rate}: a 429, p99`, `${percentile(refused, 0.99).toFixed(2)} ms`),
    exactly(`other people's ${2 * SIGN_INS} sign-ins that failed`, failed, 0),
    fact("other people's sign-ins, p50 / p99, before", spread(before)),
    fact(`other people's sign-ins, p50 / p99, with ${rate}`, spread(during)),
    atMost(
      "other people's p99 during the storm ÷ before",
      percentile(times(during), 0.99) / percentile(times(before), 0.99),
      2,
      " ×",
      2,
    ),
  ]
}

/** Wrong passwords below every limit, in turn for an address with an account and for one without. */
async function knownAndUnknown(ask: (attempt: Attempt) => Promise<Answer>): Promise<Figure[]> {
  const known: Answer[] = []
  const unknown: Answer[] = []
  for (let round = 0; round < BUDGET.signInPerNetwork.max; round++)
    for (let person = 0; person < COMPARED; person++) {
      const pair: [Answer[], string][] = [
        [known, `known-${person}@example.com`],
        [unknown, `nobody-${person}@example.com`],
      ]
      for (const [kind, email] of (round + person) % 2 === 0 ? pair : pair.reverse())
        kind.push(await ask({ email, password: WRONG, ip: elsewhere() }))
    }
  const looks = new Set([...known, ...unknown].map(({ status, headers, body }) => `${status} ${headers} ${body}`))
  const ratio = percentile(times(known), 0.5) / percentile(times(unknown), 0.5)
  return [
    exactly(
      `different answers (status, header names, body) to ${known.length} known and as many unknown addresses`,
      looks.size,
      1,
    ),
    fact("known address, p50 / p99", spread(known)),
    fact("unknown address, p50 / p99", spread(unknown)),
    between("median, known ÷ unknown", ratio, 0.95, 1.05, 3),
    between("chance that a known address takes longer", chanceAbove(times(known), times(unknown)), 0.45, 0.55, 3),
  ]
}

async function measure(program: Program, dataDir: string): Promise<Figure[]> {
  const client = signInClient(program.origin)
  try {
    for (let person = 0; person < BYSTANDERS; person++) await newAccount(program, dataDir, `bystander-${person}`)
    for (let person = 0; person < COMPARED; person++) await signUp(program.origin, `known-${person}`)
    const alike = await knownAndUnknown(client.ask)
    // Before the comparison with peace: the first second of a flood would measure how both programs warm up.
    const flooded = await floods(client.ask, program.pid)
    return [...flooded, ...(await elsewhereMeanwhile(client.ask)), ...alike]
  } finally {
    client.close()
  }
}

export async function loginStorm(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "meishi-storm-"))
  try {
    const program = await startProgram(dataDir, await freePort())
    try {
      return await measure(program, dataDir)
    } finally {
      await program.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
