/**
 * Whether the screen shows the book that the page drew. Translators and extensions may replace figures, or
 * remove rows: what they leave is old after the next change of the book, and nothing else would tell.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BookRow } from '../feed/frame.ts'
import type { Side } from '../feed/levels.ts'
import { noteDrawn } from '../feed/store.ts'
import { type DrawnRow, isDrawnAs } from './drawn-rows.ts'

type DrawnSides = Readonly<Record<Side, readonly BookRow[]>>

const lookMs = 1_000
/** So many looks in a row must differ: a browser may draw a little after it was told. */
const looksMax = 2
/** A panel that was mounted again and differs again this soon is said to be stale instead. */
const mountedAgainMs = 10_000
let mountedAgainAtMs = Number.NEGATIVE_INFINITY

function drawnIn(body: HTMLElement, side: Side): readonly DrawnRow[] {
  const rows = body.querySelectorAll<HTMLTableRowElement>(
    `table[data-side="${side}"] tr[data-price]`,
  )
  return [...rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? ''))
}

/**
 * Looks each second. Throws while it is drawn, so that the panel is mounted again, where the screen
 * shows another book; where that does not help, the figures count as stale.
 */
export function useDrawnBook(body: RefObject<HTMLElement | null>, sides: DrawnSides): void {
  const [fault, setFault] = useState<Error | null>(null)
  const latest = useRef(sides)
  useEffect(() => {
    latest.current = sides
  })
  useEffect(() => {
    let wrongLooks = 0
    const timer = setInterval(() => {
      const { current } = body
      if (current === null || document.visibilityState === 'hidden') return
      const isDrawn = isShown(current, latest.current)
      wrongLooks = isDrawn ? 0 : wrongLooks + 1
      if (isDrawn) noteDrawn(true)
      if (wrongLooks < looksMax) return
      const nowMs = performance.now()
      if (nowMs - mountedAgainAtMs < mountedAgainMs) return noteDrawn(false)
      mountedAgainAtMs = nowMs
      setFault(new Error('the page shows another book than it drew'))
    }, lookMs)
    return () => clearInterval(timer)
  }, [body])
  // No one looks any more, and the next panel looks for itself.
  useEffect(() => () => noteDrawn(true), [])
  if (fault !== null) throw fault
}

function isShown(body: HTMLElement, { buy, sell }: DrawnSides): boolean {
  return isDrawnAs(drawnIn(body, 'buy'), buy) && isDrawnAs(drawnIn(body, 'sell'), sell)
}
