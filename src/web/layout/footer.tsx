// The footer (specification section 2): platform links, legal links, copyright. A profile has another one (profile-footer.tsx).
import { loginPath } from "../session/return-path.ts"
import { Mark } from "./mark.tsx"
import { useSite } from "./site.ts"

export const SECTIONS = [
  {
    title: "Platform",
    links: [
      ["/about", "About"],
      ["/contact", "Contact"],
      ["/faq", "FAQ"],
      ["/login", "Login"],
    ],
  },
  {
    title: "Legal",
    links: [
      ["/privacy", "Privacy"],
      ["/terms", "Terms"],
      ["/acceptable-use", "Acceptable Use"],
    ],
  },
] as const

export const hiddenFromMembers = (href: string) => (href === "/login" ? { "data-visitors-only": "" } : {})

/** In the browser, where nothing is cached, the device's year is good enough. */
export const yearOf = (today: string): string => today.slice(0, 4) || String(new Date().getFullYear())

/** @param from the page to come back to after signing in */
export function Footer({ from = null }: { from?: string | null }) {
  const { name, today } = useSite()
  return (
    <footer className="print:hidden mt-auto border-t border-line">
      <div className="mx-auto grid w-full max-w-6xl gap-y-1 px-4 py-8 sm:grid-cols-[1fr_auto_auto] sm:gap-x-20 sm:px-6 sm:py-10">
        <div className="flex flex-col gap-3 max-sm:order-1 max-sm:mt-3">
          <a href="/" className="flex items-center gap-2.5 self-start rounded-xl text-ink">
            <Mark className="size-6" />
            <span className="font-serif font-semibold">{name}</span>
          </a>
          <p className="text-sm text-ink-soft">
            © {yearOf(today)} {name}. All rights reserved.
          </p>
        </div>
        {SECTIONS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-sm font-semibold text-ink max-sm:sr-only">{title}</h2>
            <ul className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-5 sm:mt-2">
              {links.map(([href, text]) => (
                <li key={href} {...hiddenFromMembers(href)}>
                  <a
                    href={href === "/login" ? loginPath(from) : href}
                    className="inline-flex min-h-11 items-center text-sm text-ink-soft hover:text-ink hover:underline sm:min-h-9"
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
