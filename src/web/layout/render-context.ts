// What the document's head needs from the renderer: the nonce of this rendering, styles, and the visitor's files.
import { createContext } from "react"

/** Addresses of the visitor script and of the files it loads for members. */
export interface VisitorFiles {
  script: string
  /** writes the contact card */
  card: string
  /** turns the landing page's card into the visitor's; only that page loads it */
  claim: string
  islands: string
  /** styles of the islands */
  styles: string
}

export interface RenderContext {
  /** marks our inline scripts and styles; the server replaces it with hashes (src/server/delivery/pages) */
  nonce?: string
  visitor?: VisitorFiles
  /** the documents' styles; only the server has them */
  styles?: string
}

export const Rendering = createContext<RenderContext>({})
