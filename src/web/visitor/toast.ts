// A short message at the bottom of the page, also for screen readers; disappears after a few seconds.

const TOAST_MS = 4000
let region: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Screen readers announce only changes in a region that already exists. */
export function prepareToasts(): void {
  region = document.createElement("div")
  region.setAttribute("role", "status")
  region.className =
    "print:hidden pointer-events-none fixed inset-x-4 bottom-[calc(5.75rem+env(safe-area-inset-bottom))] z-20 flex justify-center"
  document.body.append(region)
}

export function toast(sentence: string, isBad = false): void {
  const note = document.createElement("p")
  note.className = `arrives rounded-2xl px-5 py-3 font-medium shadow-float ${isBad ? "bg-bad text-paper" : "bg-ink text-paper"}`
  note.textContent = sentence
  region?.replaceChildren(note)
  clearTimeout(timer)
  timer = setTimeout(() => region?.replaceChildren(), TOAST_MS)
}
