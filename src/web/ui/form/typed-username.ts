// A username while it is typed: capitals become small letters, gaps and dots become hyphens.

const typedUsername = (typed: string): string => typed.toLowerCase().replace(/[\s.]/g, "-")

/**
 * Corrects the field while a person types, and keeps the caret where it is. A whole text at once, as programs fill it in, stays: its
 * rule answers, instead of another name taking its place.
 * @returns whether a person typed
 */
export function correctUsername(field: HTMLInputElement, event: Event): boolean {
  const { inputType = "", data = null } = event as InputEvent
  if (inputType === "" || (inputType === "insertText" && (data?.length ?? 0) > 1)) return false
  const corrected = typedUsername(field.value)
  if (corrected !== field.value) {
    const caret = field.selectionStart
    field.value = corrected
    field.setSelectionRange(caret, caret)
  }
  return true
}
