// Shown instead of the card: the profile is missing, deactivated, or could not be loaded.
import type { ReactNode } from "react"
import { PROFILE } from "../../../domain/messages.ts"
import { buttonStyle } from "../../ui/button-style.ts"
import { useMemberMark } from "../in-application.tsx"
import { PlasticCard } from "./plastic-card.tsx"

function EmptySheet({ title, children }: { title: string; children?: ReactNode }) {
  return (
    // What visitors read; its owner reads why instead.
    <section className="mx-auto flex w-full max-w-md flex-col rounded-2xl border border-line bg-sheet p-5 shadow-card sm:mt-[2dvh] sm:p-8">
      <h1 className="font-serif text-xl font-semibold text-balance text-ink [section:has([data-own])_&]:sr-only">
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
      <div className="mt-6 [section:has([data-own])_&]:hidden">
        <PlasticCard />
      </div>
      <a
        href="/"
        className={buttonStyle({ variant: "secondary", size: "lg" }, "mt-6 w-full [section:has([data-own])_&]:hidden")}
      >
        Go Home
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
