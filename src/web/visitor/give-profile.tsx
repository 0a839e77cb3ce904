// In the sheet "Let Mika know who you are", for members: hands over one of their profiles with one touch.
import { useEffect, useEffectEvent, useState } from "react"
import { createRoot } from "react-dom/client"
import { call, sentenceOf } from "../session/api.ts"
import { ownProfiles } from "../session/own-profiles.ts"
import { useSession } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"
import { focusHeading } from "../ui/focus-heading.ts"
import { ExchangeDone } from "./exchange-done.tsx"

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
  const parts = Array.from(place.parentElement?.children ?? []).filter((part) => part !== place)
  const others = parts
    // The way out stands beside the button that sends the fields.
    .flatMap((part) => (part.querySelector("[data-close]") === null ? [part] : Array.from(part.children)))
    .filter((part) => part !== title && !part.matches("p, [data-close], [hidden], [type=hidden]"))
  const [sent, consent] = [title?.querySelector("p"), form.querySelector("[data-consent]")]
  const asked = sent?.textContent ?? ""
  const afterFields = consent?.nextElementSibling
  const fold = (isHidden: boolean) => {
    for (const part of others) part.toggleAttribute("hidden", isHidden)
    if (!consent) return
    sent?.replaceChildren(isHidden ? "They get the details on your card." : asked)
    // It is read before any button that agrees to it.
    if (isHidden) place.before(consent)
    else afterFields?.before(consent)
  }
  if (isFolded) fold(true)
  const unfold = () => {
    fold(false)
    form.querySelector<HTMLElement>("[name=name]")?.focus()
  }
  // Nothing is asked any more: neither who someone is, nor whether they agree.
  const done = () => {
    for (const part of [...parts, consent]) part?.toggleAttribute("hidden", true)
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
      <ExchangeDone username={to.username} title={`${to.name} has your profile`} titleRef={focusHeading}>
        <p>They now have the details on your card.</p>
      </ExchangeDone>
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
    <div className="mt-1 flex flex-col gap-3">
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
