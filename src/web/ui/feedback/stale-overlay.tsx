// Outdated content while newer content loads: under a moving line. It can be read and pressed: made inert under a finger, it would lose
// the press.
import type { ReactNode } from "react"

interface StaleProps {
  isStale: boolean
  /** of the content */
  className?: string
  children: ReactNode
}

export function StaleOverlay({ isStale, className, children }: StaleProps) {
  return (
    <div aria-busy={isStale} className="relative">
      {isStale && (
        <div aria-hidden="true" className="absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden bg-line">
          <div className="h-full w-1/3 animate-[pass_1.2s_ease-in-out_infinite] bg-accent" />
        </div>
      )}
      <div className={className}>{children}</div>
    </div>
  )
}
