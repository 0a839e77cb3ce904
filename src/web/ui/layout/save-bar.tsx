// The bar with the buttons of a long form: in view while the form scrolls. No toast covers its buttons.
import type { ReactNode } from "react"

export const SaveBar = ({ children }: { children: ReactNode }) => (
  <div
    data-bar=""
    className="sticky bottom-0 z-10 -mx-4 flex gap-3 bg-paper px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-t before:from-paper before:to-transparent sm:-mx-6 sm:justify-end sm:px-6"
  >
    {children}
  </div>
)
