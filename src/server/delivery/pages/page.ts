// A rendered page as it is kept, with its bytes compressed, and the response that sends it.
import { matchesEtag } from "../../platform/http/etag.ts"
import { chooseEncoding, type Encoding, fromBrotli, gzipFromBrotli } from "./compress.ts"

type Bytes = Uint8Array<ArrayBuffer>

export interface Page {
  status: number
  /** whether it may stay in memory; others are rendered for each request */
  isCacheable: boolean
  /** of every response, 304 included */
  headers: Record<string, string>
  etag: string
  /** `gzip` is made when a client first asks for it */
  body: { br: Bytes; gzip?: Bytes }
  /** the profile that it shows and the state of its row, if nothing else on the page can change */
  shownRevision?: { profile_id: string; revision: string }
  /** responses of the fast path: `notModified` for clients that have the page, the others by encoding */
  preparedResponses?: Partial<Record<"notModified" | "br" | "gzip", PreparedResponse>>
}

export interface PreparedResponse {
  /** names and values alternate, as Node writes them without checking again; the last value is the request's id */
  head: string[]
  /** One character per byte: Node writes text in one piece with the head, and bytes in a second one. */
  body: string | undefined
}

/** What the page takes in memory, in bytes, in both encodings. */
export const sizeOf = ({ body, headers }: Page): number =>
  Math.ceil(2.2 * body.br.byteLength) + (headers["Content-Security-Policy"]?.length ?? 0) + 1000

export async function bytesOf(page: Page, encoding: Encoding): Promise<Bytes> {
  if (encoding === "identity") return fromBrotli(page.body.br)
  const made = page.body[encoding] ?? (await gzipFromBrotli(page.body.br))
  page.body[encoding] = made
  return made
}

/** 304 when the client has the page already, otherwise the page in an encoding that the client accepts. */
export async function pageResponse(request: Request, page: Page): Promise<Response> {
  const { status, etag } = page
  if (status >= 300 && status < 400) return new Response(null, { status, headers: page.headers })
  const headers: Record<string, string> = { ...page.headers, ETag: etag }
  if (status === 200 && matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers })
  const encoding = chooseEncoding(request.headers.get("accept-encoding"))
  const bytes = await bytesOf(page, encoding)
  headers["Content-Type"] = "text/html; charset=utf-8"
  headers["Content-Length"] = String(bytes.byteLength)
  if (encoding !== "identity") headers["Content-Encoding"] = encoding
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers })
}
