// Save Contact, the primary action, and Share Profile: at the bottom of the card, and always in view.
import { useContext } from "react"
import IconShare2 from "~icons/share-2"
import IconUserPlus from "~icons/user-plus"
import { contactPath } from "../../../domain/paths.ts"
import { contactFields } from "../../../domain/profile/contact-fields.ts"
import type { PublicProfile } from "../../../domain/profile/profile.ts"
import { Rendering } from "../../page-data.ts"
import { ShowCardPlace } from "../in-application.tsx"

/**
 * The link leads to the contact file, so that saving works without scripts; the visitor script finds both by their data attributes.
 * The code that makes the card in the browser comes with the page, because the signal may be gone when the button is pressed. The
 * buttons have the size of their place (styles/components.css), so the classes of sizes are left out of the page.
 */
export function ProfileActions({ profile }: { profile: PublicProfile }) {
  const { visitor } = useContext(Rendering)
  return (
    <div className="actions">
      {visitor !== undefined && <script type="module" src={visitor.card} fetchPriority="low" />}
      <ShowCardPlace id={profile.id} />
      <a
        href={contactPath(profile.username)}
        data-save={JSON.stringify(contactFields(profile))}
        // On a mirrored card, the icon is where an English label begins.
        dir="auto"
        className="button primary"
      >
        <IconUserPlus size={20} />
        <span data-label="">Save Contact</span>
      </a>
      <button
        type="button"
        data-share=""
        // The visitor script enables it: a press before that would be lost.
        disabled={import.meta.env.SSR}
        className="button secondary"
      >
        <IconShare2 size={20} />
        Share Profile
      </button>
    </div>
  )
}
