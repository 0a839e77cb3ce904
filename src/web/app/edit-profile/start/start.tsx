// /edit-profile/start: the first card in three short steps, with the card filling in beside them. Each step is saved, and can be left.
import { type ComponentType, type FormEvent, Suspense, useRef, useState } from "react"
import { PROFILE } from "../../../../domain/messages.ts"
import type { OwnProfile } from "../../../../domain/profile/profile.ts"
import { useHoldPasskeyOffer } from "../../../session/passkey-offer.tsx"
import { RequireUser } from "../../../session/require-user.tsx"
import { keepProfile, refreshMe, type SignedInUser } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { PanelWaiting } from "../../../ui/feedback/panel-waiting.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { later } from "../../../ui/later.tsx"
import { TextLink } from "../../../ui/text-link.tsx"
import { LoadFailed } from "../../account-notices.tsx"
import { pageTitle } from "../../titles.ts"
import { CardPreview, type Pictures } from "../card-preview.tsx"
import { changesOf, type ProfileValues } from "../form-values.ts"
import type { LeaveWarningProps } from "../leave-warning.tsx"
import { PhotoUpload } from "../photo-upload.tsx"
import { useOwnPictures } from "../use-own-pictures.ts"
import { usePicture } from "../use-picture.ts"
import { preloadSaving, saveProfile, typedSince, useProfileForm, valuesNow } from "../use-profile-form.ts"
import { StartWaiting } from "./start-waiting.tsx"
import { ReachFields, WorkFields } from "./step-fields.tsx"
import { BESIDE_CARD, STEPS, StepTitle } from "./step-title.tsx"

export const meta = pageTitle("Your First Card")

const CardIsLive = later(async () => (await import("./card-is-live.tsx")).CardIsLive)

type LeaveWarning = ComponentType<LeaveWarningProps>

export default function Start() {
  return (
    <RequireUser waiting={<StartWaiting />}>
      {({ user, me, meStatus }) => {
        if (meStatus === "loading") return <StartWaiting />
        if (me === null) return <LoadFailed />
        return <Steps key={user.id} user={user} profile={me.profile} />
      }}
    </RequireUser>
  )
}

/** The steps ask for nothing else. A draft of the whole form could show again what was hidden elsewhere. */
const textsOf = (typed: Partial<ProfileValues>): Partial<ProfileValues> =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => typeof value === "string"))

function Steps({ user, profile }: { user: SignedInUser; profile: OwnProfile | null }) {
  const { form, initial, base, goOnFrom } = useProfileForm({ id: user.id, profile, signupName: user.full_name })
  const { isDirty, isSubmitting } = form.formState
  const [needsName] = useState(initial.full_name === "")
  const [step, setStep] = useState(0)
  const [hasMoved, setMoved] = useState(false)
  const [LeaveWarning, setLeaveWarning] = useState<LeaveWarning | null>(null)
  const leaving = useRef(false)
  const [pictures, setPictures] = useState<Pictures>({
    profile_picture: profile?.profile_picture ?? "",
    banner_picture: profile?.banner_picture ?? "",
  })
  useHoldPasskeyOffer(true)
  const visible = useOwnPictures(pictures, profile !== null && profile.hidden_at !== null)
  const photo = usePicture("photo", visible.profile_picture, (changed) => {
    setPictures((shown) => ({ ...shown, ...changed }))
    void refreshMe()
  })

  const submit = async (values: ProfileValues, pressed: ProfileValues) => {
    if (isDirty || base.version === undefined) {
      const result = await saveProfile(values, base)
      if (!result.saved) {
        const { message, other } = result
        const description = other ? `${message} To save what you typed, try again.` : message
        showToast({ title: PROFILE.updateFailed, description, tone: "bad" })
        if (other) showStored(other.stored, textsOf(changesOf(form.getValues(), initial)))
        for (const [name, message] of result.fields) form.setError(name, { message }, { shouldFocus: true })
        return
      }
      const typed = typedSince(form, pressed, result.profile)
      showStored(result.profile, typed)
      // The next press saves it.
      if (Object.keys(typed).length > 0) return
    }
    await move(step + 1)
  }
  const save = (event: FormEvent) => {
    const pressed = valuesNow(form)
    return form.handleSubmit((values) => submit(values, pressed))(event)
  }
  const goOn = (event: FormEvent) => {
    if (step > 0 || !needsName) return void save(event)
    // The next step asks for the name: nothing can be saved without it.
    event.preventDefault()
    void move(1)
  }
  const move = async (to: number) => {
    if (LeaveWarning === null) {
      // Before the first field. A form that cannot ask is better than none.
      const loaded = await import("../leave-warning.tsx").catch(() => null)
      if (loaded) setLeaveWarning(() => loaded.LeaveWarning)
    }
    setStep(to)
    setMoved(true)
    scrollTo({ top: 0 })
  }
  const showStored = (stored: OwnProfile, typed: Partial<ProfileValues>) => {
    keepProfile(stored)
    goOnFrom(stored, typed)
  }

  if (step === STEPS.length && profile !== null)
    return (
      <Suspense fallback={<PanelWaiting />}>
        <CardIsLive profile={profile} />
      </Suspense>
    )
  return (
    <div className={BESIDE_CARD}>
      <form
        method="post"
        action="/edit-profile/start"
        onSubmit={goOn}
        onFocus={preloadSaving}
        noValidate
        className="flex flex-col gap-6"
      >
        <StepTitle step={step} hasMoved={hasMoved} />
        {step === 0 && <PhotoUpload photo={photo} control={form.control} username={profile?.username ?? ""} isWanted />}
        {step === 1 && <WorkFields form={form} needsName={needsName} />}
        {step === 2 && <ReachFields form={form} />}
        <div className="flex gap-3">
          {step > 0 && (
            <Button variant="secondary" size="lg" disabled={isSubmitting} onClick={() => void move(step - 1)}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            size="lg"
            className="flex-1"
            variant={step === 0 && photo.shown === "" ? "secondary" : "primary"}
            busy={isSubmitting}
            disabled={photo.busy !== null}
          >
            {step === STEPS.length - 1 ? "Finish" : "Continue"}
          </Button>
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          Everything is optional. <TextLink href="/edit-profile">Finish later</TextLink>
        </p>
        {LeaveWarning && <LeaveWarning isDirty={isDirty} leaving={leaving} />}
      </form>
      <CardPreview control={form.control} username={profile?.username ?? ""} pictures={visible} asksReach />
    </div>
  )
}
