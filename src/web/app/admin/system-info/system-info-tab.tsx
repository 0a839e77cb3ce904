// The tab 'System Info' of the Admin Portal.
import { Panel } from "../../../ui/panel.tsx"

export const SystemInfoTab = () => <Panel title="System Info" />
