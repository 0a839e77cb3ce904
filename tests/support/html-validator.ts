// Whether HTML is valid, as it is served and as the application leaves it.
import { HtmlValidate } from "html-validate"

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React writes charSet and <meta/>; HTML reads them as charset and <meta>.
    "attr-case": "off",
    "void-style": "off",
    "attribute-empty-style": "off",
    "attribute-boolean-style": "off",
    // React's own ids begin with an underscore: HTML asks only that there is no space in one.
    "valid-id": ["error", { relaxed: true }],
    // A number that is copied from the page has to stay one that can be dialled.
    "tel-non-breaking": "off",
  },
})

export async function htmlFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html)
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
