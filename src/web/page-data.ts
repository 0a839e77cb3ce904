// What a page can request from the server while it is rendered, and what the renderer tells the document's head.
import { createContext } from "react"
import { createContext as createRouterContext } from "react-router"
import type { PublicCard } from "../api/cards.ts"
import type { WayIn } from "../domain/account/policy.ts"
import type { SignUpMode } from "../domain/account/sign-up.ts"
import type { Exchange, ExchangeForm } from "../domain/people/given.ts"
import type { PublicProfile } from "../domain/profile/profile.ts"

/** What every page knows about its site. */
export interface Site {
  name: string
  /** such as https://cards.example.com */
  origin: string
  support_email: string
  /** the day the page was rendered, as YYYY-MM-DD */
  today: string
  /** who may create an account */
  sign_up: SignUpMode
  /** the ways in that the operator offers */
  sign_in: readonly WayIn[]
  /** whose people sign in with their company's login */
  company_logins: readonly { id: string; name: string }[]
  /** what pages say about taps and visits */
  taps: {
    /** 0: as long as the profile */
    kept_days: number
    has_places: boolean
    /** credit for the city databases */
    credit: { text: string; url: string } | null
  }
}

/** Addresses of the visitor script and of the files it loads for members. */
export interface VisitorFiles {
  script: string
  /** writes the contact card */
  card: string
  /** the way out of another app's browser */
  offer: string
  /** turns the landing page's card into the visitor's; only that page loads it */
  claim: string
  islands: string
  /** styles of the islands */
  styles: string
}

interface RenderContext {
  /** marks our inline scripts and styles; the server replaces it with hashes (src/server/delivery/pages) */
  nonce?: string
  visitor?: VisitorFiles | undefined
  /** the documents' styles; only the server has them */
  styles?: string
}

export interface PageData {
  site: Site
  rendering: RenderContext
  /** By username, or by id when the key is a uuid; null when there is none or it is deactivated. */
  profile(key: string): Promise<PublicProfile | null>
  /** Null when there is no such card. */
  card(cardId: string): Promise<PublicCard | null>
  /** What visitors of a profile can leave there; null when it takes no details. */
  exchangeForm(username: string): Promise<ExchangeForm | null>
  /** What a page of the exchange shows in answer to a form or a link. */
  exchange?: Exchange
  /** Called with errors of rendering. */
  logFailure(error: unknown): void
}

/** For loaders. The server takes this key from the built entry (entry.server.tsx). */
export const pageData = createRouterContext<PageData>()

/** For components. */
export const Rendering = createContext<RenderContext>({})
