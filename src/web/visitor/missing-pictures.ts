// A picture that does not come leaves what lies beneath it: the initials, the pattern. Without this a torn icon would lie on top.

const hide = (image: EventTarget | null): void => {
  if (image instanceof HTMLImageElement && image.closest("article")) image.style.display = "none"
}

export function hideMissingPictures(signal: AbortSignal): void {
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) hide(image)
  document.addEventListener("error", ({ target }) => hide(target), { capture: true, signal })
}
