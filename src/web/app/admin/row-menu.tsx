// The menu at the end of a row: a button with three dots. The menu's code is a quarter of the page's, so it comes when the pointer or
// the focus reaches a button.
import { type ReactNode, useRef, useState } from "react"
import IconDots from "~icons/dots"
import { buttonStyle } from "../../ui/button-style.ts"
import { lazyOverlay } from "../../ui/overlay/lazy-overlay.tsx"
import type { ButtonMenuProps, MenuEntry } from "../../ui/overlay/menu.tsx"

interface RowMenuProps {
  label: string
  /** while busy it does not open, and its button keeps the focus */
  busy: boolean
  entries: readonly MenuEntry[]
  /** above the entries */
  about?: ReactNode
}

const load = () => import("../../ui/overlay/menu.tsx")
const Menu = lazyOverlay<ButtonMenuProps>(async () => (await load()).ButtonMenu)

export function RowMenu({ label, busy, entries, about }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [isByKey, setByKey] = useState(false)
  const soon = () => void load().catch(() => undefined)
  const change = (next: boolean, hasKey: boolean) => {
    if (busy) return
    setOpen(next)
    setWasOpen(true)
    setByKey(hasKey)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-disabled={busy || undefined}
        data-popup-open={isOpen ? "" : undefined}
        className={buttonStyle(
          { variant: "quiet", size: "sm" },
          "data-popup-open:bg-well dark:data-popup-open:bg-raised",
        )}
        onPointerEnter={soon}
        onFocus={soon}
        // Someone who has gone on before the code arrived is not called back.
        onBlur={({ relatedTarget }) => relatedTarget?.closest("[role=menu]") === null && setOpen(false)}
        onClick={({ detail }) => change(!isOpen, detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return
          event.preventDefault()
          change(true, true)
        }}
      >
        <IconDots size={20} />
      </button>
      {wasOpen && (
        <Menu
          open={isOpen}
          onOpenChange={setOpen}
          onMissing={() => setOpen(false)}
          button={button}
          label={label}
          isByKey={isByKey}
          entries={entries}
          about={about}
        />
      )}
    </>
  )
}
