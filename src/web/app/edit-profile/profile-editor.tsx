// The edit form with everything around it: photo, preview, draft, warnings, saving.
import { type FormEvent, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from "react"
import type { FieldErrors } from "react-hook-form"
import { useNavigate } from "react-router"
import { PROFILE } from "../../../domain/messages.ts"
import { profilePath } from "../../../domain/paths.ts"
import type { OwnProfile } from "../../../domain/profile/profile.ts"
import { cameFrom } from "../../session/return-path.ts"
import { keepProfile, refreshMe, type SignedInUser } from "../../session/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/feedback/notice.tsx"
import { Skeleton } from "../../ui/feedback/skeleton.tsx"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { later } from "../../ui/later.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { SaveBar } from "../../ui/layout/save-bar.tsx"
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx"
import { Dialog } from "../../ui/overlay/dialog.tsx"
import { opensInApp } from "../../ui/text-link.tsx"
import { PageTitle } from "../page-title.tsx"
import { usePageTitle } from "../titles.ts"
import { useWide } from "../use-wide.ts"
import { AccentField } from "./accent-field.tsx"
import type { OtherChange } from "./after-other-change.ts"
import { BannerUpload } from "./banner-upload.tsx"
import type { Pictures } from "./card-preview.tsx"
import { clearDraft } from "./draft.ts"
import { EDIT_LEAD } from "./edit-waiting.tsx"
import { changesOf, type FormBase, type ProfileValues, valuesOf } from "./form-values.ts"
import { ImportDialog } from "./import-dialog.tsx"
import { ItemFields } from "./item-fields.tsx"
import { LeaveWarning } from "./leave-warning.tsx"
import { LookFields } from "./look-fields.tsx"
import { PersonalFields } from "./personal-fields.tsx"
import { PhotoUpload } from "./photo-upload.tsx"
import { SocialFields } from "./social-fields.tsx"
import { useOwnPictures } from "./use-own-pictures.ts"
import { usePicture } from "./use-picture.ts"
import { preloadSaving, saveProfile, typedSince, useProfileForm, valuesNow } from "./use-profile-form.ts"
import { VisibilityFields } from "./visibility-fields.tsx"

const CardPreview = later(
  async () => (await import("./card-preview.tsx")).CardPreview,
  () => null,
)
const ChangedDialog = later(async () => (await import("./changed-dialog.tsx")).ChangedDialog)

interface ProfileEditorProps {
  user: SignedInUser
  profile: OwnProfile | null
  /** false if loading failed: then there may be a profile that this form does not know */
  isKnown: boolean
  notices: ReactNode
  /** below the buttons */
  below: ReactNode
}

export function ProfileEditor({ user, profile, isKnown, notices, below }: ProfileEditorProps) {
  const id = profile?.id ?? user.id
  const furtherId = id === user.id ? undefined : id
  const { form, initial, base, hasDraft, goOnFrom } = useProfileForm({
    ...{ id, profile, isKnown },
    signupName: user.full_name,
    shouldFocusError: false,
  })
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  const navigate = useNavigate()
  const [other, setOther] = useState<OtherChange | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [pictures, setPictures] = useState<Pictures>({
    profile_picture: profile?.profile_picture ?? "",
    banner_picture: profile?.banner_picture ?? "",
  })
  const pictureUrls = useOwnPictures(pictures, profile !== null && profile.hidden_at !== null, furtherId)
  // Set when the owner leaves on purpose, to skip the warning.
  const leaving = useRef(false)
  const formElement = useRef<HTMLFormElement>(null)

  const title = isKnown && profile === null ? "Create Profile" : "Edit Profile"
  usePageTitle(title)
  const { setFocus } = form
  // All panels at once would block a slow phone for a quarter of a second.
  const isWhole = useDeferredValue(true, false)
  // "/edit-profile#bio": links to one field.
  useEffect(() => {
    const field = location.hash.slice(1)
    if (isWhole && field in initial) setFocus(field as keyof typeof initial)
  }, [setFocus, initial, isWhole])
  const invalid = useRef<string[]>([])
  invalid.current = invalidFields(errors)
  // Waits for the render that opens invalid items.
  useEffect(() => {
    if (submitCount > 0) focusFirst(formElement.current, invalid.current)
  }, [submitCount])

  const showPicture = (changed: Partial<Pictures>) => {
    setPictures((shown) => ({ ...shown, ...changed }))
    void refreshMe()
  }
  const photo = usePicture("photo", pictureUrls.profile_picture, showPicture, furtherId)
  const banner = usePicture("banner", pictureUrls.banner_picture, showPicture, furtherId)
  const go = (path: string) => {
    leaving.current = true
    if (!opensInApp(path)) return location.assign(path)
    void navigate(path)
  }
  const discard = () => {
    clearDraft(id)
    go(cameFrom(location.search) ?? (profile ? profilePath(profile.username) : "/"))
  }
  const submit = async (values: ProfileValues, pressed: ProfileValues, from: FormBase) => {
    // Waits for the uploads: the profile's page opens next and shows the pictures.
    await Promise.all([photo.uploadFinished(), banner.uploadFinished()])
    const result = await saveProfile(values, from, isKnown, furtherId)
    if (result.saved) {
      showToast({ title: PROFILE.updated, tone: "good" })
      keepProfile(result.profile)
      const typed = typedSince(form, pressed, result.profile)
      if (Object.keys(typed).length > 0) return goOnFrom(result.profile, typed)
      clearDraft(id)
      go(cameFrom(location.search) ?? profilePath(result.profile.username))
      return
    }
    if (result.other) return setOther(result.other)
    showToast({ title: PROFILE.updateFailed, description: result.message, tone: "bad" })
    for (const [name, message] of result.fields) form.setError(name, { message })
  }
  const save = (event?: FormEvent, from = base) => {
    const pressed = valuesNow(form)
    void form.handleSubmit((values) => submit(values, pressed, from))(event)
  }
  const saveChosen = (chosen: ProfileValues, newer: OwnProfile) => {
    setOther(null)
    save(undefined, goOnFrom(newer, changesOf(chosen, valuesOf(newer, ""))))
  }

  // Rendered once: two previews would share the ids of their patterns.
  const isWide = useWide()
  const preview = (
    <Suspense fallback={<Skeleton className="h-[34rem] rounded-2xl" />}>
      <CardPreview control={form.control} username={profile?.username ?? ""} pictures={pictureUrls} />
    </Suspense>
  )
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-10">
      <PageTitle
        title={title}
        lead={EDIT_LEAD}
        beside={
          <Dialog
            title="Preview"
            trigger={
              <Button variant="secondary" size="sm" className="lg:hidden">
                Preview
              </Button>
            }
          >
            {preview}
          </Dialog>
        }
      />
      <aside className="mt-6 hidden lg:col-start-2 lg:row-start-2 lg:block">
        {isWide && (
          // A card with many items is longer than the screen.
          <section
            aria-label="Preview"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: to scroll it by keyboard
            tabIndex={0}
            className="sticky top-0 -mx-8 -mt-6 max-h-dvh overflow-y-auto px-8 pt-6 pb-12"
          >
            {preview}
          </section>
        )}
      </aside>
      <form
        ref={formElement}
        method="post"
        action="/edit-profile"
        onSubmit={save}
        onFocus={preloadSaving}
        noValidate
        aria-label="Profile"
        className="flex flex-col gap-6 lg:row-start-2"
      >
        <div className="mt-6 flex flex-col gap-6">
          {notices}
          {hasDraft && isDirty && (
            <Notice>We restored your unsaved changes. Save them, or cancel to discard them.</Notice>
          )}
          <Panel>
            <PhotoUpload photo={photo} control={form.control} username={profile?.username ?? ""} />
            <PersonalFields form={form} />
          </Panel>
          {isWhole && (
            <>
              <Panel title="How your card looks" intro="Your link preview and printed card follow.">
                <BannerUpload banner={banner} />
                <AccentField form={form} username={profile?.username ?? ""} />
                <LookFields form={form} username={profile?.username ?? ""} pictures={pictureUrls} />
              </Panel>
              <Panel title="Social Media Links" intro="Paste the links to your pages. Leave the rest empty.">
                <SocialFields form={form} />
              </Panel>
              <Panel title="More on your card" intro="Add any other link, number, address or text, in any order.">
                <ItemFields form={form} beside={<ImportDialog form={form} onPhoto={photo.send} />} />
              </Panel>
              <Panel title="Where your details appear" intro="On your page and in the contact people save.">
                <VisibilityFields form={form} />
              </Panel>
            </>
          )}
        </div>
        <SaveBar>
          <Button
            variant="secondary"
            size="lg"
            onClick={() => (isDirty ? setAsking(true) : discard())}
            disabled={isSubmitting}
          >
            Cancel
          </Button>
          <Button type="submit" size="lg" className="flex-1 sm:flex-none" busy={isSubmitting}>
            Save Changes
          </Button>
        </SaveBar>
        {below}
      </form>
      <ConfirmDialog
        open={isAsking}
        title="Discard changes?"
        question={PROFILE.discard}
        confirm="Discard"
        cancel="Keep editing"
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
      {other !== null && (
        <Suspense>
          <ChangedDialog
            {...other}
            onSave={(chosen) => saveChosen(chosen, other.stored)}
            onClose={() => setOther(null)}
          />
        </Suspense>
      )}
      <LeaveWarning isDirty={isDirty || photo.busy !== null || banner.busy !== null} leaving={leaving} />
    </div>
  )
}

/** Focuses the first of these fields in page order. */
function focusFirst(form: HTMLFormElement | null, names: string[]): void {
  const controls = [...(form?.elements ?? [])]
  const first = controls.find((control) => names.includes(control.getAttribute("name") ?? ""))
  if (!(first instanceof HTMLElement)) return
  first.focus({ preventScroll: true })
  // At an edge of the screen, a toast or the bar with the buttons would cover it.
  first.scrollIntoView({ block: "center" })
}

/** Names of the invalid fields; those of items look like "profile_items.2.value". */
const invalidFields = (errors: FieldErrors<ProfileValues>): string[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    Array.isArray(error)
      ? error.flatMap((item, at) => Object.keys(item ?? {}).map((part) => `${name}.${at}.${part}`))
      : [name],
  )
