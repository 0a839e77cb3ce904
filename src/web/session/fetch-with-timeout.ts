// `fetch` that gives up on a dead network: browsers themselves wait for minutes, and a busy button with them.

/** Longer than our server takes for anything it is sent. */
export const ANSWER_WITHIN_MS = 30_000
/** A photo of 5 MB over one bar of signal gets a little more than the two minutes that the server grants. */
const SLOWEST_BYTES_PER_MS = 50

/** Rejects like `fetch` when no answer has begun in time. Once one has, it may take as long as it needs: it can be a download. */
export function fetchWithTimeout(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { body, signal } = init
  const end = new AbortController()
  const stop = () => end.abort()
  if (signal?.aborted) stop()
  signal?.addEventListener("abort", stop)
  const size = body instanceof Blob ? body.size : 0
  const timer = setTimeout(stop, ANSWER_WITHIN_MS + size / SLOWEST_BYTES_PER_MS)
  return fetch(address, { ...init, signal: end.signal }).finally(() => clearTimeout(timer))
}
