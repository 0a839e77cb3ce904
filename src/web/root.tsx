// The frame of every page: documents get the visitor script, app pages the hydrated application.
import type { ReactNode } from "react"
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router"

/** What a route says of itself: `app` pages are hydrated, everything else is a document. */
export interface RouteHandle {
  app?: true
}

export function Layout({ children }: { children: ReactNode }) {
  const isApp = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.app)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isApp && <ScrollRestoration />}
        {isApp && <Scripts />}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
