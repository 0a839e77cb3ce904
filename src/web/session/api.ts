// Calls our API as the signed-in user. Every failure is an ApiError with a message for people.
import { isAuthError } from "@supabase/auth-js"
import { GENERAL } from "../../domain/messages.ts"
import { authClient } from "./auth-client.ts"
import { authErrorMessage } from "./auth-error-message.ts"
import { fetchWithProof } from "./fetch-with-proof.ts"
import { networkErrorMessage } from "./network-error-message.ts"
import { withProof } from "./step-up.ts"

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

interface ApiRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** sent as JSON */
  json?: unknown
  /** sent unchanged, with its own content type */
  blob?: Blob
  signal?: AbortSignal
  /** the access token; by default the stored one */
  token?: string
}

interface Listeners {
  /** the server no longer knows the session */
  sessionGone(): void
  deactivated(): void
  /** a role may be gone, and the page has to say so */
  forbidden(): void
}
let listeners: Listeners | undefined
/** What to do when the server says that this page is outdated. */
export const whenRefused = (wanted: Listeners): void => {
  listeners = wanted
}

const tokenNow = async (): Promise<string | undefined> => (await authClient().getSession()).data.session?.access_token

/** Returns the JSON answer. Throws ApiError. A session the server no longer knows is ended here too. */
export async function api<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  const response = await ask(path, request)
  return (await response.json().catch(() => null)) as Answer
}

/** The answer as a file. Throws ApiError. */
export const apiFile = async (path: string): Promise<Blob> => (await ask(path, {})).blob()

async function ask(path: string, request: ApiRequest): Promise<Response> {
  const headers = new Headers({ accept: "application/json" })
  const token = request.token ?? (await tokenNow())
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
  if (request.json !== undefined) headers.set("content-type", "application/json")
  if (request.blob) headers.set("content-type", request.blob.type)
  const send = () =>
    fetchWithProof(path, {
      method: request.method ?? "GET",
      headers,
      body: request.blob ?? (request.json === undefined ? null : JSON.stringify(request.json)),
      signal: request.signal ?? null,
    })
  const response = await withProof(send).catch((error: unknown) => {
    if (request.signal?.aborted) throw error
    throw new ApiError(0, "network", networkErrorMessage(0))
  })
  if (response.ok) return response
  const error = errorOf(response.status, await response.json().catch(() => null))
  // A new sign-in may have happened in between.
  if (error.status === 401 && token !== undefined && token === (await tokenNow())) listeners?.sessionGone()
  if (error.code === "account_deactivated") listeners?.deactivated()
  if (error.code === "forbidden" || error.code === "second_factor_required") listeners?.forbidden()
  throw error
}

/** The functions of the specification's section 7 give `error` as text. */
function errorOf(status: number, body: unknown): ApiError {
  const { error, code } = (body ?? {}) as { error?: Partial<ApiError> | string; code?: string }
  if (typeof error === "string") return new ApiError(status, code ?? "unknown", error)
  return new ApiError(status, error?.code ?? "unknown", error?.message ?? networkErrorMessage(status), error?.fields)
}
