// Where toasts appear: below the header, where no page has its buttons. One at a time.
import { Toast } from "@base-ui/react/toast"
import { useEffect } from "react"
import IconX from "~icons/x"
import { classNames } from "../class-names.ts"
import { useHydrated } from "../use-hydrated.ts"
import { takeFlashToast } from "./flash-toast.ts"
import { TONE_ICON, type Tone } from "./notice.tsx"
import { showToast, showVisitorsToasts, showWaitingToasts, toastManager } from "./toast-manager.ts"

const COLOR = { good: "text-good", bad: "text-bad", neutral: "text-ink-soft" }
const toneOf = (type: string | undefined): Tone => (type === "good" || type === "bad" ? type : "neutral")

/** Not with the first paint: there is nothing to show yet. */
export const Toasts = () => useHydrated() && <ToastCorner />

function ToastCorner() {
  useEffect(() => {
    const carried = takeFlashToast()
    if (carried !== null) showToast(carried)
    showWaitingToasts()
    return showVisitorsToasts()
  }, [])
  return (
    <Toast.Provider toastManager={toastManager} limit={1}>
      <Toast.Portal>
        {/* biome-ignore lint/a11y/useValidAriaRole: a section with a name is a region without saying so */}
        <Toast.Viewport
          render={<section />}
          role={undefined}
          className="toasts pointer-events-none fixed inset-x-4 top-18 z-60 mx-auto max-w-96 sm:top-3"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  return Toast.useToastManager().toasts.map((toast) => {
    const tone = toneOf(toast.type)
    const Icon = TONE_ICON[tone]
    return (
      <Toast.Root key={toast.id} toast={toast} swipeDirection={["up", "right"]} className="toast pointer-events-auto">
        <Toast.Content className="flex items-start gap-3 p-4">
          <Icon size={22} className={classNames("mt-px shrink-0", COLOR[tone])} />
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <Toast.Title className="font-semibold text-ink" />
            <Toast.Description className="text-sm text-ink-soft" />
            <Toast.Action className="mt-2 min-h-11 cursor-pointer self-start rounded-lg border border-line-strong px-3 text-sm font-semibold text-ink hover:bg-well" />
          </div>
          <Toast.Close
            aria-label="Close"
            // It can get the focus, so screen readers must see it.
            aria-hidden={false}
            className="-mt-2 -mr-2 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full text-ink-soft hover:bg-well hover:text-ink"
          >
            <IconX size={18} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
