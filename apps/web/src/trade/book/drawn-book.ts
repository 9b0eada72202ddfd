/**
 * Whether the screen shows the book that the page drew. Translators and extensions may replace figures, or
 * remove rows: what they leave is old after the next change of the book, and nothing else would tell.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BookRow } from '../../feed/frame.ts'
import type { Side } from '../../feed/levels.ts'
import { reportDrawn } from '../../feed/store.ts'
import { writeNow } from '../live/use-live.ts'
import { type DrawnRow, isDrawnAs } from './drawn-rows.ts'

type DrawnSides = Readonly<Record<Side, readonly BookRow[]>>

const checkMs = 1_000
/** So many looks in a row must differ: a browser may draw a little after it was told. */
const checksMax = 2
/** A panel that was mounted again and differs again this soon is said to be stale instead. */
const mountedAgainMs = 10_000
let mountedAgainAtMs = Number.NEGATIVE_INFINITY

function drawnIn(body: HTMLElement, side: Side): readonly DrawnRow[] {
  const rows = body.querySelectorAll<HTMLTableRowElement>(
    `table[data-side="${side}"] tr[data-price]`,
  )
  return [...rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? ''))
}

export type DrawnPlan = {
  /** What the page should show now, whether it was written or not. */
  readonly sides: () => DrawnSides
  /** Writes all of it again, whatever was written before. */
  readonly rewrite: () => void
}

/**
 * Looks each second. What differs is written again. Where that does not help it throws while it is drawn, so
 * that the panel is mounted again; where that does not help either, the figures count as stale.
 */
export function useDrawnBook(body: RefObject<HTMLElement | null>, plan: DrawnPlan): void {
  const [fault, setFault] = useState<Error | null>(null)
  const latest = useRef(plan)
  useEffect(() => {
    latest.current = plan
  })
  useEffect(() => {
    let failedChecks = 0
    const timer = setInterval(() => {
      const { current } = body
      if (current === null || document.visibilityState === 'hidden') return
      const { sides, rewrite } = latest.current
      writeNow()
      const isDrawn = isShown(current, sides())
      if (!isDrawn) rewrite()
      failedChecks = isDrawn ? 0 : failedChecks + 1
      if (isDrawn) reportDrawn(true)
      if (failedChecks < checksMax) return
      const nowMs = performance.now()
      if (nowMs - mountedAgainAtMs < mountedAgainMs) return reportDrawn(false)
      mountedAgainAtMs = nowMs
      setFault(new Error('the page shows another book than it drew'))
    }, checkMs)
    return () => clearInterval(timer)
  }, [body])
  // No one looks any more, and the next panel looks for itself.
  useEffect(() => () => reportDrawn(true), [])
  if (fault !== null) throw fault
}

function isShown(body: HTMLElement, { buy, sell }: DrawnSides): boolean {
  return isDrawnAs(drawnIn(body, 'buy'), buy) && isDrawnAs(drawnIn(body, 'sell'), sell)
}
