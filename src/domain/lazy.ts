// Values that are expensive and not needed right away: created on first use, then kept.

export function lazy<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
