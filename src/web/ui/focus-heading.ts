// For the `ref` of a heading that is news: the screen reader reads it, and the page stays where it is.
export const focusHeading = (heading: HTMLElement | null): void => heading?.focus({ preventScroll: true })
