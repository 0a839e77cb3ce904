// A retry button that is busy until there is an answer.
import { useState } from "react"
import { Button } from "./button.tsx"

interface AgainButtonProps {
  label?: string
  onAgain: () => Promise<void> | void
  className?: string
}

export function AgainButton({ label = "Try again", onAgain, className }: AgainButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const again = async () => {
    setAsking(true)
    await onAgain()
    setAsking(false)
  }
  return (
    <Button variant="secondary" size="sm" className={className} busy={isAsking} onClick={() => void again()}>
      {label}
    </Button>
  )
}
