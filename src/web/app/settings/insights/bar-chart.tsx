// A bar chart over time, drawn without a library: a pointer, a thumb or the arrow keys read the bars one by one.
import { type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import type { Measure } from "../../../../domain/insights/insights.ts"
import { countOf } from "../../../ui/sizes.ts"
import { amountOf, MEASURE_NAMES, roundUp, type Span } from "./figures.ts"

const HEIGHT = 220
const TOP = 12
const AXIS = 28
/** Width of the scale's numbers on the left. */
const SCALE = 44
const LABEL_WIDTH = 92
const BAR_MAX = 34
/** Bars from one date to the next: the fewest that leave room for it, or whole weeks. */
const EVERY = [1, 2, 5]
const WEEK = 7

interface BarChartProps {
  spans: Span[]
  measure: Measure
  /** shown when no bar is selected */
  summary: string
}

export function BarChart({ spans, measure, summary }: BarChartProps) {
  const id = useId()
  const [ref, width] = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const shown = active === null ? undefined : spans[active]
  const top = roundUp(Math.max(...spans.map((span) => span[measure])))
  const inner = Math.max(0, width - SCALE)
  const step = inner / spans.length
  const bottom = HEIGHT - AXIS
  const yOf = (value: number) => bottom - (value / top) * (bottom - TOP)
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left) / step)
    setActive(Math.min(spans.length - 1, Math.max(0, at)))
  }

  return (
    <div>
      <p className="min-h-6 text-sm text-ink-soft" aria-hidden="true" data-readout="">
        {shown === undefined ? (
          summary
        ) : (
          <>
            <span className="font-semibold text-ink tabular-nums">{amountOf(shown[measure], measure)}</span> ·{" "}
            {shown.long}
            {active === spans.length - 1 && ", so far"}
          </>
        )}
      </p>
      <div ref={ref} className="relative mt-3 h-[220px]">
        {width > 0 && (
          <svg width={width} height={HEIGHT} role="img" aria-labelledby={`${id}-title ${id}-desc`} className="block">
            <title id={`${id}-title`}>{MEASURE_NAMES[measure].title}</title>
            <desc id={`${id}-desc`}>{summary}</desc>
            {[0, top / 2, top].map((value) => (
              <g key={value}>
                <line x1={SCALE} x2={width} y1={yOf(value) + 0.5} y2={yOf(value) + 0.5} className="stroke-line" />
                <text x={SCALE - 10} y={yOf(value) + 5} textAnchor="end" className="fill-ink-soft text-sm tabular-nums">
                  {value >= 10_000 ? `${countOf(value / 1000)}k` : countOf(value)}
                </text>
              </g>
            ))}
            {spans.map((span, n) => (
              <Bar
                key={span.long}
                x={SCALE + n * step}
                step={step}
                y={yOf(span[measure])}
                bottom={bottom}
                isEmpty={span[measure] === 0}
                tone={active === null ? "plain" : active === n ? "active" : "faint"}
              />
            ))}
            <Days spans={spans} step={step} width={width} />
          </svg>
        )}
        <div
          className="absolute inset-y-0 right-0 left-11 rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-accent"
          onPointerMove={point}
          onPointerLeave={() => setActive(null)}
        >
          <input
            type="range"
            aria-label={`${MEASURE_NAMES[measure].title}, bar by bar`}
            aria-valuetext={shown === undefined ? summary : `${shown.long}: ${amountOf(shown[measure], measure)}`}
            min={0}
            max={spans.length - 1}
            value={active ?? spans.length - 1}
            onChange={({ target }) => setActive(Number(target.value))}
            onFocus={({ target }) => target.matches(":focus-visible") && setActive(spans.length - 1)}
            onBlur={() => setActive(null)}
            className="h-full w-full cursor-crosshair touch-pan-y opacity-0"
          />
        </div>
      </div>
    </div>
  )
}

/** The current width of an element in CSS pixels; 0 until it is known. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (ref.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

const TONE = { plain: "fill-accent", active: "fill-accent", faint: "fill-accent/40" }

interface BarProps {
  x: number
  step: number
  y: number
  bottom: number
  isEmpty: boolean
  tone: keyof typeof TONE
}

/** Rounded at the top; an empty day is a dot on the baseline. */
function Bar({ x, step, y, bottom, isEmpty, tone }: BarProps) {
  const width = Math.min(BAR_MAX, Math.max(1.5, step * 0.68))
  const left = x + (step - width) / 2
  const height = isEmpty ? 1 : Math.max(3, bottom - y)
  const round = Math.min(4, width / 2, height)
  const path = `M${left} ${bottom}v${round - height}q0-${round} ${round}-${round}h${width - 2 * round}q${round} 0 ${round} ${round}v${height - round}z`
  return <path d={path} className={isEmpty && tone !== "active" ? "fill-line-strong/60" : TONE[tone]} />
}

/** Dates at equal steps back from the last one; the first has one only if a step ends there. */
function Days({ spans, step, width }: { spans: Span[]; step: number; width: number }) {
  const last = spans.length - 1
  const least = LABEL_WIDTH / step
  const every = EVERY.find((count) => count >= least) ?? WEEK * Math.ceil(least / WEEK)
  return spans.map((span, n) => {
    if ((last - n) % every !== 0) return null
    const middle = SCALE + (n + 0.5) * step
    const isAtStart = middle - LABEL_WIDTH / 3 < SCALE
    const isAtEnd = middle + LABEL_WIDTH / 3 > width
    return (
      <text
        key={span.long}
        x={isAtStart ? SCALE : isAtEnd ? width : middle}
        y={HEIGHT - 6}
        textAnchor={isAtStart ? "start" : isAtEnd ? "end" : "middle"}
        className="fill-ink-soft text-sm"
      >
        {span.short}
      </text>
    )
  })
}
