// A link: app pages open within the application, documents with a full page load.
import type { ComponentProps } from "react"
import { Link } from "react-router"
import { isAppPath } from "./app-paths.ts"
import { classNames } from "./class-names.ts"

type TextLinkProps = Omit<ComponentProps<"a">, "href"> & { href: string; bare?: boolean; state?: unknown }

export function TextLink({ href, bare, className, state, ...rest }: TextLinkProps) {
  const looks = bare
    ? className
    : classNames(
        "font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-accent",
        className,
      )
  return <Link {...rest} to={href} state={state} reloadDocument={!isAppPath(href)} className={looks} />
}
