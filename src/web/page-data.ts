// What a page can request from the server while it is rendered. The server gets the keys from the built entry (src/web/entry.server.tsx).
import { createContext } from "react-router"
import type { PublicCard } from "../api/cards.ts"
import type { SignUpMode } from "../domain/account/sign-up.ts"
import type { PublicProfile } from "../domain/profile/profile.ts"
import type { RenderContext } from "./layout/render-context.ts"

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
  /** what pages say about taps and visits */
  taps: {
    /** 0: as long as the profile */
    kept_days: number
    has_places: boolean
    /** credit for the city databases */
    credit: { text: string; url: string } | null
  }
}

export interface PageData {
  site: Site
  /** By username, or by id when the key is a uuid; null when there is none or it is deactivated. */
  profile(key: string): Promise<PublicProfile | null>
  /** Null when there is no such card. */
  card(cardId: string): Promise<PublicCard | null>
  /** Called with errors of rendering. */
  failed(error: unknown): void
}

export const pageData = createContext<PageData>()

/** Facts of one rendering; see layout/render-context.ts. */
export const rendering = createContext<RenderContext>({})
