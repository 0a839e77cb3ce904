// What only the renderer knows and the document's head needs: the one-off nonce of this rendering, styles, the visitor's files.
import { createContext } from "react"

/** Addresses of the visitor script and of what it loads for members. */
export interface VisitorFiles {
  script: string
  /** writes the contact card; loaded when somebody is about to save */
  card: string
  /** turns the landing page's card into the visitor's own; only that page asks for it */
  claim: string
  islands: string
  /** styles of the islands */
  styles: string
}

export interface RenderContext {
  /** marks our own inline scripts and styles; the server turns it into hashes and strips it (src/server/delivery/pages) */
  nonce?: string
  visitor?: VisitorFiles
  /** the documents' styles; only the server holds them */
  styles?: string
}

export const Rendering = createContext<RenderContext>({})
