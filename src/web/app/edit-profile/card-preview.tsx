// The card as it will look, while one types.
import { type Control, useWatch } from "react-hook-form"
import { initials } from "../../../domain/names.ts"
import { Avatar } from "../../ui/avatar.tsx"
import type { ProfileValues } from "./form-values.ts"

interface CardPreviewProps {
  control: Control<ProfileValues>
  username: string
  picture: string
}

export function CardPreview({ control, picture }: CardPreviewProps) {
  const values = useWatch({ control })
  return (
    <div className="rounded-2xl border border-line bg-sheet p-6 text-center shadow-sheet">
      <Avatar src={picture} initials={initials(values.full_name ?? "")} className="size-24 text-2xl" />
      <p className="font-serif text-xl">{values.full_name}</p>
      <p>{values.job_title}</p>
    </div>
  )
}
