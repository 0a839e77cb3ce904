// The button below a list that has more to show.
import { Button } from "./button.tsx"

interface MoreButtonProps {
  /** such as "Show older ones" */
  label: string
  state: "idle" | "loading" | "failed"
  /** the message after a failure */
  problem: string
  onClick: () => void
}

export function MoreButton({ label, state, problem, onClick }: MoreButtonProps) {
  return (
    <div className="flex flex-col items-center gap-2">
      {state === "failed" && (
        <p role="alert" className="text-sm font-medium text-bad">
          {problem}
        </p>
      )}
      <Button variant="secondary" busy={state === "loading"} onClick={onClick}>
        {label}
      </Button>
    </div>
  )
}
