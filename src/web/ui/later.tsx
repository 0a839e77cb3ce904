// A part of the page whose code is loaded when it is first shown. Without a network, or after an upgrade that removed that code, only
// the part is missing: left to React, everything else on the page would go with it, and what someone has typed.
import { type ComponentType, lazy, useReducer } from "react"
import { GENERAL } from "../../domain/messages.ts"
import { PanelFailed } from "./feedback/panel-waiting.tsx"

interface MissingProps {
  onRetry: () => void
}

const PartMissing = ({ onRetry }: MissingProps) => <PanelFailed problem={GENERAL.partMissing} onRetry={onRetry} />

/** @param load called again when someone tries again @param Missing what stands in its place after a failure */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<MissingProps> = PartMissing,
): ComponentType<Props> {
  const ask = () => lazy(async () => ({ default: (await load().catch(() => Missing)) as ComponentType<object> }))
  let Part = ask()
  return function Later(props) {
    const [, redraw] = useReducer((times: number) => times + 1, 0)
    const retry = () => {
      Part = ask()
      redraw()
    }
    return <Part {...props} {...{ onRetry: retry }} />
  }
}
