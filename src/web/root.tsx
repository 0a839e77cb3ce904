// The frame of every page: documents get inlined styles and the visitor script, app pages the hydrated application.
import "./styles/app.css"
import { type ReactNode, useContext } from "react"
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router"
import type { Route } from "./+types/root"
import { ErrorPage } from "./documents/error-page.tsx"
import { NotFoundPage } from "./documents/not-found-page.tsx"
import { DocumentHead } from "./layout/document-head.tsx"
import { Rendering } from "./layout/render-context.ts"
import { STORAGE } from "./layout/storage.ts"
import { pageData, type Site } from "./page-data.ts"
import { AccountBlock, useIsBlocked } from "./session/account-block.tsx"
import { ConfirmIdentity } from "./session/confirm-identity.tsx"
import { Toasts } from "./ui/feedback/toasts.tsx"

/** What a route declares: `app` pages are hydrated, everything else is a document. */
export interface RouteHandle {
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
        {isApp && <script nonce={nonce}>{STORAGE}</script>}
        {first && <script nonce={nonce}>{first}</script>}
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {isApp ? <Links /> : <DocumentHead />}
      </head>
      <body>
        {children}
        {isApp && <ScrollRestoration nonce={nonce} />}
        {isApp && <Scripts nonce={nonce} />}
      </body>
    </html>
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
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <ErrorPage />
}
