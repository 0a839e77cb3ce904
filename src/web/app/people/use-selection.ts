// The people that are chosen. They stay chosen while the list shows others, so what is known about them is kept with them.
import { useState } from "react"
import type { ListedPerson } from "../../../api/people.ts"
import { PEOPLE_SELECTED_MAX } from "../../../domain/people/people-limits.ts"
import { PEOPLE } from "../../../domain/people/people-messages.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"

export type Selection = ReadonlyMap<string, ListedPerson>

export function useSelection() {
  /** null: no one is being chosen */
  const [selected, setSelected] = useState<Selection | null>(null)
  const add = (people: ListedPerson[]) => {
    const after = new Map(selected)
    for (const person of people) after.set(person.id, person)
    if (after.size > PEOPLE_SELECTED_MAX) showToast({ title: PEOPLE.enoughSelected, tone: "bad" })
    setSelected(new Map([...after].slice(0, PEOPLE_SELECTED_MAX)))
  }
  const remove = ({ id }: ListedPerson) =>
    setSelected((before) => new Map([...(before ?? [])].filter(([other]) => other !== id)))
  return {
    selected,
    toggle: (person: ListedPerson) => (selected?.has(person.id) ? remove(person) : add([person])),
    /** Also those that were chosen before, as far as they fit. */
    selectAll: add,
    selectNone: () => setSelected(new Map()),
    stop: () => setSelected(null),
  }
}
