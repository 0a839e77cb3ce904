// Pictures of a hidden profile: fetched as the signed-in user, shown from the browser's memory.
import { useEffect, useState } from "react"
import { fileAt } from "./api.ts"

/**
 * An address for an <img>, empty until the picture has loaded, or if there is none.
 * @param path of our API; null: fetch nothing
 */
export function usePrivatePicture(path: string | null): string {
  const [address, setAddress] = useState("")
  useEffect(() => {
    if (path === null) return
    let isWanted = true
    let made = ""
    fileAt(path).then(
      (picture) => {
        if (!isWanted) return
        made = URL.createObjectURL(picture)
        setAddress(made)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
      setAddress("")
      if (made !== "") URL.revokeObjectURL(made)
    }
  }, [path])
  return address
}
