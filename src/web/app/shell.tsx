// The frame of every app page: header, one column of paper, footer, and where toasts appear.
import "../styles/app.css"
import { Outlet } from "react-router"
import { AccountMenu } from "../session/account-menu.tsx"
import { TextLink } from "../ui/text-link.tsx"
import { Toasts } from "../ui/toasts.tsx"

export const handle = { app: true }

export default function Shell() {
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <header className="flex items-center justify-between p-4">
          <a href="/">Meishi</a>
          <AccountMenu link={(href) => <TextLink bare href={href} />} />
        </header>
        <main className="flex flex-1 flex-col px-4 py-6 sm:py-10">
          <Outlet />
        </main>
      </div>
      <Toasts />
    </>
  )
}
