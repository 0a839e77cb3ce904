// Renders a complete page: documents are cached as a whole, so streaming would not help.
import { renderToReadableStream } from "react-dom/server"
import { type EntryContext, type HandleErrorFunction, RouterContextProvider, ServerRouter } from "react-router"
import { accentOf } from "../domain/profile/accent.ts"
import type { Found } from "./documents/profile/fetch-profile.ts"
import { pageData, Rendering } from "./page-data.ts"
import documentStyles from "./styles/document.css?inline"
import profileStyles from "./styles/profile.css?inline"

const PROFILE_ROUTE = "documents/profile/profile-page"

// The server takes the key from the build, because it must be the same object that the loaders use.
export { pageData }

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  provider: RouterContextProvider,
): Promise<Response> {
  const styles = profileStylesOf(context) ?? documentStyles
  const given = { ...provider.get(pageData).rendering, styles }
  let failed: unknown
  const stream = await renderToReadableStream(
    <Rendering value={given}>
      <ServerRouter context={context} url={request.url} nonce={given.nonce} />
    </Rendering>,
    {
      // Otherwise, inline scripts would complete large pages, which does not work without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        failed = error
      },
    },
  )
  await stream.allReady
  if (failed !== undefined) throw failed
  headers.set("Content-Type", "text/html; charset=utf-8")
  return new Response(stream, { status, headers })
}

/** Without the inks of other cards and the tokens of other pages, a fiftieth of the page. Undefined without a profile to show. */
function profileStylesOf({ staticHandlerContext }: EntryContext): string | undefined {
  const shown = staticHandlerContext.loaderData[PROFILE_ROUTE] as { found: Found } | undefined
  if (shown?.found.state !== "shown") return undefined
  const own = accentOf(shown.found.profile)
  return profileStyles
    .replaceAll(/\[data-accent="?(\w+)"?\]\s*\{[^}]*\}/g, (rule, ink) => (ink === own ? rule : ""))
    .replaceAll(/(?<=[{;\s])(--[\w-]+):[^;{}]*;?/g, (token, name) =>
      profileStyles.includes(`var(${name})`) ? token : "",
    )
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(context instanceof RouterContextProvider)) return
  context.get(pageData).failed(error)
}
