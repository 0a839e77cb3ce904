// The form of a profile: its values, the stored version they started from, and the draft that outlives the page.
import { useEffect, useMemo, useRef, useState } from "react"
import { useForm } from "react-hook-form"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { resolveLater } from "../../ui/form/form-resolver.ts"
import { type DraftBase, saveDraft, storedDraft } from "./draft.ts"
import { changesOf, type FormBase, type ProfileValues, valuesOf } from "./form-values.ts"

interface ProfileFormProps {
  /** of the profile, also before there is one */
  id: string
  profile: OwnProfile | null
  /** false if loading failed: then there may be a profile that this form does not know */
  isKnown?: boolean
  signupName: string
  /** Focuses the first invalid field. */
  shouldFocusError?: boolean
}

type Saving = typeof import("./save-profile.ts")

const loadSaving = (): Promise<Saving> => import("./save-profile.ts")

/** For the focus of a form: saving should not wait for what it needs. */
export const preloadSaving = () => void loadSaving().catch(() => undefined)

export const saveProfile: Saving["saveProfile"] = async (...given) => (await loadSaving()).saveProfile(...given)

export function useProfileForm({ id, profile, isKnown = true, signupName, shouldFocusError = true }: ProfileFormProps) {
  const [start, setStart] = useState(
    (): FormBase => ({ values: valuesOf(profile, signupName), version: profile?.version }),
  )
  const { values: initial } = start
  const [base, setBase] = useState(start)
  const [hasDraft, setHasDraft] = useState(false)
  const resolver = useMemo(() => resolveLater(async () => (await loadSaving()).resolveProfile(initial)), [initial])
  const form = useForm({ resolver, defaultValues: initial, shouldFocusError })
  const { reset, subscribe } = form
  const isFirst = useRef(true)

  useEffect(() => {
    const { values } = start
    const draftBase: DraftBase = { from: isKnown ? values : {}, version: start.version ?? 0 }
    let stop: (() => void) | undefined
    const follow = () => {
      stop = subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values: typed }) => saveDraft(id, typed, values, draftBase),
      })
    }
    let isHere = true
    const restore = async (text: string) => {
      const { restoreDraft } = await import("./restore-draft.ts")
      if (!isHere) return
      const draft = restoreDraft(text, form, values, draftBase)
      setHasDraft(draft !== null)
      if (draft?.hasConflict && start.version !== undefined)
        setBase({ values: { ...values, ...draftBase.from }, version: draftBase.version })
      follow()
    }
    // Later, `goOnFrom` has put what was typed into the form. Another reset would cancel a save.
    const text = isFirst.current ? storedDraft(id) : null
    isFirst.current = false
    setHasDraft(false)
    if (text === null) follow()
    // A draft that cannot be restored now is not replaced either.
    else void restore(text).catch(() => undefined)
    return () => {
      isHere = false
      stop?.()
    }
  }, [form, start, subscribe, id, isKnown])

  /**
   * Goes on from the profile as it is stored now, with what was typed since over it.
   * @returns the new base, for a save before the next render
   */
  const goOnFrom = (stored: OwnProfile, typed: Partial<ProfileValues> = {}): FormBase => {
    const values = valuesOf(stored, signupName)
    const withTyped = { ...values, ...typed }
    reset(values)
    reset(withTyped, { keepDefaultValues: true })
    saveDraft(id, withTyped, values, { from: values, version: stored.version })
    const next = { values, version: stored.version }
    setStart(next)
    setBase(next)
    return next
  }
  return { form, initial, base, hasDraft, goOnFrom }
}

/** The values when saving was pressed, for `typedSince`. */
export const valuesNow = (form: HasValues): ProfileValues => structuredClone(form.getValues())

/** What was typed while `pressed` was being saved. What only took the saved form, such as a phone number, does not count. */
export function typedSince(form: HasValues, pressed: ProfileValues, stored: OwnProfile): Partial<ProfileValues> {
  const unsaved = changesOf(form.getValues(), valuesOf(stored, ""))
  const typed = changesOf(form.getValues(), pressed)
  return Object.fromEntries(Object.entries(typed).filter(([name]) => name in unsaved))
}

type HasValues = { getValues: () => ProfileValues }
