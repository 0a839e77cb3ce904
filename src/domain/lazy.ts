// For values that are expensive and not needed at once: made when they are first asked for, and kept.

export function lazy<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
