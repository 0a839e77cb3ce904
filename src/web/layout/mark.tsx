// The logo: a seal with a card in it, and a quieter version for profile pages.

interface MarkProps {
  className?: string
}

/** Two overlapping cards, cut out of a seal. */
export function Mark({ className = "size-8" }: MarkProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <rect
        x="11.5"
        y="7.5"
        width="14"
        height="9.5"
        rx="1.8"
        className="fill-none stroke-on-accent"
        strokeWidth="1.8"
      />
      <rect x="6" y="13.5" width="16" height="11" rx="2" className="fill-on-accent" />
      <path d="M9 18h6M9 21h9.5" className="stroke-accent" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}

/** The same two cards in outline. */
export function QuietMark({ className = "size-8" }: MarkProps) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={className}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
    >
      <path d="M11.5 11V9.3a1.8 1.8 0 0 1 1.8-1.8h10.4a1.8 1.8 0 0 1 1.8 1.8v5.9a1.8 1.8 0 0 1-1.8 1.8H23" />
      <rect x="6.5" y="13.5" width="15" height="11" rx="2" />
      <path d="M10 18h5M10 21h8" strokeLinecap="round" strokeWidth="1.6" />
    </svg>
  )
}
