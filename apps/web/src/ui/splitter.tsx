/**
 * The splitter between two panes. It can be dragged and moved by arrow keys (Shift: farther), Home and End; a
 * double click or Enter resets it. Two small buttons do the same by single clicks (WCAG 2.5.7).
 */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './splitter.module.css'

export type SplitterProps = {
  /** The name of the pane that it resizes. */
  readonly label: string
  /** How to use it, shown on hover. */
  readonly hint: string
  /** Whether it separates columns (moves sideways) or rows. */
  readonly parts: 'columns' | 'rows'
  /**
   * The resized pane is after the splitter (right of it or below it): it grows when the splitter moves back.
   */
  readonly isBehind?: boolean
  /** In pixels. */
  readonly value: number
  readonly min: number
  readonly max: number
  /** The value as a sentence. */
  readonly valueText: string
  readonly controls?: string
  /** Called with pixels that are not yet limited. */
  readonly onChange: (px: number) => void
  readonly onReset: () => void
  readonly className?: string | undefined
}

const stepPx = 8
const farStepPx = 48

type Drag = { readonly from: number; readonly value: number }

/** The splitter with its buttons. */
export function Splitter(props: SplitterProps) {
  const { label, hint, parts, isBehind = false, value, min, max, onChange, onReset } = props
  const drag = useRef<Drag | null>(null)
  const isColumns = parts === 'columns'
  const place = (event: PointerEvent) => (isColumns ? event.clientX : event.clientY)
  const sign = isBehind ? -1 : 1
  const move = (px: number) => onChange(Math.min(max, Math.max(min, px)))
  const end = () => {
    drag.current = null
  }
  return (
    <div className={classes(styles['splitter'], props.className)} data-parts={parts}>
      <div
        role="separator"
        tabIndex={0}
        className={styles['handle']}
        aria-orientation={isColumns ? 'vertical' : 'horizontal'}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuetext={props.valueText}
        aria-controls={props.controls}
        title={hint}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { from: place(event), value }
        }}
        onPointerMove={(event) => {
          if (drag.current === null) return
          move(drag.current.value + sign * (place(event) - drag.current.from))
        }}
        onPointerUp={end}
        onPointerCancel={end}
        onDoubleClick={onReset}
        onKeyDown={(event) => {
          const next = valueByKey(event, { isColumns, sign, value, min, max })
          if (next === null) return
          event.preventDefault()
          if (next === 'reset') onReset()
          else move(next)
        }}
      />
      <span className={styles['steps']} aria-hidden="true">
        {([-1, 1] as const).map((direction) => (
          <button
            key={direction}
            type="button"
            tabIndex={-1}
            data-direction={direction}
            onClick={() => move(value + sign * direction * farStepPx)}
          >
            <Icon name={isColumns ? 'chevron-left' : 'chevron-down'} size={14} />
          </button>
        ))}
      </span>
    </div>
  )
}

type Place = {
  readonly isColumns: boolean
  readonly sign: number
  readonly value: number
  readonly min: number
  readonly max: number
}

/** The new position after a key press; arrows move in their direction. */
function valueByKey(event: KeyboardEvent, place: Place): number | 'reset' | null {
  const { isColumns, sign, value, min, max } = place
  const step = (event.shiftKey ? farStepPx : stepPx) * sign
  switch (event.key) {
    case isColumns ? 'ArrowLeft' : 'ArrowUp':
      return value - step
    case isColumns ? 'ArrowRight' : 'ArrowDown':
      return value + step
    case 'Home':
      return min
    case 'End':
      return max
    case 'Enter':
      return 'reset'
    default:
      return null
  }
}
