// Writes an address to an NFC card where the browser can (Web NFC: Chrome on Android, over https).

/** The part of Web NFC that is used here; it is in no browser's types yet. */
interface Reader {
  write(
    message: { records: { recordType: "url"; data: string }[] },
    options: { signal: AbortSignal; overwrite: boolean },
  ): Promise<void>
}

declare global {
  interface Window {
    NDEFReader?: new () => Reader
  }
}

export const canWriteCards = (): boolean => typeof window !== "undefined" && window.NDEFReader !== undefined

export type WriteFailure = "not-allowed" | "not-supported" | "switched-off" | "moved-away"

/** By the error names of Web NFC. */
const FAILURE: Record<string, WriteFailure> = {
  NotAllowedError: "not-allowed",
  NotSupportedError: "not-supported",
  NotReadableError: "switched-off",
}

/** Waits until a card is held to the phone. Resolves with why it could not be written; never rejects. */
export async function writeCard(url: string, signal: AbortSignal): Promise<"written" | "canceled" | WriteFailure> {
  if (window.NDEFReader === undefined) return "not-supported"
  try {
    const message = { records: [{ recordType: "url" as const, data: url }] }
    await new window.NDEFReader().write(message, { signal, overwrite: true })
    return "written"
  } catch (error) {
    if (signal.aborted) return "canceled"
    return FAILURE[error instanceof DOMException ? error.name : ""] ?? "moved-away"
  }
}
