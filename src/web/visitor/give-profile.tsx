// In the sheet "Let Mika know who you are", for members: hands over one of their profiles with one touch.
import { useState } from "react"
import { createRoot } from "react-dom/client"
import { call, sentenceOf } from "../session/api.ts"
import { ownProfiles } from "../session/own-profiles.ts"
import { useSession } from "../session/session-store.ts"
import { Button } from "../ui/button.tsx"

/** @param form the sheet's content, as it was loaded from the exchange's page */
export function offerProfile(form: HTMLElement): void {
  const {
    profile = "",
    username = "",
    name = "",
  } = document.querySelector<HTMLElement>("[data-profile]")?.dataset ?? {}
  const place = document.createElement("div")
  form.querySelector("form :has(> h1)")?.after(place)
  createRoot(place).render(<GiveProfile to={{ id: profile, username, name }} />)
}

function GiveProfile({ to }: { to: { id: string; username: string; name: string } }) {
  const session = useSession()
  const [isGiven, setGiven] = useState(false)
  const [problem, setProblem] = useState("")
  if (session.status !== "signed-in") return null
  const mine = ownProfiles(session.me)
  if (mine.some(({ id }) => id === to.id)) return <p className="text-ink-soft">This is what visitors see.</p>
  if (isGiven)
    return (
      <p role="status" className="rounded-xl bg-good-paper px-4 py-3 font-medium text-good">
        {to.name} has your profile now.
      </p>
    )
  const give = async (profile_id: string) => {
    try {
      await call("POST /api/exchange/{username}", { params: { username: to.username }, body: { profile_id } })
      setGiven(true)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <div className="flex flex-col gap-3">
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
      {mine.length > 0 && <p className="text-center text-sm text-ink-soft">or fill in what you want to share</p>}
    </div>
  )
}
