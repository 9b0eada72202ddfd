/**
 * Checks that the screen shows the drawn book. Translators and extensions may replace figures or remove rows;
 * their content is stale after the next change of the book, and nothing else detects it.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BookRow } from '../../feed/frame.ts'
import type { Side } from '../../feed/levels.ts'
import { reportDrawn } from '../../feed/store.ts'
import { writeNow } from '../live/use-live.ts'
import { type DrawnRow, isDrawnAs } from './drawn-rows.ts'

type DrawnSides = Readonly<Record<Side, readonly BookRow[]>>

const checkMs = 1_000
/** The number of failed checks in a row that count: a browser may paint with a short delay. */
const checksMax = 2
/** If a panel differs again this soon after it was mounted again, it is reported as stale. */
const mountedAgainMs = 10_000
let mountedAgainAtMs = Number.NEGATIVE_INFINITY

function drawnIn(body: HTMLElement, side: Side): readonly DrawnRow[] {
  const rows = body.querySelectorAll<HTMLTableRowElement>(
    `table[data-side="${side}"] tr[data-price]`,
  )
  return [...rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? ''))
}

export type DrawnPlan = {
  /** The figures that the page should show, whether written or not. */
  readonly sides: () => DrawnSides
  /** Writes all figures again. */
  readonly rewrite: () => void
}

/**
 * Checks once a second. Differing figures are written again. If they still differ, an error is thrown during
 * rendering, so that the panel is mounted again. If that fails too, the figures count as stale.
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
  // After unmounting nothing is checked; the next panel starts its own checks.
  useEffect(() => () => reportDrawn(true), [])
  if (fault !== null) throw fault
}

function isShown(body: HTMLElement, { buy, sell }: DrawnSides): boolean {
  return isDrawnAs(drawnIn(body, 'buy'), buy) && isDrawnAs(drawnIn(body, 'sell'), sell)
}
