// Every address of the product (specification section 2) and the file that shows it.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes"

export default [
  index("documents/landing.tsx"),
  route("about", "documents/about.tsx"),
  route("contact", "documents/contact.tsx"),
  route("faq", "documents/faq.tsx"),
  route("privacy", "documents/legal/privacy.tsx"),
  route("terms", "documents/legal/terms.tsx"),
  route("acceptable-use", "documents/legal/acceptable-use.tsx"),
  layout("app/shell.tsx", [
    route("login", "app/login/login.tsx"),
    route("signup", "app/signup/signup.tsx"),
    route("verify-email", "app/verify-email/verify-email.tsx"),
    route("reset-password", "app/reset-password/reset-password.tsx"),
    route("account/undo", "app/account/undo/undo.tsx"),
    route("edit-profile", "app/edit-profile/edit-profile.tsx"),
    route("edit-profile/start", "app/edit-profile/start/start.tsx"),
    route("people", "app/people/people.tsx"),
    route("people/duplicates", "app/people/duplicates/duplicates.tsx"),
    route("people/import", "app/people/import/import.tsx"),
    route("people/new", "app/people/new/new.tsx"),
    route("people/:personId", "app/people/person/person-page.tsx"),
    route("card/:cardId?", "app/card/card.tsx"),
    route("settings", "app/settings/settings.tsx"),
    route("settings/profiles", "app/settings/profiles/your-profiles.tsx"),
    route("settings/insights", "app/settings/insights/insights.tsx"),
    route("admin", "app/admin/admin.tsx"),
    route("admin/audit", "app/admin/audit/audit.tsx"),
    route("admin/reports", "app/admin/reports/reports.tsx"),
    route("report/:username", "app/report/report.tsx"),
  ]),
  // To hand over: the card fills the screen.
  route("settings/card", "app/settings/card/own-card.tsx"),
  // Printed: without header and footer.
  route("admin/cards/sheet", "app/admin/card-urls/sheet.tsx"),
  route(":username", "documents/profile/profile-page.tsx"),
  // Only the server gives them their content (src/server/features/people/given-routes.ts).
  route("exchange/my/details", "documents/exchange/given-page.tsx"),
  route("exchange/:username", "documents/exchange/exchange-page.tsx"),
  route("*", "documents/not-found.tsx"),
] satisfies RouteConfig
