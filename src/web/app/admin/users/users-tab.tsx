// The tab 'Users & Roles' of the Admin Portal.
import { Panel } from "../../../ui/panel.tsx"

export const UsersTab = () => <Panel title="Users & Roles" />
