// "Where your details appear": for each filled field its page and its contact, whether search engines may list the page, and whether
// visitors may leave theirs.
import { useState } from "react"
import { type UseFormReturn, useWatch } from "react-hook-form"
import { CHOOSABLE_FIELDS, type ChoosableField, type Place } from "../../../domain/profile/visibility.ts"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/form/checkbox.tsx"
import { FIELD_LABEL } from "./field-labels.ts"
import type { ProfileValues } from "./form-values.ts"

export function VisibilityFields({ form }: { form: UseFormReturn<ProfileValues> }) {
  const values = useWatch({ control: form.control }) as ProfileValues
  const filled = CHOOSABLE_FIELDS.filter((field) => values[field].trim() !== "")
  const [isOpen, setOpen] = useState(() => Object.keys(values.field_visibility).length > 0)
  const setShown = (field: ChoosableField, place: Place, isShown: boolean) => {
    const { [field]: current, ...others } = values.field_visibility
    const isIn = {
      page: current === undefined || current === "page",
      contact: current === undefined || current === "contact",
    }
    isIn[place] = isShown
    const only = isIn.page ? (isIn.contact ? undefined : "page") : isIn.contact ? "contact" : "none"
    const changed = only === undefined ? others : { ...others, [field]: only }
    form.setValue("field_visibility", changed, { shouldDirty: true })
  }
  return (
    <>
      {!isOpen && (
        <Button variant="secondary" size="sm" wide onClick={() => setOpen(true)}>
          Choose for each detail
        </Button>
      )}
      {isOpen && (
        <table className="w-full text-left">
          <thead className="text-sm text-ink-soft">
            <tr>
              <th scope="col" className="pb-1 font-semibold">
                Detail
              </th>
              <th scope="col" className="w-20 pb-1 text-center font-semibold">
                Page
              </th>
              <th scope="col" className="w-20 pb-1 text-center font-semibold">
                Contact
              </th>
            </tr>
          </thead>
          <tbody>
            {filled.map((field) => (
              <tr key={field} className="border-t border-line">
                <th scope="row" className="py-2.5 font-normal text-ink">
                  {FIELD_LABEL[field]}
                </th>
                {(["page", "contact"] as const).map((place) => (
                  <td key={place} className="text-center">
                    <input
                      type="checkbox"
                      aria-label={`${FIELD_LABEL[field]} ${place === "page" ? "on my page" : "in my contact"}`}
                      checked={[undefined, place].includes(values.field_visibility[field] as Place | undefined)}
                      onChange={(event) => setShown(field, place, event.target.checked)}
                      className="check inline-grid align-middle"
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-5 flex flex-col gap-3">
        <Checkbox label="Let search engines list my page" {...form.register("is_indexed")} />
        <Checkbox label="Let visitors leave their info" {...form.register("takes_details")} />
      </div>
    </>
  )
}
