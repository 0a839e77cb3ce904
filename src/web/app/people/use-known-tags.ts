// The tags that the owner has used before, the most used first.
import { useEffect, useState } from "react"
import { call } from "../../session/api.ts"

/** Empty until they are known: they are only suggestions. */
export function useKnownTags(): string[] {
  const [tags, setTags] = useState<string[]>([])
  useEffect(() => {
    let isHere = true
    call("GET /api/people/labels").then(
      (labels) => isHere && setTags(labels.tags.map(({ name }) => name)),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])
  return tags
}
