// Links: pages of the application open without a page load, documents with one.
import type { ComponentProps } from "react"
import { Link } from "react-router"
import { type ButtonLook, buttonStyle } from "./button-style.ts"
import { classNames } from "./class-names.ts"

const DOCUMENT = /^\/(?:about|contact|faq|privacy|terms|acceptable-use)?(?:[?#]|$)/
const FILE = /^\/(?:api|auth|files|assets)\/|\.[a-z]+(?:[?#]|$)/

/** Whether the application renders this address itself; profiles included. */
export const opensInApp = (path: string): boolean => !DOCUMENT.test(path) && !FILE.test(path)

type TextLinkProps = Omit<ComponentProps<"a">, "href"> & { href: string; bare?: boolean; state?: unknown }

const LINK = "font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-accent"

export const TextLink = ({ href, bare, className, ...rest }: TextLinkProps) => (
  <Link
    {...rest}
    to={href}
    reloadDocument={!opensInApp(href)}
    className={bare ? className : classNames(LINK, className)}
  />
)

/** Looks like a button. */
export const ButtonLink = ({ variant, size, wide, className, ...rest }: TextLinkProps & ButtonLook) => (
  <TextLink {...rest} bare className={buttonStyle({ variant, size, wide }, className)} />
)
