// Renders a complete page: documents are cached as a whole, so streaming would not help.
import { renderToReadableStream } from "react-dom/server"
import { type EntryContext, type HandleErrorFunction, RouterContextProvider, ServerRouter } from "react-router"
import { accentOf } from "../domain/profile/accent.ts"
import type { Look } from "../domain/profile/look.ts"
import type { Found } from "./documents/profile/profile-page.tsx"
import { pageData, Rendering } from "./page-data.ts"
import documentStyles from "./styles/document.css?inline"
import minimal from "./styles/face-minimal.css?inline"
import portrait from "./styles/face-portrait.css?inline"
import vertical from "./styles/face-vertical.css?inline"
import wide from "./styles/face-wide.css?inline"
import groundOfInk from "./styles/ground-ink.css?inline"
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
  const rendering = { ...provider.get(pageData).rendering, styles }
  let failed: unknown
  const stream = await renderToReadableStream(
    <Rendering value={rendering}>
      <ServerRouter context={context} url={request.url} nonce={rendering.nonce} />
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

/** What a layout adds to profile.css. */
const LAYOUT_STYLES: Record<Look["layout"], string> = {
  classic: "",
  portrait: wide + portrait,
  minimal: wide + minimal,
  vertical: wide + vertical,
}
const GROUND_STYLES: Record<Look["ground"], string> = { paper: "", ink: groundOfInk }
/** The CSS rule of an ink. */
const INK_RULE = /\[data-accent="?(\w+)"?\]\s*\{[^{}]*\}/g

/** A token that a stylesheet defines. */
const TOKEN = /(?<=[{;\s])(--[\w-]+):[^;{}]*;?/g

/** What is left of a rule without its tokens, and layers that no page uses. */
const EMPTY_RULE = /@media[^@{};]*\{\}|@layer (?:theme|utilities);/g

/** Styles by layout, ground and ink. */
const lookStyles = new Map<string, string>()

/**
 * Leaves out the inks of other cards, the tokens of other pages and spaces that mean nothing, which makes the page 2% smaller.
 * @returns undefined when the page shows no profile
 */
function profileStylesOf({ staticHandlerContext }: EntryContext): string | undefined {
  const shown = staticHandlerContext.loaderData[PROFILE_ROUTE] as { found: Found } | undefined
  if (shown?.found.state !== "shown") return undefined
  const own = accentOf(shown.found.profile)
  const { layout, ground } = shown.found.profile.look
  const look = `${layout} ${ground} ${own}`
  const known = lookStyles.get(look)
  if (known !== undefined) return known
  const ofLook = profileStyles + LAYOUT_STYLES[layout] + GROUND_STYLES[ground]
  const ofInk = ofLook.replaceAll(INK_RULE, (rule, ink) => (ink === own ? rule : ""))
  const ofPage = ofInk.replaceAll(TOKEN, (token, name) => (ofInk.includes(`var(${name})`) ? token : ""))
  const styles = ofPage.replaceAll(EMPTY_RULE, "").replaceAll(/ ?([,/]) /g, "$1")
  lookStyles.set(look, styles)
  return styles
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || !(context instanceof RouterContextProvider)) return
  context.get(pageData).logFailure(error)
}
