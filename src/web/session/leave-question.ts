// A page with unsaved changes is asked before the session ends: the browser's own question would come when the form is already gone.

let question: (() => Promise<boolean>) | null = null

/** @param ask resolves to whether the person leaves @returns ends it */
export function askBeforeLeaving(ask: () => Promise<boolean>): () => void {
  question = ask
  return () => {
    if (question === ask) question = null
  }
}

/** False when the person stays on the page. */
export const mayLeave = async (): Promise<boolean> => question === null || (await question())
