// /acceptable-use: the acceptable use policy (specification section 2).
import { DECIDED_REPORT_DAYS, POLICY_EFFECTIVE_DATE } from "../../../domain/limits.ts"
import { useSite } from "../../layout/site.ts"
import { documentMeta } from "../document-meta.ts"
import { Clause, PolicyPage, Section, SupportEmail } from "../text-page.tsx"

export const meta = documentMeta(
  "/acceptable-use",
  "Acceptable Use Policy",
  "What you may and may not do with a public profile.",
)

export default function AcceptableUse() {
  const { name } = useSite()
  return (
    <PolicyPage
      title="Acceptable Use Policy"
      effective={POLICY_EFFECTIVE_DATE}
      intro={`People open a card because they trust it. These rules keep ${name} a place where they can.`}
    >
      <Clause title="Lawful Use">
        Use {name} only for lawful purposes, and follow the laws that apply to you, including those on advertising,
        privacy and copyright.
      </Clause>
      <Section title="Prohibited Content">
        <p>Do not publish or link to content that:</p>
        <ul>
          <li>is illegal, or promotes illegal activities;</li>
          <li>harasses, threatens, defames or discriminates against others;</li>
          <li>is sexually explicit, or exploits or endangers minors;</li>
          <li>infringes the rights of others, such as copyrights, trademarks or privacy;</li>
          <li>is deceptive: false identities, phishing, fraud.</li>
        </ul>
      </Section>
      <Section title="Security and Abuse">
        <ul>
          <li>Do not try to get into accounts, data or systems that are not yours.</li>
          <li>Do not spread viruses, malware or other harmful code, and do not link to it.</li>
          <li>Do not overload the service, or get around its limits and protections.</li>
        </ul>
      </Section>
      <Clause title="Spam and Misuse">
        Do not use profiles, cards or contact details to send unsolicited messages, do not create accounts in bulk, and
        do not collect other people's contact details by automated means.
      </Clause>
      <Clause title="Fair Use of Public Profiles">
        Public profiles are there so that people can get in touch. Save a contact, write, call, visit. Do not copy
        profiles to build databases, to resell them, or to pretend to be their owner.
      </Clause>
      <Section title="Reporting Violations">
        <p>
          If a profile breaks these rules, open it and choose “Report this profile” at the bottom. You don't need an
          account, and we don't record who reported it. Report anything else, such as a card, to <SupportEmail /> with a
          link and a short description of the problem.
        </p>
        <p>
          A person reviews every reported profile. We delete each report {DECIDED_REPORT_DAYS}&nbsp;days after we
          decide.
        </p>
      </Section>
      <Section title="Enforcement">
        <p>Depending on how serious a violation is, we may respond with:</p>
        <ul>
          <li>warnings;</li>
          <li>hiding the profile while we review a report;</li>
          <li>suspension or termination of the account;</li>
          <li>legal action.</li>
        </ul>
        <p>
          While a profile is hidden, no one can open its page or use its cards. Nothing is deleted. We email the owner,
          who can fix what is wrong; we restore the profile once it follows the rules. If you think we made a mistake,
          write to <SupportEmail />.
        </p>
      </Section>
    </PolicyPage>
  )
}
