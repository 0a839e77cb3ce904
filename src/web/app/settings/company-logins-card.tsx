// 'Company Login': the companies whose login signs in to your account, with buttons to connect and disconnect it.
import { useEffect } from "react"
import IconBuilding from "~icons/building"
import { COMPANY_LOGIN } from "../../../domain/account/company-login-messages.ts"
import { useSite } from "../../layout/site.ts"
import { withAuth } from "../../session/auth-client.ts"
import { askLogins, type OwnLogin, ownLogins, tellCompanyAnswer } from "../../session/company-login.ts"
import { Button } from "../../ui/button.tsx"
import { dayOf, sinceOf } from "../../ui/dates.ts"
import { showToast } from "../../ui/feedback/toast-manager.ts"
import { IconRow } from "../../ui/layout/icon-row.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { useConfirm } from "../../ui/overlay/confirm-dialog.tsx"
import { showFailure } from "../show-failure.ts"
import { Loaded, useAsked } from "../use-asked.tsx"

export function CompanyLoginsCard() {
  const names = new Map(useSite().company_logins.map(({ id, name }) => [id, name]))
  const asked = useAsked(ownLogins)
  const { ask: confirm, dialog } = useConfirm()
  const nameOf = (provider: string) => names.get(provider) ?? provider
  useEffect(tellCompanyAnswer, [])

  const connect = async (id: string) => {
    const redirectTo = `${location.origin}/settings`
    // The type lists the providers of a hosted service. It leaves the page.
    const { error } = await withAuth((client) =>
      client.linkIdentity({ provider: id as "keycloak", options: { redirectTo } }),
    )
    if (error !== null) showFailure(COMPANY_LOGIN.failedTitle, error)
  }
  const disconnect = ({ id, provider }: OwnLogin) =>
    confirm({
      title: "Disconnect this company login?",
      about: nameOf(provider),
      question: "You won't be able to sign in with it. Your other ways to sign in still work.",
      confirm: "Disconnect",
      onConfirm: () =>
        void askLogins(`/${id}`, "DELETE").then(
          async () => {
            showToast({ title: COMPANY_LOGIN.disconnected, tone: "good" })
            await asked.again()
          },
          (error) => showFailure(COMPANY_LOGIN.failedTitle, error),
        ),
    })

  return (
    <Panel title="Company Login" intro="Sign in with the login you use at work.">
      <Loaded asked={asked}>
        {(identities) => (
          <ul aria-label="Company logins" className="flex flex-col divide-y divide-line">
            {identities.map((identity) => (
              <IconRow
                key={identity.id}
                icon={IconBuilding}
                basis="basis-48"
                actions={
                  identity.kept_because === null && (
                    <Button
                      variant="secondary"
                      size="sm"
                      aria-label={`Disconnect ${nameOf(identity.provider)}`}
                      onClick={() => disconnect(identity)}
                    >
                      Disconnect
                    </Button>
                  )
                }
              >
                <p className="font-semibold wrap-anywhere">{nameOf(identity.provider)}</p>
                {identity.email !== "" && <p className="text-sm break-words text-ink-soft">{identity.email}</p>}
                <p className="text-sm text-ink-soft">
                  Connected <time dateTime={identity.created_at}>{dayOf(identity.created_at)}</time>, last used{" "}
                  <time dateTime={identity.last_used_at}>{sinceOf(identity.last_used_at, new Date())}</time>
                </p>
                {identity.kept_because !== null && (
                  <p className="text-sm text-ink-soft">
                    {identity.kept_because === "company_login_required"
                      ? COMPANY_LOGIN.required(nameOf(identity.provider))
                      : COMPANY_LOGIN.onlyWayIn}
                  </p>
                )}
              </IconRow>
            ))}
            {[...names]
              .filter(([id]) => !identities.some(({ provider }) => provider === id))
              .map(([id, name]) => (
                <IconRow
                  key={id}
                  icon={IconBuilding}
                  basis="basis-48"
                  actions={
                    <Button variant="secondary" size="sm" aria-label={`Connect ${name}`} onAct={() => connect(id)}>
                      Connect
                    </Button>
                  }
                >
                  <p className="font-semibold break-words">{name}</p>
                  <p className="text-sm text-ink-soft">Not connected</p>
                </IconRow>
              ))}
          </ul>
        )}
      </Loaded>
      {dialog}
    </Panel>
  )
}
