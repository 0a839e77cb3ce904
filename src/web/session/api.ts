// Asks our own API as the signed-in user. Every failure is an ApiError with a sentence fit for people.
import { GENERAL } from "../../domain/messages.ts"
import { authClient } from "./auth-client.ts"

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

interface ApiRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** sent as JSON */
  json?: unknown
  /** sent as it is, with its own content type */
  blob?: Blob
  signal?: AbortSignal
}

let sessionGone = (): void => undefined
/** What to do when the server no longer knows the session. */
export const whenSessionGone = (listener: () => void): void => {
  sessionGone = listener
}

/** Returns the JSON answer. Throws ApiError. A session the server no longer knows is ended here too. */
export async function api<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  const { data } = await authClient().getSession()
  const headers = new Headers({ accept: "application/json" })
  const token = data.session?.access_token
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
  if (request.json !== undefined) headers.set("content-type", "application/json")
  if (request.blob) headers.set("content-type", request.blob.type)
  const response = await fetch(path, {
    method: request.method ?? "GET",
    headers,
    body: request.blob ?? (request.json === undefined ? null : JSON.stringify(request.json)),
    signal: request.signal ?? null,
  }).catch((error: unknown) => {
    if (request.signal?.aborted) throw error
    throw new ApiError(0, "network", GENERAL.offline)
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body as Answer
  if (response.status === 401 && token !== undefined) sessionGone()
  throw errorOf(response.status, body)
}

function errorOf(status: number, body: unknown): ApiError {
  const error = body !== null && typeof body === "object" && "error" in body ? (body.error as Partial<ApiError>) : {}
  return new ApiError(status, error.code ?? "unknown", error.message ?? GENERAL.internal, error.fields)
}
