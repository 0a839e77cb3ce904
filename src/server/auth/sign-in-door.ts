// Refuses a flood of sign-ins at the door, once its address or its account is known to have spent its attempts
// (docs/decisions/authentication.md). While nobody has, it reads nothing. Everything else goes on inside, with what was read.
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Refusal } from "../../domain/errors.ts"
import { AUTH_API_VERSION, BUDGET, JSON_BODY_MAX_BYTES } from "../../domain/limits.ts"
import { clientAddress, trustedNetworks } from "../http/client-ip.ts"
import { type Door, sendTogether } from "../http/door.ts"
import { DATA_POLICY, securityHeadersOf } from "../http/headers.ts"
import { maskedEmail } from "../log.ts"
import type { Services } from "../services.ts"
import { protocolErrorOf } from "./protocol.ts"
import { addressOf } from "./sign-in.ts"

/** As the protocol's client asks for it. */
const ADDRESS = "/auth/v1/token?grant_type=password"
const [PATH = ""] = ADDRESS.split("?")

const BODY = JSON.stringify(protocolErrorOf(new Refusal("too_many_requests")))

/** The application's adapter takes a body that has been read from here. */
type WithBody = IncomingMessage & { rawBody?: Buffer }

/** The address somebody signs in with, as the limits count it; "" for none. */
function emailIn(body: Buffer): string {
  try {
    const { email } = JSON.parse(body.toString())
    return typeof email === "string" ? addressOf(email) : ""
  } catch {
    return ""
  }
}

type Headers = IncomingMessage["headers"]
const isReadable = ({ "content-type": type, "content-length": length, "transfer-encoding": encoding }: Headers) =>
  type?.startsWith("application/json") && encoding === undefined && Number(length) <= JSON_BODY_MAX_BYTES

export function createSignInDoor({
  config,
  limits,
  log,
  requests,
}: Pick<Services, "config" | "limits" | "log" | "requests">): Door {
  const isTrusted = trustedNetworks(config.TRUSTED_PROXIES)
  const head = Object.entries({
    ...securityHeadersOf(config.PUBLIC_ORIGIN),
    "Content-Security-Policy": DATA_POLICY,
    "Cache-Control": "no-store",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(BODY)),
    "X-Supabase-Api-Version": AUTH_API_VERSION,
  }).flat()

  function refuse(response: ServerResponse, waitS: number, started: number): void {
    const { status, retryAfterS } = new Refusal("too_many_requests", { retryAfterS: waitS })
    sendTogether(() => {
      const id = randomUUID()
      response.writeHead(status, [...head, "Retry-After", String(retryAfterS), "X-Request-Id", id])
      response.end(BODY)
      const ms = performance.now() - started
      requests.count("POST", PATH, status, ms)
      log.info("request", { id, method: "POST", path: PATH, status, ms: Math.round(ms) })
    })
  }

  return (request: WithBody, response, inside) => {
    if (request.method !== "POST" || request.url !== ADDRESS || !limits.isAnyFull()) return false
    if (!isReadable(request.headers)) return false
    const started = performance.now()
    const forwarded = request.headers["x-forwarded-for"]?.toString()
    const ip = clientAddress(request.socket.remoteAddress, forwarded, isTrusted)
    const addressWaitS = limits.waitForIpS(BUDGET.signInPerIp, ip)
    if (addressWaitS > 0) {
      refuse(response, addressWaitS, started)
      return true
    }
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.once("end", () => {
      const body = Buffer.concat(chunks)
      const email = emailIn(body)
      const accountWaitS = limits.waitS(BUDGET.signInPerAccount, email)
      if (accountWaitS === 0) {
        request.rawBody = body
        inside()
        return
      }
      log.info("auth.sign_in_refused", { code: "too_many_requests", email: maskedEmail(email), ip })
      refuse(response, accountWaitS, started)
    })
    return true
  }
}
