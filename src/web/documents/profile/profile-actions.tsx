// Save Contact, the primary action, and Share Profile: at the bottom of the card, and always in view.
import { useContext } from "react"
import IconShare2 from "~icons/share-2"
import IconUserPlus from "~icons/user-plus"
import { contactPath } from "../../../domain/paths.ts"
import { contactFields } from "../../../domain/profile/contact-fields.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { Rendering } from "../../page-data.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { ShowCardPlace } from "../in-application.tsx"

/**
 * The link leads to the contact file, so that saving works without scripts; the visitor script finds both by their data attributes.
 * The code that makes the card in the browser comes with the page, because the signal may be gone when the button is pressed.
 */
export function ProfileActions({ profile }: { profile: PublicProfile }) {
  const { visitor } = useContext(Rendering)
  return (
    <div className="print:hidden sticky bottom-0 z-10 flex gap-2 rounded-b-3xl border-t border-line bg-sheet px-3.5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7 sm:pb-5">
      {visitor !== undefined && <script type="module" src={visitor.card} fetchPriority="low" />}
      <ShowCardPlace id={profile.id} />
      <a
        href={contactPath(profile.username)}
        data-save={JSON.stringify(contactFields(profile))}
        className={buttonStyle(
          { size: "lg" },
          "min-h-14 flex-[1.35_1_auto] px-2! whitespace-nowrap max-[22rem]:text-sm",
        )}
      >
        <IconUserPlus size={20} aria-hidden="true" className="shrink-0 max-[22rem]:hidden" />
        <span data-label="">Save Contact</span>
      </a>
      <button
        type="button"
        data-share=""
        className={buttonStyle(
          { size: "lg", variant: "secondary" },
          "min-h-14 flex-auto px-2! whitespace-nowrap noscript:hidden max-[22rem]:text-sm",
        )}
      >
        <IconShare2 size={20} aria-hidden="true" className="shrink-0 max-sm:hidden" />
        Share Profile
      </button>
    </div>
  )
}
