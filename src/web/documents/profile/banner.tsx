// The banner of a card: a quiet pattern on tinted paper, drawn from the username; nobody has to upload one.
import { hashOf } from "./accent.ts"
import { PATTERNS } from "./patterns.ts"

export function Banner({ username }: { username: string }) {
  const hash = hashOf(`${username} banner`)
  const kind = hash % PATTERNS.length
  const pattern = PATTERNS[kind] ?? PATTERNS[0]
  const scale = 1 + ((hash >>> 8) % 4) / 8
  if (pattern === undefined) return null
  return (
    <svg
      className="block h-32 w-full bg-tint text-accent sm:h-36"
      preserveAspectRatio="xMaxYMid slice"
      viewBox="0 0 420 144"
      aria-hidden="true"
    >
      <defs>
        <pattern
          id={`motif${kind}`}
          width={pattern.width}
          height={pattern.height}
          patternUnits="userSpaceOnUse"
          patternTransform={`scale(${scale})`}
        >
          <path d={pattern.path} fill="none" stroke="currentColor" strokeWidth={1.4 / scale} />
        </pattern>
        <linearGradient id="fade">
          <stop stopColor="#fff" stopOpacity=".12" />
          <stop offset=".9" stopColor="#fff" stopOpacity=".62" />
        </linearGradient>
        <mask id="faded">
          <path d="M0 0h420v144H0z" fill="url(#fade)" />
        </mask>
      </defs>
      <path d="M0 0h420v144H0z" fill={`url(#motif${kind})`} mask="url(#faded)" />
    </svg>
  )
}
