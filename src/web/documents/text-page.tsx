// A page to read: a title, and sections of text in one comfortable column. A policy also has an effective date.
import type { ReactNode } from "react"
import { calendarDayOf } from "../../domain/time.ts"
import { useSite } from "../layout/site.ts"
import { DocumentPage } from "./document-page.tsx"

interface TextPageProps {
  title: string
  intro?: ReactNode
  children: ReactNode
}

export function TextPage({ title, intro, children }: TextPageProps) {
  return (
    <DocumentPage>
      <div className="mx-auto w-full max-w-2xl px-4 sm:px-5 pt-8 pb-20 sm:pt-14">
        <h1 className="font-serif text-3xl font-semibold tracking-tight text-ink sm:text-[2.75rem]/[1.1]">{title}</h1>
        {intro !== undefined && <div className="mt-4 text-lg text-pretty text-ink-soft">{intro}</div>}
        <div className="mt-10 flex flex-col gap-9">{children}</div>
      </div>
    </DocumentPage>
  )
}

interface PolicyPageProps {
  title: string
  /** YYYY-MM-DD */
  effective: string
  intro: ReactNode
  children: ReactNode
}

export function PolicyPage({ title, effective, intro, children }: PolicyPageProps) {
  return (
    <TextPage
      title={title}
      intro={
        <p className="text-base">
          Effective date: <time dateTime={effective}>{calendarDayOf(effective)}</time>
        </p>
      }
    >
      <p className="text-lg text-ink">{intro}</p>
      {children}
    </TextPage>
  )
}

/** A heading with paragraphs and lists below it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 [&_li]:pl-1 [&_li]:text-pretty [&_li]:marker:text-accent [&_ul+p]:mt-2 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-3 [&_ul]:pl-5">
      <h2 className="font-serif text-xl font-semibold text-ink">{title}</h2>
      {children}
    </section>
  )
}

/** A section of one paragraph. */
export const Clause = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <p>{children}</p>
  </Section>
)

const LINK = "font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-accent"

export function InlineLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={LINK}>
      {children}
    </a>
  )
}

export function SupportEmail() {
  const { support_email } = useSite()
  return <InlineLink href={`mailto:${support_email}`}>{support_email}</InlineLink>
}
