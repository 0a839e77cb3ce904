// Renders a page to its end: documents are cached whole, so nothing is gained by streaming.
import { renderToReadableStream } from "react-dom/server"
import { type EntryContext, ServerRouter } from "react-router"

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let failed: unknown
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    onError: (error) => {
      failed = error
    },
  })
  await stream.allReady
  if (failed !== undefined) throw failed
  headers.set("Content-Type", "text/html; charset=utf-8")
  return new Response(stream, { status, headers })
}
