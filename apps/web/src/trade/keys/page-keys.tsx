/**
 * The keys of the trading page while they are on: never in a field, never under a question. With them
 * the region that says what a key asked for, and their list, fetched when it is first opened.
 */
import { lazy, useEffect, useRef } from 'react'
import { LaterPart } from '../../app/later-part.tsx'
import type { Side } from '../../feed/levels.ts'
import { LiveRegion } from '../../ui/feedback.tsx'
import { togglePause } from '../book-pause.ts'
import { speakBook, useSpoken } from '../book-spoken.ts'
import type { TradeMarket } from '../market.ts'
import { actionOf, isField, type KeyAction } from './key-map.ts'
import { currentKeys, showKeySheet, useKeys } from './key-store.ts'
import {
  enterAmount,
  enterPrice,
  openDialogAbove,
  pressCancelAll,
  pressMarkets,
  pressNextList,
  pressShare,
} from './press.ts'

const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

export type PageKeysProps = {
  readonly market: TradeMarket
  /** Brings the form of a side in sight, where only one is. */
  readonly onSide: (side: Side) => void
}

/** Listens while the page is there. */
export function PageKeys(props: PageKeysProps) {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    let side: Side = 'buy'
    const enter = ({ target }: FocusEvent) => {
      side = sideOf(target) ?? side
    }
    const press = (event: KeyboardEvent) => {
      if (!currentKeys().isOn || event.defaultPrevented) return
      const { target } = event
      if (!(target instanceof HTMLElement)) return
      if (isField(target)) return leaveBy(event, target)
      const action = actionOf(event)
      if (action === null || isUnderQuestion()) return
      event.preventDefault()
      if (action.kind === 'price') ({ side } = action)
      run(action, side, latest.current)
    }
    document.addEventListener('focusin', enter)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('focusin', enter)
      document.removeEventListener('keydown', press)
    }
  }, [])
  const spoken = useSpoken()
  const { isSheetOpen } = useKeys()
  return (
    <>
      <LiveRegion>{spoken}</LiveRegion>
      {isSheetOpen && (
        <LaterPart place={null}>
          <KeySheet />
        </LaterPart>
      )}
    </>
  )
}

function sideOf(target: EventTarget | null): Side | null {
  if (!(target instanceof HTMLElement)) return null
  const side = target.closest<HTMLElement>('form[data-side]')?.dataset['side']
  return side === 'buy' || side === 'sell' ? side : null
}

/** Escape leaves a field of the forms, so that the keys work; in a sheet it closes the sheet. */
function leaveBy(event: KeyboardEvent, field: HTMLElement): void {
  if (event.key !== 'Escape' || sideOf(field) === null || field.closest('dialog') !== null) return
  event.preventDefault()
  field.blur()
}

/** Whether a dialog is open that is not the sheet with the form. */
function isUnderQuestion(): boolean {
  return openDialogAbove(document.querySelector('dialog form[data-side]')) !== null
}

function run(action: KeyAction, side: Side, { market, onSide }: PageKeysProps): void {
  switch (action.kind) {
    case 'price':
      onSide(side)
      return enterPrice(side)
    case 'amount':
      onSide(side)
      return enterAmount(side)
    case 'share':
      return pressShare(side, action.percent)
    case 'cancelAll':
      return pressCancelAll()
    case 'nextList':
      return pressNextList()
    case 'speak':
      return speakBook(market)
    case 'pause':
      return togglePause()
    case 'markets':
      return pressMarkets()
    case 'help':
      return showKeySheet(true)
  }
}
