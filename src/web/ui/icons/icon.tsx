// What every `~icons/…` module exports: an icon of the Tabler set as a component.
import type { SVGProps } from "react"

export type IconProps = Omit<SVGProps<SVGSVGElement>, "stroke"> & {
  /** width and height in pixels */
  size?: number
  /** width of the lines in a square of 24; filled icons have none */
  stroke?: number
}

/**
 * Hidden from screen readers: what it means stands beside it, or in the label of its button.
 * @param paths drawn one by one, as the set has them: merged, their crossings would look different
 */
export function createIcon(isFilled: boolean, paths: readonly string[]) {
  return function Icon({ size = 24, stroke = 2, ...rest }: IconProps) {
    const lines = {
      stroke: "currentColor",
      strokeWidth: stroke,
      strokeLinecap: "round",
      strokeLinejoin: "round",
    } as const
    const ink = isFilled ? { fill: "currentColor" } : { fill: "none", ...lines }
    return (
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" {...ink} {...rest}>
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    )
  }
}
