// Every address of the product by its route in src/web/routes.ts, and a text that stands on it once it is there. "chief" is an
// administrator with a profile.
type Shown = [path: string, shows: string]

export const FOR_VISITORS: Record<string, Shown[]> = {
  "/": [["/", "Meishi"]],
  about: [["/about", "Our Mission"]],
  contact: [["/contact", "Email Us"]],
  faq: [["/faq", "How"]],
  privacy: [["/privacy", "Effective"]],
  terms: [["/terms", "Terms"]],
  "acceptable-use": [["/acceptable-use", "Effective"]],
  login: [["/login", "Forgot password?"]],
  signup: [["/signup", "Create Account"]],
  "verify-email": [["/verify-email", "Send the email again"]],
  "reset-password": [["/reset-password", "Forgot password?"]],
  "account/undo": [["/account/undo", "This link can't undo the change"]],
  "card/:cardId?": [["/card/nosuchcard", "Card Activation Failed"]],
  "exchange/:username": [["/exchange/chief", "By sending this, you agree"]],
  "exchange/my/details": [["/exchange/my/details?token=none", "Need something corrected or deleted?"]],
  "report/:username": [["/report/chief", "Send Report"]],
  ":username": [
    ["/chief", "Chihiro Chief"],
    ["/nobody", "This profile is currently unavailable or has been deactivated"],
  ],
  "*": [["/no/such/page", "Oops! Page not found"]],
}

export const FOR_MEMBERS: Record<string, Shown[]> = {
  "edit-profile": [["/edit-profile", "Social Media Links"]],
  "edit-profile/start": [["/edit-profile/start", "Step 1 of 3"]],
  people: [["/people", "Who will you meet first?"]],
  "people/duplicates": [["/people/duplicates", "No duplicates"]],
  "people/import": [["/people/import", "Nothing is added until you confirm."]],
  "people/new": [["/people/new", "What you want to remember"]],
  "people/:personId": [["/people/none", "This contact no longer exists"]],
  settings: [["/settings", "Deactivate Account"]],
  "settings/card": [["/settings/card", "Scan to view"]],
  "settings/insights": [["/settings/insights", "Open my page"]],
  "settings/profiles": [["/settings/profiles", "Add a profile"]],
  admin: [
    ["/admin", "@chief"],
    ["/admin?tab=system", "Database"],
    ["/admin?tab=cards", "Generate Multiple"],
    ["/admin?tab=settings", "PUBLIC_ORIGIN"],
  ],
  "admin/audit": [["/admin/audit", "Action"]],
  "admin/cards/sheet": [["/admin/cards/sheet?batch=none", "QR Codes"]],
  "admin/reports": [["/admin/reports", "Dismiss reports"]],
}
