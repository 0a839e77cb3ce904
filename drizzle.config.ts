// Writes a migration from a change of the schema: `npx drizzle-kit generate --name what_changed`.
import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/server/platform/db/auth-schema.ts",
    "./src/server/platform/db/schema.ts",
    "./src/server/platform/db/people-schema.ts",
  ],
  out: "./src/server/platform/db/migrations",
})
