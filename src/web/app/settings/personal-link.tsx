// 'My Personal Link': the address of your page, to read and to copy.
import { displayUrl } from "../../../domain/profile/links.ts"
import { OWN_CARD_PATH } from "../../offline/cache-name.ts"
import { CopyButton } from "../../ui/copy-button.tsx"
import { Panel } from "../../ui/layout/panel.tsx"
import { TextLink } from "../../ui/text-link.tsx"

export function PersonalLink({ url }: { url: string }) {
  return (
    <Panel title="My Personal Link" intro="This is where people find you. Share it, print it, put it on an NFC card.">
      <div className="flex flex-col gap-3 sm:flex-row">
        <a
          href={url}
          className="flex min-h-12 min-w-0 flex-1 items-center rounded-xl bg-well px-4 py-3 font-medium text-ink hover:underline"
        >
          {displayUrl(url)}
        </a>
        <CopyButton text={url} className="sm:w-36" />
      </div>
      <p className="mt-4">
        <TextLink href={OWN_CARD_PATH}>Show my card's QR code, also without a connection</TextLink>
      </p>
    </Panel>
  )
}
