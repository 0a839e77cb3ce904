// The frame of every page: documents get inlined styles and the visitor script, app pages the hydrated application.
import "./styles/app.css"
import { type ReactNode, useContext } from "react"
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router"
import type { Route } from "./+types/root"
import { ErrorPage, NotFoundPage } from "./documents/error-pages.tsx"
import { pageData, Rendering, type Site } from "./page-data.ts"
import { REQUEST_ACCOUNT } from "./session/early-account.ts"
import { AccountBlock, ConfirmIdentity, useIsBlocked } from "./session/page-overlays.tsx"
import { SESSION_KEY } from "./session/storage.ts"
import { Toasts } from "./ui/feedback/toasts.tsx"

/**
 * Runs before the application: if the browser forbids storage (all cookies blocked), a storage in memory replaces it, so that
 * people can still sign in and edit; it lasts as long as the page.
 */
const STORAGE = `for(const name of["localStorage","sessionStorage"]){let found;try{found=window[name]}catch{}
if(!found)Object.defineProperty(window,name,{value:Object.create({getItem(key){return this[key]??null},setItem(key,value){this[key]=String(value)},removeItem(key){delete this[key]}})})}`

/** In pages only: the application, which runs after it, does not carry it a second time. */
const FIRST = import.meta.env.SSR ? `${STORAGE}\n${REQUEST_ACCOUNT}` : ""

/** Runs before the first paint, so that members never see the visitor's buttons flash (styles/theme.css). */
const MEMBER = `try{if(localStorage["${SESSION_KEY}"])document.documentElement.dataset.member=""}catch{}`

/** What a route declares: `app` pages are hydrated, everything else is a document. */
interface RouteHandle {
  app?: true
  /** runs before anything else of the page is requested */
  firstScript?: string
}

export const loader = ({ context }: Route.LoaderArgs): Site => context.get(pageData).site

/** The site does not change during navigation within the application. */
export const shouldRevalidate = () => false

function useFirstScript(): string | undefined {
  const handles = useMatches().map((match) => match.handle as RouteHandle | undefined)
  return handles.find((handle) => handle?.firstScript)?.firstScript
}

/** In the browser, everything is the application, including its profiles. */
function useIsApp(): boolean {
  const matches = useMatches()
  return !import.meta.env.SSR || matches.some((match) => (match.handle as RouteHandle | undefined)?.app)
}

export function Layout({ children }: { children: ReactNode }) {
  const isApp = useIsApp()
  const { nonce } = useContext(Rendering)
  const first = useFirstScript()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        {isApp && (
          <script nonce={nonce} suppressHydrationWarning>
            {FIRST}
          </script>
        )}
        {first && <script nonce={nonce}>{first}</script>}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {import.meta.env.SSR && !isApp ? <DocumentHead /> : <Links />}
      </head>
      <body>
        {children}
        {isApp && <ScrollRestoration nonce={nonce} />}
        {isApp && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

/** Its styles inline, and the one small script. */
function DocumentHead() {
  const { nonce, visitor, styles } = useContext(Rendering)
  return (
    <>
      <style nonce={nonce}>{styles}</style>
      <script nonce={nonce}>{MEMBER}</script>
      {visitor && (
        <script
          id="visitor"
          type="module"
          src={visitor.script}
          data-card={visitor.card}
          data-offer={visitor.offer}
          data-islands={visitor.islands}
          data-styles={visitor.styles}
        />
      )}
    </>
  )
}

/** Toasts stay when the page changes, also on the way to a profile. */
export default function Root() {
  const isApp = useIsApp()
  const isBlocked = useIsBlocked()
  return (
    <>
      {!isBlocked && <Outlet />}
      {isApp && <AccountBlock />}
      {isApp && <ConfirmIdentity />}
      {isApp && <Toasts />}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage />
  return (
    <>
      <title>Page not found</title>
      <NotFoundPage />
    </>
  )
}
