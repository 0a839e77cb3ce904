// 'My Cards': the NFC cards that lead to your profile.
import { lazy, Suspense } from "react"
import { call } from "../../session/api.ts"
import { PanelWaiting } from "../../ui/feedback/panel-waiting.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { PageList, usePages } from "../use-pages.tsx"

const loadRows = () => import("./own-card-rows.tsx")
const OwnCardRows = lazy(async () => ({ default: (await loadRows()).OwnCardRows }))

const askCards = async (after: string | null) => {
  const { cards, next } = await call("GET /api/account/cards", { query: { cursor: after ?? "" } })
  // A list that cannot be shown was not loaded.
  if (cards.length > 0) await loadRows()
  return { items: cards, next }
}

export function OwnCardsCard() {
  const pages = usePages(askCards)
  const empty = (
    <p className="rounded-xl bg-well p-4">
      You have no cards yet. To activate one, tap it on the back of your phone while you are signed in, or scan its QR
      code.
    </p>
  )
  return (
    <Panel title="My Cards" intro="NFC cards that open your profile.">
      <div className="flex flex-col gap-5">
        <PageList pages={pages} empty={empty}>
          {(cards) => (
            <Suspense fallback={<PanelWaiting />}>
              <OwnCardRows cards={cards} onChange={pages.change} onOutdated={pages.reload} />
            </Suspense>
          )}
        </PageList>
      </div>
    </Panel>
  )
}
