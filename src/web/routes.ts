// Every address of the product (specification section 2) and the file that shows it.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes"

export default [
  index("documents/landing.tsx"),
  layout("app/shell.tsx", [
    route("login", "app/login.tsx"),
    route("signup", "app/signup.tsx"),
    route("verify-email", "app/verify-email.tsx"),
    route("edit-profile", "app/edit-profile/edit-profile.tsx"),
    route("settings", "app/settings.tsx"),
  ]),
] satisfies RouteConfig
