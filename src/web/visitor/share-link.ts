// Hands a link to the device's share sheet, or copies it where there is none.

export interface SharedProfile {
  /** of the profile and of its owner */
  id: string
  username: string
  name: string
  /** the profile's own address */
  url: string
}

/** Closing the share sheet is an answer, not a failure. */
export async function shareLink(url: string, title: string): Promise<"shared" | "copied" | "failed"> {
  if (navigator.share) {
    try {
      await navigator.share({ title, url })
      return "shared"
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "shared"
    }
  }
  return copyLink(url)
}

/** Rejects never. */
export async function copyLink(url: string): Promise<"copied" | "failed"> {
  try {
    await navigator.clipboard.writeText(url)
    return "copied"
  } catch {
    return "failed"
  }
}
