// Removes a picture that fails to load, so that the initials or the pattern below it show instead of a broken-image icon.

const hide = (image: EventTarget | null): void => {
  if (image instanceof HTMLImageElement && image.closest("article")) image.style.display = "none"
}

export function hideMissingPictures(signal: AbortSignal): void {
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) hide(image)
  document.addEventListener("error", ({ target }) => hide(target), { capture: true, signal })
}
