// The report form: a reason, and an optional text.
import { type ComponentProps, useId, useState } from "react"
import { useForm, useWatch } from "react-hook-form"
import { REPORT_DETAIL_MAX } from "../../../domain/limits.ts"
import { REPORT_REASON_TEXT, REPORT_REASONS, type ReportReason } from "../../../domain/moderation/report.ts"
import { ApiError, call } from "../../session/api.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Notice } from "../../ui/feedback/notice.tsx"
import { FieldError } from "../../ui/form/field-error.tsx"
import { resolveWith } from "../../ui/form/form-resolver.ts"
import { roomNearLimit } from "../../ui/form/room-left.ts"
import { TextArea } from "../../ui/form/text-area.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

interface ReportFormProps {
  username: string
  onSent: () => void
  /** the profile is no longer visible */
  onGone: () => void
}

interface Values {
  reason: ReportReason
  detail?: string
}

export function ReportForm({ username, onSent, onGone }: ReportFormProps) {
  const form = useForm<Values>({
    resolver: resolveWith((forms) => forms.reportFields()),
    defaultValues: { detail: "" },
  })
  const isReady = useHydrated()
  const [problem, setProblem] = useState<string | null>(null)
  const { errors, isSubmitting } = form.formState
  const detail = useWatch({ control: form.control, name: "detail" }) ?? ""
  const room = roomNearLimit(detail, REPORT_DETAIL_MAX)

  const send = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      await call("POST /api/reports", { body: { ...values, username } })
      onSent()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) return onGone()
      setProblem(error.message)
    }
  })

  return (
    <form method="post" noValidate onSubmit={send}>
      <fieldset disabled={!isReady} className="flex min-w-0 flex-col gap-6">
        <legend className="sr-only">Your report</legend>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <Reasons error={errors.reason?.message} {...form.register("reason")} />
        <TextArea
          label={
            <span className="flex justify-between gap-3">
              Anything else we should know?
              {/* Leaving it as it is would not be. */}
              {room === undefined || room >= 0 ? <span className="font-normal text-ink-soft">optional</span> : null}
            </span>
          }
          className="max-h-[calc(8lh+0.875rem)] min-h-28"
          room={room}
          error={errors.detail?.message}
          {...form.register("detail")}
        />
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? "Sending..." : "Send Report"}
        </Button>
      </fieldset>
    </form>
  )
}

type ReasonsProps = Omit<ComponentProps<"input">, "type" | "value"> & { error: string | undefined }

/** A list of reasons, each with a short explanation; the whole row can be clicked. */
function Reasons({ error, ...input }: ReasonsProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="min-w-0"
    >
      <p id={`${id}-legend`} className="text-sm font-semibold text-ink">
        What's wrong with it?
      </p>
      {error && (
        <div className="mt-1.5 mb-3">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      <div className={classNames("mt-2 divide-y divide-line rounded-xl border", error ? "border-bad" : "border-line")}>
        {REPORT_REASONS.map((value) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 px-4 py-3 first:rounded-t-[11px] last:rounded-b-[11px] hover:bg-well has-checked:bg-well has-focus-visible:-outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input {...input} type="radio" value={value} className="check mt-px outline-none" />
            <span className="min-w-0">
              <span className="block font-semibold text-ink">{REPORT_REASON_TEXT[value].label}</span>
              <span className="block text-sm text-pretty text-ink-soft">{REPORT_REASON_TEXT[value].meaning}</span>
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}
