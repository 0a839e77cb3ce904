// The card to hold out: the name, and a code as large as the screen allows.
import { type ReactNode, useEffect, useState } from "react"
import IconCloudCheck from "~icons/cloud-check"
import { initials } from "../../../../domain/contact/names.ts"
import { profilePath } from "../../../../domain/paths.ts"
import type { PublicProfile } from "../../../../domain/profile/profile.ts"
import { QrCode } from "../../../documents/profile/qr-code.tsx"
import { Avatar } from "../../../ui/avatar.tsx"
import { Button } from "../../../ui/button.tsx"
import { ContactCode } from "../../../ui/contact-code.tsx"
import { Loading, Skeleton } from "../../../ui/feedback/skeleton.tsx"
import { Tabs } from "../../../ui/layout/tabs.tsx"
import { TextLink } from "../../../ui/text-link.tsx"

interface ShownCardProps {
  /** null: not loaded yet */
  card: PublicProfile | null
  isKept: boolean
}

export function ShownCard({ card, isKept }: ShownCardProps) {
  return (
    <>
      {card === null ? <NameToCome /> : <Name card={card} />}
      {/* The tabs are there from the first paint; only their content loads later. */}
      <Tabs
        label="What the code holds"
        tabs={[
          { value: "link", label: "Profile", panel: card === null ? <CodeToCome /> : <ProfileCode card={card} /> },
          {
            value: "contact",
            label: "Offline contact",
            panel: card === null ? <CodeToCome /> : <OfflineContact card={card} />,
          },
        ]}
      />
      {card !== null && (
        <div className="flex flex-col items-center gap-4 text-center">
          {isKept && (
            <p role="status" className="text-sm text-balance text-ink-soft">
              <IconCloudCheck size={20} className="mr-1.5 inline-block align-text-bottom text-good" />
              Saved on this device. Works offline.
            </p>
          )}
          <InstallButton />
          <TextLink href={profilePath(card.username)}>View my profile</TextLink>
        </div>
      )}
    </>
  )
}

function Name({ card }: { card: PublicProfile }) {
  useAwakeScreen()
  const role = [card.job_title, card.business_name].filter(Boolean).join(", ")
  return (
    <div className="flex items-center gap-4">
      <Avatar src={card.profile_picture} initials={initials(nameOf(card))} className="size-16 text-xl" />
      <div className="min-w-0">
        <p className="font-serif text-xl font-semibold text-balance wrap-anywhere">{nameOf(card)}</p>
        {role !== "" && <p className="text-ink-soft wrap-anywhere">{role}</p>}
      </div>
    </div>
  )
}

const NameToCome = () => (
  <div className="flex h-16 items-center gap-4">
    <Loading />
    <Skeleton className="size-16 shrink-0 rounded-2xl" />
    <Skeleton className="h-8 w-48 max-w-full" />
  </div>
)

const nameOf = ({ full_name, username }: PublicProfile): string => full_name || username

const urlOf = ({ username }: PublicProfile): string => location.origin + profilePath(username)

const ProfileCode = ({ card }: { card: PublicProfile }) => (
  <Code caption={`Scan to view ${nameOf(card)}'s profile`}>
    <QrCode text={urlOf(card)} label={`QR code of ${urlOf(card)}`} className="size-full" />
  </Code>
)

const OfflineContact = ({ card }: { card: PublicProfile }) => (
  <Code caption="Scan to save the contact. Works offline.">
    <ContactCode card={card} url={urlOf(card)} className="size-full border-0" />
  </Code>
)

const CodeToCome = () => (
  <div className="flex flex-col items-center gap-4 text-center">
    <Skeleton className="aspect-square w-full max-w-88 rounded-2xl" />
    <p className="text-balance text-ink-soft">
      Your code, for any phone's camera. Once you have opened it here, it works offline too.
    </p>
  </div>
)

function Code({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <div className="aspect-square w-full max-w-88 overflow-hidden rounded-2xl border border-line bg-[#fff] p-2">
        {children}
      </div>
      <p className="text-balance text-ink">{caption}</p>
    </div>
  )
}

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** Offers to put the card on the home screen, if the browser can. */
function InstallButton() {
  const [offered, setOffered] = useState<InstallPrompt | null>(null)
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault()
      setOffered(event as InstallPrompt)
    }
    const forget = () => setOffered(null)
    addEventListener("beforeinstallprompt", keep)
    addEventListener("appinstalled", forget)
    return () => {
      removeEventListener("beforeinstallprompt", keep)
      removeEventListener("appinstalled", forget)
    }
  }, [])
  if (offered === null) return null
  const install = async () => {
    setOffered(null)
    await offered.prompt()
  }
  return (
    <Button variant="secondary" onClick={() => void install()}>
      Add to home screen
    </Button>
  )
}

/** Keeps the screen on for scanning, if the device can. */
function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return
      lock = await navigator.wakeLock.request("screen").catch(() => undefined)
      if (isOver) await lock?.release()
    }
    void take()
    // The device releases the lock when the page is hidden.
    document.addEventListener("visibilitychange", take)
    return () => {
      isOver = true
      document.removeEventListener("visibilitychange", take)
      void lock?.release()
    }
  }, [])
}
