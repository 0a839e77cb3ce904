// The people that are chosen. They stay chosen while the list shows others, so what is known about them is kept with them.
import { useState } from "react"
import type { ListedPerson } from "../../../api/people.ts"
import { PEOPLE_SELECTED_MAX } from "../../../domain/people/people-limits.ts"

export type Selection = ReadonlyMap<string, ListedPerson>

export function useSelection() {
  /** null: no one is being chosen */
  const [selected, setSelected] = useState<Selection | null>(null)
  return {
    selected,
    toggle: (person: ListedPerson) =>
      setSelected((before) => {
        const after = new Map(before)
        if (!after.delete(person.id) && after.size < PEOPLE_SELECTED_MAX) after.set(person.id, person)
        return after
      }),
    /** Also those that were chosen before, as far as they fit. */
    selectAll: (people: ListedPerson[]) =>
      setSelected((before) => {
        const after = new Map(before)
        for (const person of people) if (after.size < PEOPLE_SELECTED_MAX) after.set(person.id, person)
        return after
      }),
    selectNone: () => setSelected(new Map()),
    stop: () => setSelected(null),
  }
}
