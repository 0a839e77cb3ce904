// Every address of the product (specification section 2) and the file that shows it.
import { index, type RouteConfig, route } from "@react-router/dev/routes"

export default [index("documents/landing.tsx"), route("login", "app/login.tsx")] satisfies RouteConfig
