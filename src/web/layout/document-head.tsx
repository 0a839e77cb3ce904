// The head of a document: its styles inline, and the one small script.
import { useContext } from "react"
import { SESSION_KEY } from "../session/session-key.ts"
import { Rendering } from "./render-context.ts"

/** Runs before the first paint, so that members never see the visitor's buttons flash (layout/header.tsx, styles/document.css). */
const MEMBER = `try{if(localStorage["${SESSION_KEY}"])document.documentElement.dataset.member=""}catch{}`

export function DocumentHead() {
  const { nonce, visitor, styles } = useContext(Rendering)
  return (
    <>
      <style nonce={nonce}>{styles}</style>
      <script nonce={nonce}>{MEMBER}</script>
      {visitor !== undefined && (
        <script
          id="visitor"
          type="module"
          src={visitor.script}
          data-card={visitor.card}
          data-islands={visitor.islands}
          data-styles={visitor.styles}
        />
      )}
    </>
  )
}
