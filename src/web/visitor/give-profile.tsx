// In the sheet "Let Mika know who you are", for members: hands over one of their profiles with one touch.
import { useEffect, useEffectEvent, useState } from "react"
import { createRoot } from "react-dom/client"
import IconCircleCheck from "~icons/circle-check"
import { call, sentenceOf } from "../session/api.ts"
import { ownProfiles } from "../session/own-profiles.ts"
import { useSession } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"
import { buttonStyle } from "../ui/button-style.ts"
import { focusHeading } from "../ui/focus-heading.ts"

/** @param form the sheet's content, as it was loaded from the exchange's page */
export function offerProfile(form: HTMLElement): void {
  const {
    profile = "",
    username = "",
    name = "",
  } = document.querySelector<HTMLElement>("[data-profile]")?.dataset ?? {}
  const place = document.createElement("div")
  const title = form.querySelector("form :has(> h1)")
  title?.after(place)
  // Folded, so that one thing stands out, and no keyboard opens; unless they were filled in and are wrong. What is agreed to stays.
  const isFolded = form.querySelector("[aria-invalid]") === null
  const others = Array.from(place.parentElement?.children ?? [])
    // The way out stands beside the button that sends the fields.
    .flatMap((part) => (part.querySelector("[data-close]") === null ? [part] : Array.from(part.children)))
    .filter((part) => part !== title && part !== place && !part.matches("p, [data-close], [hidden], [type=hidden]"))
  const fold = (isHidden: boolean) => {
    for (const part of others) part.toggleAttribute("hidden", isHidden)
    // What the fields ask for.
    title?.querySelector("p")?.toggleAttribute("hidden", isHidden)
  }
  if (isFolded) fold(true)
  const unfold = () => {
    fold(false)
    form.querySelector<HTMLElement>("[name=name]")?.focus()
  }
  const done = () => {
    fold(true)
    // Nothing is asked any more: neither who someone is, nor whether they agree.
    for (const part of place.parentElement?.querySelectorAll("p, div:has(> h1)") ?? [])
      if (!place.contains(part)) part.toggleAttribute("hidden", true)
    const close = form.querySelector("[data-close]")
    close?.replaceChildren("Done")
    close?.setAttribute("class", buttonStyle({ size: "lg" }, "grow"))
  }
  createRoot(place).render(
    <GiveProfile to={{ id: profile, username, name }} {...{ isFolded, onUnfold: unfold, onGiven: done }} />,
  )
}

interface GiveProfileProps {
  to: { id: string; username: string; name: string }
  /** the fields for other details are hidden */
  isFolded: boolean
  onUnfold: () => void
  onGiven: () => void
}

function GiveProfile({ to, isFolded, onUnfold, onGiven }: GiveProfileProps) {
  const session = useSession()
  const [isOpen, setOpen] = useState(!isFolded)
  const [isGiven, setGiven] = useState(false)
  const [problem, setProblem] = useState("")
  const mine = session.status === "signed-in" ? ownProfiles(session.me) : []
  const isKnown = session.status === "signed-out" || (session.status === "signed-in" && session.meStatus !== "loading")
  const hasNone = isKnown && (mine.length === 0 || mine.some(({ id }) => id === to.id))
  const unfold = () => {
    setOpen(true)
    onUnfold()
  }
  const unfoldWithoutProfile = useEffectEvent(unfold)
  useEffect(() => {
    if (hasNone) unfoldWithoutProfile()
  }, [hasNone])
  if (session.status !== "signed-in") return null
  if (mine.some(({ id }) => id === to.id)) return <p className="text-ink-soft">This is what visitors see.</p>
  if (isGiven)
    return (
      <>
        <IconCircleCheck size={44} aria-hidden="true" className="mb-4 -ml-1 text-accent" />
        <h1 ref={focusHeading} tabIndex={-1} className="font-serif text-xl font-semibold">
          {to.name} has your profile
        </h1>
        <p className="mt-2 text-ink-soft">They now have the contact that people save from your card.</p>
      </>
    )
  const give = async (profile_id: string) => {
    try {
      await call("POST /api/exchange/{username}", { params: { username: to.username }, body: { profile_id } })
      setGiven(true)
      onGiven()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {!isOpen && <p className="text-sm text-ink-soft">They get the contact that people save from your card.</p>}
      {mine.map(({ id, username, full_name }) => (
        <Button key={id} size="lg" onAct={() => give(id)}>
          {mine.length === 1 ? "Send my profile" : `Send ${full_name || username} (${username})`}
        </Button>
      ))}
      {problem !== "" && (
        <p role="alert" className="font-medium text-bad">
          {problem}
        </p>
      )}
      {mine.length > 0 &&
        (isOpen ? (
          <p className="text-center text-sm text-ink-soft">or fill in what you want to share</p>
        ) : (
          <Button variant="secondary" size="lg" onClick={unfold}>
            Send other details
          </Button>
        ))}
    </div>
  )
}
