// Where toasts appear: at the lower edge (app.css), above the buttons of a bar and in front of every dialog that was there before. One at
// a time.
import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import IconX from "~icons/x"
import { useHydrated } from "../use-hydrated.ts"
import { takeFlashToast } from "./flash-toast.ts"
import { TONE_ICON, TONE_ICON_COLOR } from "./notice.tsx"
import { closeToast, type ShownToast, showToast, showVisitorsToasts, useToast } from "./toast-manager.ts"

const SHORT_MS = 5_000
/** Errors and toasts with a button stay long enough to be read and used. */
const LONG_MS = 12_000
const FADE_MS = 240

/** Not with the first paint: there is nothing to show yet. */
export const Toasts = () => useHydrated() && <ToastCorner />

function ToastCorner() {
  const toast = useToast()
  // Screen readers announce only what is added to a place that is already there.
  const [isReady, setReady] = useState(false)
  // It stays while it fades out.
  const [last, setLast] = useState<ShownToast | null>(null)
  if (toast !== null && toast !== last) setLast(toast)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const corner = place.current
    // Without its code, the toast stands where there is usually room.
    const stay = () => {}
    if (corner && last) import("./toast-corner.ts").then(({ keepClear }) => keepClear(corner), stay)
  }, [last])
  useEffect(() => {
    setReady(true)
    const carried = takeFlashToast()
    if (carried !== null) showToast(carried)
    return showVisitorsToasts()
  }, [])
  return createPortal(
    <section
      ref={place}
      aria-label="Notifications"
      aria-live="polite"
      // Dialogs make the rest of the page inert, but not this.
      data-base-ui-portal=""
      data-behind={last?.isBehind || undefined}
      className="toasts pointer-events-none fixed mx-auto max-w-96"
    >
      {isReady && last !== null && (
        <ToastCard key={last.id} toast={last} isLeaving={toast === null} onGone={() => setLast(null)} />
      )}
    </section>,
    document.body,
  )
}

interface ToastCardProps {
  toast: ShownToast
  isLeaving: boolean
  onGone: () => void
}

function ToastCard({ toast, isLeaving, onGone }: ToastCardProps) {
  const { title, description, tone = "neutral", action } = toast
  const Icon = TONE_ICON[tone]
  const [isHeld, setHeld] = useState(false)
  const close = () => closeToast(toast)

  // Under the pointer or with the focus inside, it waits.
  useEffect(() => {
    if (isHeld || isLeaving) return
    const timer = setTimeout(() => closeToast(toast), tone === "bad" || action ? LONG_MS : SHORT_MS)
    return () => clearTimeout(timer)
  }, [isHeld, isLeaving, toast, tone, action])
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(onGone, FADE_MS)
    return () => clearTimeout(timer)
  }, [isLeaving, onGone])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it waits under the pointer, and Escape is one more way to close it
    <div
      className="toast pointer-events-auto"
      data-leaving={isLeaving || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <div className="flex items-start gap-2.5 px-3 py-3.5">
        <Icon size={20} className={`mt-px shrink-0 ${TONE_ICON_COLOR[tone]}`} />
        <div className="min-w-0 flex-1">
          <p className="leading-snug font-semibold text-ink max-[22rem]:text-[0.9375rem]">{title}</p>
          {description && <p className="text-sm leading-snug text-ink-soft">{description}</p>}
          {action && (
            <button
              type="button"
              onClick={action.run}
              className="mt-2 min-h-11 cursor-pointer rounded-lg border border-line-strong px-3 text-sm font-semibold text-ink hover:bg-well"
            >
              {action.label}
            </button>
          )}
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={close}
          // Its cross is in the middle of the first line, and at the edge of the text.
          className="-my-2.75 -mr-3 -ml-4 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full text-ink-soft hover:bg-well hover:text-ink"
        >
          <IconX size={18} />
        </button>
      </div>
    </div>
  )
}
