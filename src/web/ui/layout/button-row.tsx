// The buttons that end a dialog or a form, the main one last: at the right, and above the other on a phone.
import type { ReactNode } from "react"

export const ButtonRow = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end sm:*:whitespace-nowrap">
    {children}
  </div>
)
