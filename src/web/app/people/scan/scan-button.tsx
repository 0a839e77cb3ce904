// "Scan a code": opens the camera when it is pressed, and takes what it reads to the form for a new person.
import { useState } from "react"
import { useNavigate } from "react-router"
import IconQrcode from "~icons/qrcode"
import { Button } from "../../../ui/button.tsx"
import { lazyOverlay } from "../../../ui/overlay/lazy-overlay.tsx"
import type { NewPersonState } from "../new/new-person.ts"
import type { ScanSheetProps } from "./scan-sheet.tsx"

const Sheet = lazyOverlay<ScanSheetProps>(async () => (await import("./scan-sheet.tsx")).ScanSheet)

export function ScanButton() {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const close = () => setOpen(false)
  const take = (state: NewPersonState) => {
    close()
    void navigate("/people/new", { state })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconQrcode size={20} aria-hidden="true" />
        Scan
      </Button>
      <Sheet open={isOpen} onClose={close} onRead={take} onMissing={close} />
    </>
  )
}
