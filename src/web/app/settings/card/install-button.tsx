// Offers to put the card on the home screen, if the browser can.
import { useEffect, useState } from "react"
import { Button } from "../../../ui/button.tsx"

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

export function InstallButton() {
  const [offered, setOffered] = useState<InstallPrompt | null>(null)
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault()
      setOffered(event as InstallPrompt)
    }
    const forget = () => setOffered(null)
    addEventListener("beforeinstallprompt", keep)
    addEventListener("appinstalled", forget)
    return () => {
      removeEventListener("beforeinstallprompt", keep)
      removeEventListener("appinstalled", forget)
    }
  }, [])
  if (offered === null) return null
  const install = async () => {
    setOffered(null)
    await offered.prompt()
  }
  return (
    <Button variant="quiet" size="sm" onClick={() => void install()}>
      Add to Home Screen
    </Button>
  )
}
