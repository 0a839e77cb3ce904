// The symbol of near-field communication, as on contactless cards: three waves.
export const NfcWaves = ({ className }: { className: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 24 24"
    className={className}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
  >
    <path d="M6 9.5a5 5 0 0 1 0 5M10 7a9 9 0 0 1 0 10M14 4.5a13 13 0 0 1 0 15" />
  </svg>
)
