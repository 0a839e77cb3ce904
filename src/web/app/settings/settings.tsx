// /settings: the account of the signed-in user (specification section 2).
import { Suspense } from "react"
import IconQrcode from "~icons/qrcode"
import type { Me } from "../../../api/account.ts"
import { FACTOR } from "../../../domain/account/account-messages.ts"
import { PROFILE } from "../../../domain/messages.ts"
import { OWN_CARD_PATH, profilePath } from "../../../domain/paths.ts"
import { displayUrl } from "../../../domain/profile/links.ts"
import { useSite } from "../../layout/site.ts"
import { ownProfiles } from "../../session/own-profiles.ts"
import { RequireUser } from "../../session/require-user.tsx"
import { CopyButton } from "../../ui/copy-button.tsx"
import { dayOf } from "../../ui/dates.ts"
import { Notice } from "../../ui/feedback/notice.tsx"
import { Loading, Skeletons } from "../../ui/feedback/skeleton.tsx"
import { later } from "../../ui/later.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { ButtonLink } from "../../ui/text-link.tsx"
import { HiddenProfile, LoadFailed } from "../account-notices.tsx"
import { PageTitle } from "../page-title.tsx"
import { pageTitle } from "../titles.ts"
import { ContactsSyncCard } from "./contacts-sync/contacts-sync-card.tsx"
import { CreateProfile } from "./create-profile.tsx"
import { CredentialsCards } from "./credentials-cards.tsx"
import { DeactivateCard } from "./deactivate-card.tsx"
import { NotificationsCard } from "./notifications-card.tsx"
import { OwnCardsCard } from "./own-cards-card.tsx"
import { OwnDataCard } from "./own-data-card.tsx"
import { PasskeysCard } from "./passkeys-card.tsx"
import { PeopleCard } from "./people-card.tsx"
import { SecurityLogCard } from "./security-log-card.tsx"
import { SessionsCard } from "./sessions-card.tsx"
import { SettingsGroup, SettingsGroups, SettingsNav } from "./settings-nav.tsx"
import { TwoStepCard } from "./two-step/two-step-card.tsx"

const CompanyLoginsCard = later(async () => (await import("./company-logins-card.tsx")).CompanyLoginsCard)

export const meta = pageTitle("Account Settings")

export default function Settings() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 lg:grid lg:max-w-6xl lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-x-12">
      <div className="lg:col-span-2">
        <PageTitle title="Account Settings" lead="Your card, how you sign in, your devices and your data." />
      </div>
      <SettingsNav />
      <div className="flex min-w-0 flex-col gap-6 sm:gap-10">
        <RequireUser waiting={<Waiting />}>
          {({ me, meStatus }) => {
            if (meStatus === "loading") return <Waiting />
            if (me === null) return <LoadFailed />
            return <Cards key={me.user.id} me={me} />
          }}
        </RequireUser>
      </div>
    </div>
  )
}

function Cards({ me }: { me: Me }) {
  const hasCompanyLogins = useSite().company_logins.length > 0
  return (
    <>
      {ownProfiles(me).map((profile) => (
        <HiddenProfile key={profile.id} me={me} profile={profile} />
      ))}
      {me.second_factor_due_at !== null && (
        <FactorNeeded due={new Date(me.second_factor_due_at)} hasPasskey={me.has_passkey} />
      )}
      <SettingsGroups>
        <SettingsGroup id="card">
          {me.profile ? (
            <PersonalLink
              url={location.origin + profilePath(me.profile.username)}
              isHidden={me.profile.hidden_at !== null}
            />
          ) : (
            <CreateProfile title={PROFILE.deleted}>You can create a new one at any time.</CreateProfile>
          )}
          {me.profile && <InsightsCard />}
          <OwnCardsCard />
          <PeopleCard />
        </SettingsGroup>
        <SettingsGroup id="sign-in">
          <CredentialsCards me={me} />
          <PasskeysCard hasPassword={me.has_password} />
          {hasCompanyLogins && (
            <Suspense fallback={<Waiting />}>
              <CompanyLoginsCard />
            </Suspense>
          )}
        </SettingsGroup>
        <SettingsGroup id="security">
          <TwoStepCard />
          <SessionsCard />
          <SecurityLogCard />
        </SettingsGroup>
        <SettingsGroup id="notifications">
          <NotificationsCard />
        </SettingsGroup>
        <SettingsGroup id="data">
          <ContactsSyncCard email={me.user.email} />
          <OwnDataCard />
          <DeactivateCard userId={me.user.id} />
        </SettingsGroup>
      </SettingsGroups>
    </>
  )
}

/** Only for those who need a second factor and have none. */
const FactorNeeded = ({ due, hasPasskey }: { due: Date; hasPasskey: boolean }) => (
  <Notice
    standing
    asCard
    tone={due <= new Date() ? "bad" : "neutral"}
    title={due <= new Date() ? FACTOR.neededNow : FACTOR.neededFrom(dayOf(due.toISOString()))}
  >
    <p>
      {hasPasskey
        ? "Sign in with your passkey, or set up an authenticator app or a security key."
        : "An authenticator app, a security key or a passkey is enough."}
    </p>
    <ButtonLink href="#security" size="sm" className="mt-4">
      Set up two-step verification
    </ButtonLink>
  </Notice>
)

const PersonalLink = ({ url, isHidden }: { url: string; isHidden: boolean }) => (
  <Panel
    title="My Personal Link"
    intro={
      isHidden
        ? "It opens no page while your profile is hidden. Your offline QR code still works."
        : "This is where people find you. Share it, print it, put it on an NFC card. Its QR code works offline."
    }
  >
    <div className="grid items-start gap-3 sm:grid-cols-[1fr_8rem_auto]">
      <a
        href={url}
        className="flex min-h-11 min-w-0 items-center rounded-xl bg-well px-4 py-2 font-medium text-ink hover:underline"
      >
        {displayUrl(url)}
      </a>
      {/* What people need at once is the first on a phone. */}
      <ButtonLink href={OWN_CARD_PATH} size="sm" className="sm:order-last">
        <IconQrcode size={20} />
        Show my QR code
      </ButtonLink>
      <CopyButton size="sm" text={url} />
    </div>
  </Panel>
)

const InsightsCard = () => (
  <Panel title="Insights" intro="How often your page, card and contact are used, day by day." className="beside">
    <ButtonLink size="sm" href="/settings/insights" variant="secondary" wide>
      See insights
    </ButtonLink>
  </Panel>
)

function Waiting() {
  return (
    <Panel>
      <Loading />
      <Skeletons sizes={["h-7 w-44", "h-5 w-72 max-w-full", "h-12 w-full"]} />
    </Panel>
  )
}
