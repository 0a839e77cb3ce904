// The tab 'Card URLs' of the Admin Portal.
import { Panel } from "../../../ui/panel.tsx"

export const CardUrlsTab = () => <Panel title="Card URLs" />
