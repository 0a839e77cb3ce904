// One picture of the profile while it changes: chosen, shown at once, sent; the old one returns if sending fails.
import { useEffect, useRef, useState } from "react"
import { IMAGE } from "../../../domain/messages.ts"
import { imageProblem, PICTURE_FIELD, type PictureKind } from "../../../domain/profile/image.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import type { Pictures } from "./card-preview.tsx"

/** Loaded when a picture is chosen: most visits change none. */
const sender = () => import("./send-picture.ts")
const notSent = (message: string) => ({ sent: false, message }) as const

export interface PictureState {
  /** to show: the one just chosen, or the stored one; empty when there is none */
  shown: string
  busy: "uploading" | "removing" | null
  /** why the last attempt failed */
  problem: string | null
  send(file: File): Promise<void>
  /** Resolves when the last file has arrived, or was refused. */
  uploadFinished(): Promise<void>
  remove(): Promise<void>
}

/** @param furtherId the id of a further profile; undefined for the first */
export function usePicture(
  kind: PictureKind,
  kept: string,
  onChanged: (changed: Partial<Pictures>) => void,
  furtherId?: string,
): PictureState {
  const [chosen, setChosen] = useState<string | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useRef(Promise.resolve())
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen])

  const fail = (title: string, message: string) => {
    setProblem(message)
    showToast({ title, description: message, tone: "bad" })
  }
  const upload = async (file: File) => {
    setProblem(null)
    const refused = imageProblem(file)
    if (refused !== null) return fail(IMAGE.failedTitle, refused)
    setChosen(URL.createObjectURL(file))
    const result = await sender().then(
      ({ uploadPicture }) => uploadPicture(kind, file, furtherId),
      () => notSent(IMAGE.retry),
    )
    setChosen(null)
    if (!result.sent) return fail(IMAGE.failedTitle, result.message)
    onChanged({ [PICTURE_FIELD[kind]]: result.address })
    showToast({ title: IMAGE.uploaded, tone: "good" })
  }
  return {
    shown: chosen ?? kept,
    busy: chosen !== null ? "uploading" : isRemoving ? "removing" : null,
    problem,
    send(file) {
      sending.current = upload(file)
      return sending.current
    },
    uploadFinished: () => sending.current,
    async remove() {
      setProblem(null)
      setRemoving(true)
      const result = await sender().then(
        ({ removePicture }) => removePicture(kind, furtherId),
        () => notSent(IMAGE.removeFailed),
      )
      setRemoving(false)
      if (!result.sent) return fail(IMAGE.removeFailedTitle, result.message)
      onChanged({ [PICTURE_FIELD[kind]]: "" })
      showToast({ title: IMAGE.removed, tone: "good" })
    },
  }
}
