// Builds src/web: the browser's application and the server's renderer. The visitor script and the service worker have small builds of their own.
import { readFileSync } from "node:fs"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { build, defineConfig, type Plugin } from "vite"

/** Each stands alone: what two of them share would be a file more to ask for. */
const VISITOR_SCRIPTS = ["visitor", "contact-card", "offer-browser", "claim"]

/** The visitor scripts and the service worker belong to the same build, so that none comes without the others. */
const smallScripts = (): Plugin => ({
  name: "small-scripts",
  apply: "build",
  async closeBundle() {
    if (this.environment.name !== "client") return
    for (const name of VISITOR_SCRIPTS)
      await build({
        configFile: "vite.visitor.config.ts",
        logLevel: "warn",
        build: { manifest: `.vite/${name}.json`, lib: { entry: `src/web/visitor/${name}.ts`, formats: ["es"] } },
      })
    await build({ configFile: "vite.worker.config.ts", logLevel: "warn" })
  },
})

const ICONS = "~icons/"
const ICON_PATHS = "src/web/ui/icons/paths.json"

/** `~icons/user` is the icon of that name as a component. A module each, so that an icon comes with the page that shows it. */
const icons = (): Plugin => ({
  name: "icons",
  resolveId: (id) => (id.startsWith(ICONS) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${ICONS}`)) return undefined
    const name = id.slice(ICONS.length + 1)
    const paths = (JSON.parse(readFileSync(ICON_PATHS, "utf8")) as Record<string, string[]>)[name]
    if (paths === undefined)
      this.error(`${ICON_PATHS} has no "${name}": run node_modules/.bin/node scripts/icons.ts --write`)
    const args = `${name.endsWith("-filled")}, ${JSON.stringify(paths)}`
    return `import { createIcon } from "/src/web/ui/icons/icon.tsx"; export default /* @__PURE__ */ createIcon(${args})`
  },
})

/** What opens on request, and what only that is made of: its code comes on request, too. */
const POPUPS =
  /@base-ui.|@floating-ui.|src.web.(ui.overlay.(menu|dialog-sheet)|session.(member-menu|sign-out|account-block-sheet))/

/** What fills a form in: pages without one do without it. */
const FORMS = /node_modules.react-hook-form.|src.web.ui.form.form-resolver\./
/** What checks what was entered: not before something is. */
const SCHEMAS =
  /node_modules.zod.|src.domain.([a-z]+.)?(([a-z-]+-)?forms?|sign-up|new-profile|profile|person|app-password|text-length|name-messages)\./

/** What signs people in, and changes how they do. */
const ENTRANCE =
  /~icons.(building|fingerprint|key)$|src.(domain.account.(passkey|company-login)-messages|web.(session.(company-|passkeys|security-keys)|ui.(form.password-field|feedback.countdown-bar)|app.narrow-page|documents.document-meta))/
/** What follows a sign-in: those who are signed in do without it. */
const SIGN_IN = /src.web.session.sign-in\./
/** What a profile can hold: forms and cards read it. */
const ITEMS =
  /src.domain.(profile.(services|items|item-phones|typed-links|banner-patterns|look|contact-fields|image)|contact.(typed-)?phone|text.(punycode|visible-text))\./
/** What asks for more, continues a list, draws a figure or shows a choice. */
const LISTS =
  /src.web.(app.use-(asked|pages|first-new-row)|ui.(sizes|copy-button|layout.tab|form.segmented-choice|feedback.(stale-overlay|badge)))/
/** What several pages share, but most do not need. */
const SELDOM =
  /src.(domain.(text.csv|insights.insights)|web.(session.(solve-proof|hidden-notice|passkey-notice)|app.(profile-switcher|use-typing-pause)|documents.text-page|ui.layout.empty))/
/** Small files that schemas use as well: in the file of those, they would bring it along. */
const BESIDE_SCHEMAS = /src.domain.(people.people-limits|card.card-messages|account.(reset|settings)-messages)/
/** The same, for those who look at people. */
const PEOPLE = /src.domain.people.people-messages/
/** And for those who run the site. */
const MODERATORS = /src.(domain.(moderation|admin-messages)|web.app.admin.dialog-parts)/
/** And for those who have no account yet. */
const SIGN_UP = /src.domain.account.(field|sign-up)-messages/
/** The networks that every form asks for. Those of the other services come with a card. */
const NETWORKS = /~icons.brand-(instagram|facebook|tiktok|x|bluesky|pinterest|linkedin|youtube)$/

/** Icons of lists: no form of a card shows one. */
const LIST_ICONS = /~icons.(dots|download|list-check|printer|qrcode|search|user-check|user-off|user-plus|user-share)$/

/** What draws a code. */
const CODES =
  /node_modules.(qr|lean-qr).|src.(domain.contact.(qr|contact-code)|web.(documents.profile.qr-code|ui.contact-code))/
/** What writes a contact. */
const CONTACTS = /src.domain.contact.(vcard|vcard-text|item-properties)\./
/** What shares a card. */
const SHARING = /src.(domain.contact.monogram-code|web.visitor)/
/** What every page of the application is made of. */
const CORE =
  /~icons.(?!brand-)|src.(domain.(?!import|people)|web.(ui|layout|session|page-data|(app|documents).[a-z-]+\.tsx?))/
const NOT_CORE = [
  POPUPS,
  CODES,
  FORMS,
  SCHEMAS,
  ENTRANCE,
  ITEMS,
  LISTS,
  BESIDE_SCHEMAS,
  MODERATORS,
  SIGN_UP,
  CONTACTS,
  SELDOM,
  SHARING,
  SIGN_IN,
  LIST_ICONS,
]

/**
 * Few chunks for the browser: what several pages share is one. Left alone the bundler makes sixty files for the first page, most of them
 * under a kilobyte, and each is asked for by itself. tests/e2e/first-load.test.ts weighs what each page loads first.
 */
const CHUNKS = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
  { name: "router", test: /node_modules[\\/]react-router[\\/]/, priority: 8 },
  // Whatever asks who is signed in. Left alone it would come with the menu that signs out.
  { name: "session", test: /src.web.session.account-actions\./, minShareCount: 2, priority: 7 },
  { name: "auth", test: /node_modules.@supabase./, priority: 7 },
  {
    name: "core",
    test: (id: string) => CORE.test(id) && !NOT_CORE.some((late) => late.test(id)),
    minShareCount: 2,
    priority: 6,
  },
  { name: "entrance", test: ENTRANCE, minShareCount: 2, priority: 5 },
  { name: "items", test: ITEMS, minShareCount: 2, priority: 5 },
  { name: "lists", test: LISTS, minShareCount: 2, priority: 5 },
  { name: "portrait", test: /src.web.documents.profile.portrait/, minShareCount: 2, priority: 6 },
  { name: "rules", test: BESIDE_SCHEMAS, minShareCount: 2, priority: 6 },
  { name: "people", test: PEOPLE, minShareCount: 2, priority: 6 },
  { name: "moderators", test: MODERATORS, minShareCount: 2, priority: 6 },
  { name: "sign-in", test: SIGN_IN, minShareCount: 2, priority: 6 },
  { name: "sign-up", test: SIGN_UP, minShareCount: 2, priority: 6 },
  { name: "networks", test: NETWORKS, minShareCount: 2, priority: 5 },
  { name: "schemas", test: SCHEMAS, priority: 5 },
  { name: "forms", test: FORMS, minShareCount: 3, priority: 5 },
  { name: "list-icons", test: LIST_ICONS, minShareCount: 2, priority: 6 },
  { name: "codes", test: CODES, minShareCount: 2, priority: 3 },
  { name: "contacts", test: CONTACTS, minShareCount: 2, priority: 4 },
  { name: "sharing", test: SHARING, minShareCount: 2, priority: 3 },
  { name: "popups", test: POPUPS, priority: 2 },
  { name: "brands", test: /~icons.brand-|documents.profile.service-icons/, minShareCount: 2, priority: 3 },
  // The portal shows long values without a card.
  { name: "breakable", test: /src.web.documents.profile.breakable/, minShareCount: 2, priority: 3 },
  { name: "card", test: /src.web.documents.profile.(?!no-profile|plastic-card)/, minShareCount: 2, priority: 2 },
  { name: "shared", test: /src.web.app.(?!edit-profile|admin|settings.two-step)/, minShareCount: 3, priority: 1 },
]

export default defineConfig({
  plugins: [icons(), tailwindcss(), reactRouter(), smallScripts()],
  // Styles for the browsers that Tailwind needs anyway: for older ones, every document would carry more.
  build: {
    manifest: true,
    target: "es2022",
    cssTarget: ["chrome111", "firefox128", "safari16.4", "ios16.4"],
    sourcemap: false,
    // A file can be part of one page's first chunk and come later with another; and how long plugins took is for us, not for operators.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } } },
})
