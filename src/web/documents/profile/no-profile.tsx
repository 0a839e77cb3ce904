// Shown instead of the card: the profile is missing, deactivated, or could not be loaded.
import type { ReactNode } from "react"
import { PROFILE } from "../../../domain/messages.ts"
import { QuietMark } from "../../layout/mark.tsx"
import { buttonStyle } from "../../ui/button-style.ts"
import { useMemberMark } from "../in-application.tsx"

function EmptySheet({ title, children }: { title: string; children?: ReactNode }) {
  return (
    // What visitors read; its owner reads why instead.
    <section className="mx-auto flex w-full max-w-md flex-col items-center rounded-2xl border border-line bg-sheet p-5 text-center shadow-card sm:mt-[2dvh] sm:p-8">
      <QuietMark className="-mt-1 size-14 text-line-strong [section:has([data-own])_&]:hidden" />
      <h1 className="mt-4 font-serif text-lg font-semibold text-balance text-ink sm:text-xl [section:has([data-own])_&]:sr-only">
        {title}
      </h1>
      {children}
    </section>
  )
}

/** @param children what its owner is told */
export function Unavailable({ children }: { children?: ReactNode }) {
  return (
    <EmptySheet title={PROFILE.unavailable}>
      {children}
      <a
        href="/"
        className={buttonStyle({ variant: "secondary", size: "lg" }, "mt-6 w-full [section:has([data-own])_&]:hidden")}
      >
        Go to Home
      </a>
    </EmptySheet>
  )
}

/**
 * Members see what they can do; members are recognized before the first paint (root.tsx).
 * @param path where to load the profile again
 */
export function LoadError({ path }: { path: string }) {
  useMemberMark()
  return (
    <EmptySheet title={PROFILE.loadError}>
      <a href={path} className={buttonStyle({ variant: "secondary", size: "lg" }, "mt-6 w-full")}>
        Try again
      </a>
      <div data-members-only="" className="w-full">
        <p className="mt-6 text-ink-soft">{PROFILE.createFirst}</p>
        <a href="/edit-profile" className={buttonStyle({ size: "lg" }, "mt-4 w-full")}>
          Create Profile
        </a>
      </div>
    </EmptySheet>
  )
}
