// Calls our API as the signed-in user. A refusal, or no answer, is an ApiError with a message for people.
import type { Api, EndpointKey } from "../../api/api.ts"
import type { AnswerOf, Params, SentBody, SentQuery } from "../../api/endpoint.ts"
import type { FunctionRefusal, RefusalBody } from "../../api/errors.ts"
import { GENERAL } from "../../domain/messages.ts"
import {
  authErrorMessage,
  currentSession,
  freshSession,
  isAuthError,
  isConfirmed,
  noteServerTime,
  serverTimeOf,
  withAuth,
} from "./auth-client.ts"
import { fetchWithProofs, networkErrorMessage, STEP_UP_NEEDED } from "./fetch-with-proofs.ts"
import { isStored } from "./storage.ts"

export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached */
  readonly status: number
  readonly code: string
  /** form field → sentence */
  readonly fields: Record<string, string>

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.name = "ApiError"
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** The message for a failed call, ours or the auth client's. */
export function sentenceOf(error: unknown): string {
  if (isAuthError(error)) return authErrorMessage(error, GENERAL.internal)
  return (error instanceof ApiError && error.message) || GENERAL.internal
}

/** Whether a call failed only because the person canceled the confirmation of identity: then no message is needed. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === STEP_UP_NEEDED

/** Everything a request can carry. What an endpoint accepts follows from its entry in src/api. */
interface Carried {
  params?: Record<string, string> | undefined
  query?: Record<string, string | undefined> | undefined
  /** sent as JSON, a file as it is */
  body?: unknown
  /** the version that the change started from */
  version?: number | undefined
  signal?: AbortSignal | undefined
  /** the access token; the stored one when not given */
  token?: string | undefined
  /** the answer to the same request if it was sent before; null: it has to be sent */
  early?: Promise<Response | null> | undefined
}

type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, unknown> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type Sent<Key extends EndpointKey> = Pick<Carried, "signal" | "token" | "early"> &
  (Api[Key] extends { ifMatch: string } ? Pick<Carried, "version"> : unknown) &
  (keyof Params<Key> extends never ? unknown : { params: Params<Key> }) &
  Part<"query", SentQuery<Api[Key]>> &
  Part<"body", SentBody<Api[Key]>>

/** Optional where nothing in it is required. */
type SentTo<Key extends EndpointKey> = Record<never, unknown> extends Sent<Key> ? [sent?: Sent<Key>] : [sent: Sent<Key>]

type FileKey = { [Key in EndpointKey]: Api[Key] extends { file: string } ? Key : never }[EndpointKey]
type JsonKey = Exclude<EndpointKey, FileKey>

/** @param code of the refusal, or null when the server no longer knows the session */
type Listener = (code: string | null) => Promise<void>

let listener: Listener | undefined
/** What to do when the server says that this page is outdated. */
export const whenRefused = (wanted: Listener): void => {
  listener = wanted
}

const tokenNow = async (): Promise<string | undefined> =>
  isStored() ? (await currentSession())?.access_token : undefined

/** Calls an endpoint and returns its JSON answer. Throws ApiError. A session the server no longer knows is ended here too. */
export async function call<Key extends JsonKey>(key: Key, ...[sent]: SentTo<Key>): Promise<AnswerOf<Api[Key]>> {
  const [method = "GET"] = key.split(" ")
  const response = await send(method, addressOf(key, sent), sent)
  return response.json().catch(() => null)
}

/** The address of a file, to be fetched by `fileAt`. */
export const fileAddress = <Key extends FileKey>(key: Key, ...[sent]: SentTo<Key>): string => addressOf(key, sent)

/** Throws ApiError. @param method of an endpoint that makes the file */
export const fileAt = async (address: string, method: "GET" | "POST" = "GET"): Promise<Blob> =>
  (await send(method, address)).blob()

function addressOf(key: string, { params = {}, query = {} }: Carried = {}): string {
  const [, path = ""] = key.split(" ")
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ""))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`
}

async function send(method: string, address: string, sent: Carried = {}): Promise<Response> {
  const { body, signal } = sent
  const headers = new Headers({ accept: "application/json" })
  const token = sent.token ?? (await tokenNow())
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
  if (body !== undefined) headers.set("content-type", body instanceof Blob ? body.type : "application/json")
  if (sent.version !== undefined) headers.set("if-match", `"${sent.version}"`)
  const content = body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body)
  const sending = { method, headers, body: content, signal: signal ?? null }
  const early = await sent.early
  const response =
    early ??
    (await fetchWithProofs(address, sending).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ApiError(0, "network", networkErrorMessage(0))
    }))
  if (response.ok) {
    noteServerTime(response)
    return response
  }
  const error = errorOf(response.status, await response.json().catch(() => null))
  const again = () => send(method, address, { body, signal, version: sent.version })
  // The dialog's own call would wait for the dialog.
  if (!address.endsWith("/identity-proof") && (await isConfirmed(error.code))) return again()
  // By the server's clock: on a device whose clock is behind, the token seems fresh for longer than it is.
  const answeredAt = serverTimeOf(response)
  const before = freshSession()
  if (error.status === 401 && before && token === before.access_token && !freshSession(answeredAt)) {
    const { error: refusal } = await withAuth((client) => client.refreshSession())
    // Another tab may have done the same, or signed in someone else. With a token that is over too, it would never end.
    if (freshSession(answeredAt)?.user.id === before.user.id) return again()
    // Any other answer does not say that it has ended.
    if (refusal?.status !== 400) throw new ApiError(0, "network", networkErrorMessage(0))
  }
  // A new sign-in may have happened in between.
  const isGone = error.status === 401 && token !== undefined && token === (await tokenNow())
  // Before the caller says that it failed: the second step of signing in may take the place of its page.
  await listener?.(isGone ? null : error.code)
  throw error
}

/** A refusal, or whatever a proxy sends in its place. */
type ErrorBody = { error?: Partial<RefusalBody["error"]> | FunctionRefusal["error"]; code?: FunctionRefusal["code"] }

/** The functions of the specification's section 7 give `error` as text. */
function errorOf(status: number, body: ErrorBody | null): ApiError {
  const { error, code } = body ?? {}
  if (typeof error === "string") return new ApiError(status, code ?? "unknown", error)
  return new ApiError(status, error?.code ?? "unknown", error?.message ?? networkErrorMessage(status), error?.fields)
}
