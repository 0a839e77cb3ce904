// Where you are in the three steps, and what this one asks for.
import { focusHeading } from "../../../ui/focus-heading.ts"

export const STEPS = [
  { title: "Add your photo", lead: "People remember a face. A photo helps them find your card again." },
  { title: "Say what you do", lead: "This comes right below your name, where people look first." },
  {
    title: "How can people reach you?",
    lead: "Gray lines are examples and won't be shown. You can change everything later.",
  },
]

/** A step, and beside or below it the card. */
export const BESIDE_CARD =
  "mx-auto grid w-full max-w-md grid-cols-1 items-start gap-8 lg:max-w-4xl lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14"

/** @param hasMoved the title is then news, and takes the focus */
export function StepTitle({ step, hasMoved = false }: { step: number; hasMoved?: boolean }) {
  return (
    <div>
      <div aria-hidden="true" className="flex gap-1.5">
        {STEPS.map(({ title }, n) => (
          <span key={title} className={`h-1.5 flex-1 rounded-full ${n <= step ? "bg-accent" : "bg-line"}`} />
        ))}
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        Step {step + 1} of {STEPS.length}
      </p>
      <h1
        key={step}
        ref={hasMoved ? focusHeading : undefined}
        tabIndex={-1}
        className="mt-2 font-serif text-3xl leading-tight font-semibold"
      >
        {STEPS[step]?.title}
      </h1>
      <p className="mt-3 text-ink-soft">{STEPS[step]?.lead}</p>
    </div>
  )
}
