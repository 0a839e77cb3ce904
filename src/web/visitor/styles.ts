// The application's styles for what a profile shows only when asked.

/** The page has its own styles only: the application's come with the first touch that needs them. Without a network, it works unstyled. */
export function loadStyles(): Promise<void> {
  const { styles } = document.getElementById("visitor")?.dataset ?? {}
  if (!styles || document.querySelector(`link[href="${styles}"]`)) return Promise.resolve()
  const link = document.createElement("link")
  link.rel = "stylesheet"
  link.href = styles
  document.head.append(link)
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve()
  })
}
