// The tab 'Settings' of the Admin Portal.
import { Panel } from "../../../ui/panel.tsx"

export const SettingsTab = () => <Panel title="Settings" />
