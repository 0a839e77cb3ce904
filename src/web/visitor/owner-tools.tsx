// What only the owner sees on a profile: Show my card, Edit Profile, the dialog to share it, and what the card still lacks (specification section 2).
import { useEffect } from "react"
import IconChevronRight from "~icons/chevron-right"
import IconId from "~icons/id"
import IconPencil from "~icons/pencil"
import IconPlus from "~icons/plus"
import { OWN_CARD_PATH } from "../../domain/paths.ts"
import type { OwnProfile } from "../../domain/profile/profile.ts"
import { ownProfile, pathFor } from "../session/own-profiles.ts"
import { useSession } from "../session/session-store.ts"
import { buttonStyle } from "../ui/button-style.ts"
import { ShareDialog } from "./share-dialog.tsx"
import type { SharedProfile } from "./share-link.ts"

export function OwnerTools(profile: SharedProfile) {
  const session = useSession()
  const isFirst = session.status === "signed-in" && session.user.id === profile.id
  const isOwner = isFirst || (session.status === "signed-in" && ownProfile(session.me, profile.id) !== undefined)
  useNoReport(isOwner)
  if (!isOwner) return null
  return (
    <div className="mb-1.5 flex flex-wrap-reverse items-center justify-end gap-2">
      <a
        href={pathFor("/edit-profile", profile.username, isFirst)}
        className={buttonStyle({ variant: "secondary", size: "sm" }, "whitespace-nowrap")}
      >
        <IconPencil size={18} aria-hidden="true" />
        Edit Profile
      </a>
      <ShareDialog {...profile} />
    </div>
  )
}

/** The owner's one loud button, above Save Contact. @param id of the displayed profile */
export function ShowCard({ id }: { id: string }) {
  const session = useSession()
  if (session.status !== "signed-in") return null
  const isFirst = session.user.id === id
  const username = ownProfile(session.me, id)?.username
  if (!isFirst && username === undefined) return null
  return (
    <a
      href={pathFor(OWN_CARD_PATH, username ?? "", isFirst)}
      data-show-card=""
      className={buttonStyle({ size: "lg" }, "min-h-13 w-full")}
    >
      <IconId size={22} aria-hidden="true" className="shrink-0" />
      Show my card
    </a>
  )
}

/** Owners do not report themselves. The link is outside of this island. */
function useNoReport(isOwner: boolean): void {
  useEffect(() => {
    if (!isOwner) return
    const link = document.querySelector("[data-report]")
    link?.setAttribute("hidden", "")
    return () => link?.removeAttribute("hidden")
  }, [isOwner])
}

type Hint = [isThere: (profile: OwnProfile) => boolean, text: string, field: string]

const HINTS: readonly Hint[] = [
  [({ profile_picture }) => profile_picture !== "", "Add a photo", ""],
  [({ job_title, business_name }) => `${job_title}${business_name}` !== "", "Say what you do", "#job_title"],
  [({ business_phone, email }) => `${business_phone}${email}` !== "", "Add a phone or email", "#business_phone"],
  [({ bio }) => bio !== "", "Write a line about yourself", "#bio"],
  [({ social_media }) => Object.keys(social_media).length > 0, "Add a link", "#website"],
]

/** What a card still lacks, below it: each line links to the field. @param id of the displayed profile */
export function OwnerHints({ id }: { id: string }) {
  const session = useSession()
  const profile = session.status === "signed-in" ? ownProfile(session.me, id) : undefined
  if (session.status !== "signed-in" || profile === undefined) return null
  const missing = HINTS.filter(([isThere]) => !isThere(profile))
  if (missing.length === 0) return null
  return (
    <section
      aria-labelledby="owner-hints"
      dir="ltr"
      className="print:hidden mt-5 rounded-3xl border border-line-strong border-dashed px-5 pt-4 pb-2 sm:px-7"
    >
      <h2 id="owner-hints" className="font-serif text-lg font-semibold text-ink">
        Finish your card
      </h2>
      <p className="text-sm text-ink-soft">
        {HINTS.length - missing.length} of {HINTS.length} done. Only you can see this.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {missing.map(([, text, field]) => (
          <li key={text}>
            <a
              href={pathFor("/edit-profile", profile.username, session.user.id === id) + field}
              className="-mx-2 flex min-h-12 items-center gap-3 rounded-xl px-2 font-medium text-ink hover:bg-well"
            >
              <IconPlus size={20} aria-hidden="true" className="shrink-0 text-accent" />
              <span className="flex-1">{text}</span>
              <IconChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-soft" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
