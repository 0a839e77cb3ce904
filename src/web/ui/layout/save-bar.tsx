// The bar with the buttons of a long form: in view while the form scrolls.
import type { ReactNode } from "react"

export const SaveBar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-4 flex gap-3 border-line border-t bg-paper/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur sm:-mx-6 sm:justify-end sm:px-6 lg:bottom-4 lg:mx-0 lg:rounded-2xl lg:border lg:bg-sheet lg:shadow-card lg:dark:bg-well lg:px-7 lg:py-3">
    {children}
  </div>
)
