// The message when our server did not answer: no connection, a proxy's own page, or too many requests.
import { GENERAL } from "../../domain/messages.ts"
import { fetchWithProof } from "./fetch-with-proof.ts"

const TOO_MANY_REQUESTS = 429

/** @param status HTTP status; 0 when nothing answered */
export function networkErrorMessage(status: number): string {
  if (status >= 500) return GENERAL.busy
  if (status === TOO_MANY_REQUESTS) return GENERAL.tooMany
  return status >= 400 ? GENERAL.internal : GENERAL.offline
}

/** Whether our server handled the request and refused it. */
export const isRefused = ({ status = 0 }: { status?: number | undefined }): boolean =>
  status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS

/** For the auth client, which shows the message of this error, and tries again later. */
export async function askOurServer(...request: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetchWithProof(...request).catch(() => null)
  if (answer !== null && (await isOurs(answer))) return answer
  throw new Error(networkErrorMessage(answer?.status ?? 0))
}

/** Our server answers in JSON, and gives a refusal a code. */
async function isOurs(answer: Response): Promise<boolean> {
  if (answer.status === 204) return true
  const body: { code?: unknown } | null = await answer
    .clone()
    .json()
    .catch(() => null)
  return answer.ok ? body !== null : typeof body?.code === "string"
}
