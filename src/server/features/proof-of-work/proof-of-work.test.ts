// Proofs of work over HTTP: who is asked for one, what counts as one, and what does not.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type TestApp, testApp } from "../../../../tests/support/app.ts"
import { authClient } from "../../../../tests/support/auth-client.ts"
import { browserAt } from "../../../../tests/support/cookie-browser.ts"
import { newestLink, tokenHashOf } from "../../../../tests/support/mailbox.ts"
import { PASSWORD, postJson, signUpAndVerify } from "../../../../tests/support/people.ts"
import { numberOf, solved } from "../../../../tests/support/proof.ts"
import type { ProofChallenge } from "../../../domain/proof-of-work.ts"
import { HOUR_MS } from "../../../domain/time.ts"
import { createProofOfWork } from "./service.ts"

let number = 0
const newcomer = () => {
  number += 1
  const username = `newcomer-${number}`
  return { email: `${username}@example.com`, password: PASSWORD, data: { username, full_name: "Ada Lovelace" } }
}
/** A network of its own each time. */
const nextIp = () => `203.0.${Math.floor(++number / 250)}.${number % 250}`

describe("while every sign-up needs one", () => {
  let site: TestApp
  beforeAll(async () => {
    site = await testApp({ PROOF_OF_WORK: "always" })
  })
  afterAll(() => site.close())

  async function signUpAndVerifyWithProof() {
    const ip = nextIp()
    const person = newcomer()
    const signUp = (headers: Record<string, string>) => postJson(site, "/auth/v1/signup", person, headers, ip)
    const { challenge } = await (await signUp({})).json()
    expect((await signUp(solved(challenge))).status).toBe(200)
    const token_hash = tokenHashOf(await newestLink(site.services, person.email))
    const confirmed = { token_hash, type: "signup", password: PASSWORD }
    expect((await postJson(site, "/auth/v1/verify", confirmed)).status).toBe(200)
    return person
  }

  const signUp = (ip: string, headers: Record<string, string> = {}) =>
    postJson(site, "/auth/v1/signup", newcomer(), headers, ip)
  async function challengeFor(ip: string): Promise<ProofChallenge> {
    const answer = await signUp(ip)
    expect(answer.status).toBe(428)
    return (await answer.json()).challenge
  }

  test("a sign-up without one is refused with a challenge and a sentence, and goes through with its proof", async () => {
    const answer = await signUp("192.0.2.1")
    expect(answer.status).toBe(428)
    const { challenge, ...body } = await answer.json()
    expect(body).toEqual({
      code: "proof_of_work_required",
      message:
        "This site is busier than usual. Please use its website, or solve the challenge in this answer and send the request again with the header X-Proof-Of-Work.",
    })
    expect(challenge).toMatchObject({ algorithm: "SHA-256", max_number: 300_000 })
    expect((await signUp("192.0.2.1", solved(challenge))).status).toBe(200)
  })

  test("a proof counts once, also when fifteen send it at the same moment", async () => {
    const proof = solved(await challengeFor("192.0.2.2"))
    const answers = await Promise.all(Array.from({ length: 15 }, () => signUp("192.0.2.2", proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(14)
    expect((await signUp("192.0.2.2", proof)).status).toBe(428)
  })

  test("a proof from another network, for another purpose, or too late is none", async () => {
    const proof = solved(await challengeFor("192.0.2.3"))
    expect((await signUp("192.0.2.4", proof)).status).toBe(428)
    const recover = await postJson(site, "/auth/v1/recover", { email: "a@example.com" }, proof, "192.0.2.3")
    expect(recover.status).toBe(428)
    const late = solved(await challengeFor("192.0.2.3"))
    site.advance(300_000)
    expect((await signUp("192.0.2.3", late)).status).toBe(428)
    site.advance(-1_000)
    expect((await signUp("192.0.2.3", late)).status).toBe(200)
  })

  test("the same IPv6 network may solve what another of its addresses was asked", async () => {
    const proof = solved(await challengeFor("2001:db8:1:2::1"))
    expect((await signUp("2001:db8:1:2:ffff::9", proof)).status).toBe(200)
  })

  test("whatever is changed about a proof makes it worthless", async () => {
    const ip = "192.0.2.5"
    const challenge = await challengeFor(ip)
    const { salt, expires_at, signature } = challenge
    const found = numberOf(challenge)
    const other = await challengeFor(ip)
    const forged = [
      [salt, expires_at, found + 1, signature],
      [salt, expires_at + 60, found, signature],
      [other.salt, expires_at, found, signature],
      [salt, expires_at, found, other.signature],
      // The salt's last character moved to the number, and other ways to write the same.
      [salt.slice(0, -1), expires_at, `${salt.at(-1)}${found}`, signature],
      [salt, expires_at, `0${found}`, signature],
      [salt, `0${expires_at}`, found, signature],
      [salt, expires_at, `${found}.0`, signature],
      [salt, expires_at, `+${found}`, signature],
      [salt, expires_at, found, `${signature}=`],
    ].map((parts) => parts.join("."))
    const garbage = ["", ".", "...", "null", "a".repeat(8_000), "9".repeat(90), "☃".repeat(10), ".".repeat(4_000)]
    site.advance(HOUR_MS)
    const again = await challengeFor(ip)
    for (const proof of [...forged, ...garbage]) {
      site.advance(HOUR_MS)
      const header = Buffer.from(proof).toString("latin1")
      expect([proof.slice(0, 40), (await signUp(ip, { "x-proof-of-work": header })).status]).toEqual([
        proof.slice(0, 40),
        428,
      ])
    }
    expect(again.salt).not.toBe(salt)
  })

  test("other spellings of an accepted signature do not count again", async () => {
    const ip = "192.0.2.6"
    const challenge = await challengeFor(ip)
    const [proof = ""] = Object.values(solved(challenge))
    expect((await signUp(ip, { "x-proof-of-work": proof })).status).toBe(200)
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    // The last letter of 43 holds four bits; the two below them are not read.
    const last = letters.indexOf(proof.at(-1) ?? "")
    for (const same of [1, 2, 3].map((bits) => proof.slice(0, -1) + letters.charAt((last & ~3) | bits)))
      expect((await signUp(ip, { "x-proof-of-work": same })).status).toBe(428)
  })

  test("a thousand challenges leave nothing behind, in the database or in memory", async () => {
    const rows = async () =>
      (await site.services.database.pool.query("select count(*)::int as n from rate_limits where key like 'proof%'"))
        .rows[0].n
    const before = await rows()
    const asked = Array.from({ length: 1_000 }, (_, at) =>
      site.services.proofOfWork.require("report", { ip: `10.1.${at % 200}.1`, proof: null }).catch((error) => error),
    )
    expect(new Set((await Promise.all(asked)).map(({ challenge }) => challenge.salt)).size).toBe(1_000)
    expect(await rows()).toBe(before)
  })

  test("resets and repeated confirmations ask for one, known address or not, and so do reports", async () => {
    for (const path of ["/auth/v1/recover", "/auth/v1/resend"])
      for (const email of ["newcomer-1@example.com", "nobody@example.com"]) {
        const ip = nextIp()
        const body = { type: "signup", email }
        const refused = await postJson(site, path, body, {}, ip)
        expect([path, email, refused.status]).toEqual([path, email, 428])
        const { challenge } = await refused.json()
        expect((await postJson(site, path, body, solved(challenge), ip)).status).toBe(200)
      }
    const ip = nextIp()
    const report = { username: "nobody-here", reason: "spam" }
    const refused = await postJson(site, "/api/reports", report, {}, ip)
    expect(refused.status).toBe(428)
    const { error } = await refused.json()
    expect(error).toMatchObject({ code: "proof_of_work_required", message: expect.any(String) })
    expect((await postJson(site, "/api/reports", report, solved(error.challenge), ip)).status).toBe(404)
  })

  test("asking for the work takes none of the three resets a network has in an hour, and a known device is not asked", async () => {
    const { email } = await signUpAndVerifyWithProof()
    const ip = nextIp()
    const ask = (headers: Record<string, string> = {}) => postJson(site, "/auth/v1/recover", { email }, headers, ip)
    for (let at = 0; at < 3; at++) {
      const { challenge } = await (await ask()).json()
      expect((await ask(solved(challenge))).status).toBe(200)
    }
    expect((await ask()).status).toBe(429)
    const phone = browserAt(site, nextIp())
    expect((await phone.signIn(email, PASSWORD)).status).toBe(200)
    expect((await phone.post("/auth/v1/recover", { email })).status).toBe(200)
  })

  test("a client of the protocol that cannot solve it is told so by code", async () => {
    const { email, password } = newcomer()
    const { error } = await authClient(site).client.signUp({ email, password })
    expect([error?.status, error?.code]).toEqual([428, "proof_of_work_required"])
  })
})

describe("beyond the quiet threshold", () => {
  let site: TestApp
  beforeAll(async () => {
    site = await testApp()
  })
  afterAll(() => site.close())
  const require = (proof: string | null = null, ip = "192.0.2.1") =>
    site.services.proofOfWork.require("report", { ip, proof })
  const refusal = (ip?: string) => require(null, ip).catch((error) => error)

  test("150 of the whole site in ten minutes need none, the next ones do, and other purposes are not touched", async () => {
    for (let at = 0; at < 150; at++) expect(await require(null, nextIp())).toBe(true)
    expect((await refusal()).code).toBe("proof_of_work_required")
    expect(await site.services.proofOfWork.require("email", { ip: "192.0.2.1", proof: null })).toBe(true)
    site.advance(600_000)
    expect(await require()).toBe(true)
  })

  test("the more proofs come, the harder the next ones are, eight times at most; quiet makes them easy again", async () => {
    site.advance(HOUR_MS)
    // The same service with numbers that are found at once.
    const easy = createProofOfWork(site.services, 20)
    const ask = (proof: string | null = null) => easy.require("report", { ip: "192.0.2.1", proof })
    const challenge = async (): Promise<ProofChallenge> => (await ask().catch((error) => error)).challenge
    for (let at = 0; at < 150; at++) await ask()
    const hardness: number[] = []
    for (let at = 0; at <= 500; at++) {
      const asked = await challenge()
      if (at % 125 === 0) hardness.push(asked.max_number / 20)
      await ask(solved(asked)["x-proof-of-work"])
    }
    expect(hardness).toEqual([1, 2, 4, 8, 8])
    site.advance(HOUR_MS)
    for (let at = 0; at < 150; at++) await ask()
    expect((await challenge()).max_number).toBe(20)
  })
})

test("sign-ups that come to nothing do not count towards the threshold", async () => {
  const site = await testApp()
  await signUpAndVerify(site, { username: "taken" })
  const body = { email: "taken@example.com", password: PASSWORD, data: { username: "taken", full_name: "Ada" } }
  for (let at = 0; at < 200; at++)
    expect((await postJson(site, "/auth/v1/signup", body, {}, nextIp())).status).toBe(409)
  expect((await postJson(site, "/auth/v1/signup", newcomer(), {}, nextIp())).status).toBe(200)
  await site.close()
})

test("with PROOF_OF_WORK=off no proof is asked for", async () => {
  const site = await testApp({ PROOF_OF_WORK: "off" })
  for (let at = 0; at < 200; at++)
    expect(await site.services.proofOfWork.require("report", { ip: "192.0.2.1", proof: null })).toBe(false)
  await site.close()
})
