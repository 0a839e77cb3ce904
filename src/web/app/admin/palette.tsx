// ⌘K or Ctrl+K in the Admin Portal: goes to a page or a person by typing.
import { type ComponentType, type KeyboardEvent, useEffect, useId, useState } from "react"
import { useNavigate } from "react-router"
import IconFileText from "~icons/file-text"
import IconSearch from "~icons/search"
import IconUser from "~icons/user"
import { ADMIN } from "../../../domain/admin-messages.ts"
import { call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import type { IconProps } from "../../ui/icons/icon.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"

interface Target {
  icon: ComponentType<IconProps>
  name: string
  detail: string
  href: string
}

const page = (name: string, href: string): Target => ({ icon: IconFileText, name, detail: "Page", href })
const PAGES = [
  page("Users & Roles", "/admin?tab=users"),
  page("System Info", "/admin?tab=system"),
  page("Card URLs", "/admin?tab=cards"),
  page("Settings", "/admin?tab=settings"),
  page("Reports", "/admin/reports"),
  page("Audit Log", "/admin/audit"),
  page("Edit Profile", "/edit-profile"),
  page("Account Settings", "/settings"),
]
/** The portal is never rendered on the server. */
const IS_APPLE = !import.meta.env.SSR && /Mac|iPhone|iPad/.test(navigator.userAgent)
const PEOPLE_SHOWN = 6
const TYPING_MS = 200

export function Palette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener("keydown", open)
    return () => removeEventListener("keydown", open)
  }, [])
  return (
    <Dialog
      title="Go to"
      isTitleHidden
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" size="sm" aria-keyshortcuts="Meta+K Control+K">
          <IconSearch size={18} aria-hidden="true" />
          <span className="max-sm:sr-only">Go to</span>
          <kbd className="font-sans text-ink-soft max-sm:hidden">{IS_APPLE ? "⌘K" : "Ctrl+K"}</kbd>
        </Button>
      }
    >
      <Search onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function Search({ onDone }: { onDone: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const { found, message } = useFound(typed.trim())
  const choose = (target: Target | undefined) => {
    if (target === undefined) return
    onDone()
    void navigate(target.href)
  }
  const press = (event: KeyboardEvent) => {
    // While people are searched for, there may be nothing to move to.
    const count = Math.max(found.length, 1)
    if (event.key === "Enter") choose(found[at])
    else if (event.key === "ArrowDown") setAt((at + 1) % count)
    else if (event.key === "ArrowUp") setAt((at + count - 1) % count)
    else return
    event.preventDefault()
  }
  return (
    <>
      {/* The dialog is the frame of its only field, which always has the focus. */}
      <div className="-mx-5 -mt-4 border-b border-line px-2 sm:-mx-7 sm:-mt-6 sm:px-4">
        <label className="flex items-center gap-3 px-3">
          <IconSearch size={20} aria-hidden="true" className="shrink-0 text-ink-soft" />
          <input
            type="text"
            role="combobox"
            aria-label="Page or person"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Page, name, email, username or ID"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setAt(0)
            }}
            onKeyDown={press}
            className="h-14 min-w-0 flex-1 text-ellipsis text-ink caret-accent outline-hidden placeholder:text-ink-soft/85"
          />
        </label>
      </div>
      {/* On a phone one height: the sheet stands on its lower edge, and the field would move while someone types. */}
      <div
        data-from-top=""
        className="-mx-3 mt-3 -mb-2 flex h-[min(12.5rem,45dvh)] flex-col sm:-mx-5 sm:-mb-5 sm:h-auto"
      >
        <div id={id} role="listbox" aria-label="Results" className="flex flex-col overflow-y-auto sm:max-h-88">
          {found.map((target, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
            <div
              key={target.href}
              id={`${id}-${n}`}
              role="option"
              aria-selected={n === at}
              ref={n === at ? showWhole : undefined}
              onClick={() => choose(target)}
              className="flex min-h-11 shrink-0 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 hover:bg-well aria-selected:bg-well dark:aria-selected:bg-line sm:pr-6.5 sm:pl-5"
            >
              <target.icon size={20} aria-hidden="true" className="shrink-0 text-ink-soft" />
              <bdi className="truncate font-medium">{target.name}</bdi>
              <span className="ml-auto truncate text-sm text-ink-soft">{target.detail}</span>
              {n === at && (
                <span aria-hidden="true" className="text-ink-soft max-sm:hidden">
                  ↵
                </span>
              )}
            </div>
          ))}
        </div>
        <p role="status" className="px-3 py-2.5 sm:px-5 text-ink-soft empty:hidden">
          {message}
        </p>
      </div>
    </>
  )
}

/** Arrow keys go on below the edge of a long list. */
const showWhole = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" })

interface People {
  of: string
  /** null: the search failed */
  targets: Target[] | null
}

/** Pages at once, people when the server has answered. */
function useFound(text: string): { found: Target[]; message: string | false } {
  const [people, setPeople] = useState<People>({ of: "", targets: [] })
  useEffect(() => {
    if (text === "") return
    const end = new AbortController()
    const timer = setTimeout(async () => {
      const targets = await peopleNamed(text, end.signal).catch(() => null)
      if (!end.signal.aborted) setPeople({ of: text, targets })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [text])
  const pages = PAGES.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
  if (people.of !== text) return { found: pages, message: false }
  if (people.targets === null) return { found: pages, message: ADMIN.listFailed }
  const found = [...pages, ...people.targets]
  return { found, message: found.length === 0 && "Nothing found" }
}

async function peopleNamed(q: string, signal: AbortSignal): Promise<Target[]> {
  const { users } = await call("GET /api/admin/users", { query: { q, cursor: "" }, signal })
  return users.slice(0, PEOPLE_SHOWN).map(({ id, username, full_name, signin_email }) => ({
    icon: IconUser,
    name: full_name || username,
    detail: signin_email,
    href: `/admin?${new URLSearchParams({ tab: "users", q: id })}`,
  }))
}
