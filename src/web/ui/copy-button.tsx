// Copies a text and says so for two seconds (specification section 9).
import { useEffect, useState } from "react"
import IconCheck from "~icons/check"
import IconCopy from "~icons/copy"
import { COPY_CONFIRMATION_MS } from "../../domain/limits.ts"
import { PROFILE } from "../../domain/messages.ts"
import { Button } from "./button.tsx"
import type { ButtonLook } from "./button-style.ts"
import { showToast } from "./feedback/toast-manager.ts"

interface CopyButtonProps extends Pick<ButtonLook, "size" | "variant"> {
  text: string
  label?: string
  className?: string
}

export function CopyButton({ text, label = "Copy", size, variant = "secondary", className }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), COPY_CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopiedAt(performance.now())
      showToast({ title: PROFILE.copied, tone: "good" })
    } catch {
      showToast({ title: PROFILE.copyFailed, tone: "bad" })
    }
  }

  const isCopied = copiedAt !== null
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Button variant={variant} size={size} className={className} onClick={() => void copy()}>
      <Icon size={20} />
      {isCopied ? "Copied" : label}
    </Button>
  )
}
