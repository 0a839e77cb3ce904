// Adds a profile: a name and an address; everything else is filled in on its edit page, which opens next.
import { useNavigate } from "react-router"
import { displayUrl } from "../../../../domain/profile/links.ts"
import { PROFILES } from "../../../../domain/profile/profiles-messages.ts"
import { ApiError, call } from "../../../session/api.ts"
import { pathFor } from "../../../session/own-profiles.ts"
import { refreshMe } from "../../../session/session-store.ts"
import { Button } from "../../../ui/button.tsx"
import { showToast } from "../../../ui/feedback/toast-manager.ts"
import { Field } from "../../../ui/form/field.tsx"
import { useSchemaForm } from "../../../ui/form/form-resolver.ts"
import { TextField } from "../../../ui/form/text-field.tsx"
import { showFailure } from "../../show-failure.ts"

const loadForm = async () => (await import("../../../../domain/profile/new-profile.ts")).newProfileForm()

export function NewProfileForm() {
  const { field, formState, handleSubmit, reject } = useSchemaForm(loadForm, {
    full_name: "",
    username: "",
  })
  const { error, ...username } = field("username")
  const navigate = useNavigate()

  const create = handleSubmit(async (form) => {
    try {
      const { profile } = await call("POST /api/account/profiles", { body: form })
      await refreshMe()
      showToast({ title: PROFILES.created, tone: "good" })
      await navigate(pathFor("/edit-profile", profile.username, false))
    } catch (error) {
      const message = error instanceof ApiError ? problemOf(error) : undefined
      if (message === undefined) showFailure(PROFILES.createFailed, error)
      else reject("username", message)
      // Its answer may have been lost: then the new profile is there, and the second try is refused.
      await refreshMe()
    }
  })

  return (
    <form
      method="post"
      onSubmit={create}
      noValidate
      aria-label="Add a profile"
      className="grid gap-5 sm:grid-cols-2 sm:gap-x-4"
    >
      <TextField label="Name on the card" autoComplete="off" {...field("full_name")} />
      <Field label="Web address" error={error}>
        {(linked) => (
          <div className="flex h-12 items-center rounded-xl border border-line-strong bg-sheet px-3.5 has-aria-invalid:border-bad has-focus:border-ink has-focus:outline-2 has-focus:outline-ink/25">
            <span className="max-w-[60%] shrink-0 truncate text-ink-soft">{displayUrl(location.origin)}/</span>
            <input
              type="text"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="your-choir"
              className="h-full min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-soft/85"
              {...username}
              {...linked}
            />
          </div>
        )}
      </Field>
      <Button type="submit" className="sm:col-span-2 sm:justify-self-end" busy={formState.isSubmitting}>
        Add profile
      </Button>
    </form>
  )
}

/** What is wrong with the address; undefined when something else is. */
const problemOf = ({ code, fields, message }: ApiError): string | undefined =>
  code === "username_already_exists" ? message : fields.username
