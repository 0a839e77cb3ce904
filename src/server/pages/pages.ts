// Pages: asks the built application to render, for documents once per change and from memory afterwards.
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router"

export interface Pages {
  answer(request: Request): Promise<Response>
}

/** The renderer as the build leaves it; in development Vite hands over a fresh one per request. */
export type LoadBuild = () => Promise<ServerBuild>

export function createPages(load: LoadBuild): Pages {
  const handle = createRequestHandler(load, process.env.NODE_ENV)
  return { answer: (request) => handle(request, new RouterContextProvider()) }
}
