// The camera, until it has read a code. A profile of this site is looked up; everything else is read on this device.
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { PEOPLE } from "../../../../domain/people/people-messages.ts"
import { readCode } from "../../../../domain/people/scanned-code.ts"
import { useSite } from "../../../layout/site.ts"
import { call } from "../../../session/api.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/feedback/notice.tsx"
import { Spinner } from "../../../ui/feedback/spinner.tsx"
import { DialogSheet } from "../../../ui/overlay/dialog-sheet.tsx"
import { ButtonLink } from "../../../ui/text-link.tsx"
import { EMPTY_PERSON, type NewPersonState } from "../new/new-person.ts"
import { type CodeReader, createCodeReader } from "./code-reader.ts"

export interface ScanSheetProps {
  open: boolean
  onClose: () => void
  onRead: (state: NewPersonState) => void
}

export function ScanSheet({ open, onClose, onRead }: ScanSheetProps) {
  const { name } = useSite()
  const [tries, setTries] = useState(1)
  return (
    <DialogSheet
      title="Scan a code"
      description={`A card from ${name}, a contact, or any QR code on a business card.`}
      open={open}
      onOpenChange={(next) => !next && onClose()}
    >
      {open && <Camera key={tries} onRead={onRead} onRetry={() => setTries(tries + 1)} />}
    </DialogSheet>
  )
}

const EVERY_MS = 150

function Camera({ onRead, onRetry }: Pick<ScanSheetProps, "onRead"> & { onRetry: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isReady, setReady] = useState(false)
  const read = useEffectEvent(async (text: string) => onRead(await stateOf(text)))
  const failed = useEffectEvent((error: unknown) => {
    const isDenied = error instanceof DOMException && error.name === "NotAllowedError"
    setProblem(isDenied ? PEOPLE.cameraDenied : PEOPLE.cameraMissing)
  })

  useEffect(() => {
    let isHere = true
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout>
    const look = async (reader: CodeReader) => {
      const text = video.current === null ? null : await reader(video.current).catch(() => null)
      if (!isHere) return
      if (text !== null && text.trim() !== "") return read(text)
      timer = setTimeout(() => void look(reader), EVERY_MS)
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
      const reader = await createCodeReader()
      if (!isHere || video.current === null) return stop(stream)
      video.current.srcObject = stream
      await video.current.play()
      setReady(true)
      await look(reader)
    }
    start().catch((error) => isHere && failed(error))
    return () => {
      isHere = false
      clearTimeout(timer)
      if (stream !== undefined) stop(stream)
    }
  }, [])

  if (problem !== undefined)
    return (
      <div className="flex flex-col gap-6">
        <Notice>{problem}</Notice>
        <div className="flex flex-col gap-3">
          <ButtonLink href="/people/new">Add manually</ButtonLink>
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </div>
    )
  return (
    <div className="relative aspect-square overflow-hidden rounded-2xl bg-[#1b1a17] text-[#faf8f4]">
      <video ref={video} muted playsInline aria-label="Camera" className="size-full object-cover" />
      <div aria-hidden="true" className="absolute inset-[14%] rounded-3xl border-3 border-[#faf8f4]/80" />
      {!isReady && (
        <p role="status" className="absolute inset-0 flex items-center justify-center gap-3">
          <Spinner /> Starting the camera...
        </p>
      )}
    </div>
  )
}

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

/** What the form for a new person starts with. */
async function stateOf(text: string): Promise<NewPersonState> {
  const code = readCode(text, location.origin)
  if (code.kind === "contact") return { details: code.details }
  if (code.kind === "text") return { details: code.details, hint: PEOPLE.codeUnknown }
  const link = { ...EMPTY_PERSON, entries: [{ kind: "link" as const, label: "", value: text.trim() }] }
  try {
    const key = code.kind === "card" ? await usernameOfCard(code.card_id) : code.username
    if (key === undefined) return { details: link }
    const { profile } = await call("GET /api/profiles/{key}", { params: { key } })
    const { full_name, job_title, business_name, username } = profile
    return { details: { ...EMPTY_PERSON, full_name, job_title, business_name }, profile: username }
  } catch {
    // Without an answer the address itself is kept.
    return { details: link }
  }
}

async function usernameOfCard(card_id: string): Promise<string | undefined> {
  const card = await call("GET /api/cards/{card_id}", { params: { card_id } })
  return "username" in card ? card.username : undefined
}
