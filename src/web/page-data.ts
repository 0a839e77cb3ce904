// What a page may ask of the server while it is rendered. The server takes the keys out of the built entry (src/web/entry.server.tsx).
import { createContext } from "react-router"
import type { SignUpMode } from "../domain/account/sign-up-mode.ts"
import type { PublicCard } from "../domain/card/card.ts"
import type { PublicProfile } from "../domain/profile/profile.ts"
import type { RenderContext } from "./layout/render-context.ts"

/** What every page knows of the site it belongs to. */
export interface Site {
  name: string
  /** such as https://cards.example.com */
  origin: string
  support_email: string
  /** the day the page was rendered, as YYYY-MM-DD */
  today: string
  /** who may create an account */
  sign_up: SignUpMode
  /** what is said of taps and visits */
  taps: {
    /** 0: as long as the profile */
    kept_days: number
    has_places: boolean
    /** whom the city databases are owed to */
    credit: { text: string; url: string } | null
  }
}

export interface PageData {
  site: Site
  /** By username, or by id when the key is a uuid; null when there is none or it is deactivated. */
  profile(key: string): Promise<PublicProfile | null>
  /** Null when there is no such card. */
  card(cardId: string): Promise<PublicCard | null>
  /** Hears of what went wrong while rendering. */
  failed(error: unknown): void
}

export const pageData = createContext<PageData>()

/** Facts of one rendering; see layout/render-context.ts. */
export const rendering = createContext<RenderContext>({})
