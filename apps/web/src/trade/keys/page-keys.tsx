/**
 * The keys of the trading page while they are on: never in a field, never under a question. With them
 * the region that says what a key asked for, and their list, fetched when it is first opened.
 */
import { layoutMessages } from '@tukar/i18n'
import { lazy, useEffect, useRef, useState } from 'react'
import { LaterPart } from '../../app/later-part.tsx'
import { sayer } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { LiveRegion } from '../../ui/feedback.tsx'
import { isField } from '../../ui/is-field.ts'
import { togglePause } from '../book/book-pause.ts'
import { speak, speakBook, useSpoken } from '../book/book-spoken.ts'
import { stepPrecision } from '../book/book-view.ts'
import { isEachConfirmed } from '../ticket/confirm-each.ts'
import type { TradeMarket } from '../market/market.ts'
import { newestOpenOrder } from '../orders/my-orders.ts'
import { precisionChoice } from '../texts.ts'
import type { OwnOrder } from '../wire.ts'
import { actionOf, type KeyAction, shareOf, sideOfAction } from './key-map.ts'
import { currentKeys, showKeySheet, useKeys } from './key-store.ts'
import {
  enterAmount,
  enterPrice,
  isChartFull,
  openDialogAbove,
  pressCancel,
  pressCancelAll,
  pressFullScreen,
  pressMarkets,
  pressNextList,
  pressShare,
} from './press.ts'

const say = sayer(layoutMessages)

const CancelQuestion = lazy(async () => ({
  default: (await import('./cancel-question.tsx')).CancelQuestion,
}))
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

export type PageKeysProps = {
  readonly market: TradeMarket
  /** Brings the form of a side in sight, where only one is. */
  readonly onSide: (side: Side) => void
}

/** Listens while the page is there. */
export function PageKeys(props: PageKeysProps) {
  const [asked, setAsked] = useState<OwnOrder | null>(null)
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
      const action = actionOf(event, currentKeys().keys)
      if (action === null || isUnderQuestion()) return
      // Nothing but the chart is in reach then.
      if (action !== 'fullScreen' && isChartFull()) return
      event.preventDefault()
      side = sideOfAction(action) ?? side
      run(action, side, { ...latest.current, onAsk: setAsked })
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
      {asked !== null && (
        <LaterPart place={null}>
          <CancelQuestion market={props.market} order={asked} onClose={() => setAsked(null)} />
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

type Run = PageKeysProps & { readonly onAsk: (order: OwnOrder) => void }

function run(action: KeyAction, side: Side, { market, onSide, onAsk }: Run): void {
  switch (action) {
    case 'buy':
    case 'sell':
      onSide(side)
      return enterPrice(side)
    case 'amount':
      onSide(side)
      return enterAmount(side)
    case 'share25':
    case 'share50':
    case 'share75':
    case 'share100':
      return pressShare(side, shareOf(action))
    case 'cancelNewest':
      return cancelNewest(market, onAsk)
    case 'cancelAll':
      return pressCancelAll()
    case 'finer':
    case 'coarser':
      return group(market, action)
    case 'nextList':
      return pressNextList()
    case 'markets':
      return pressMarkets()
    case 'fullScreen':
      return pressFullScreen()
    case 'speak':
      return speakBook(market)
    case 'pause':
      return togglePause()
    case 'help':
      return showKeySheet(true)
  }
}

/** Cancels the order that was placed last; asks before, where each order is asked for. */
function cancelNewest({ pair }: TradeMarket, onAsk: (order: OwnOrder) => void): void {
  const order = newestOpenOrder(pair)
  if (order === null) speak(say('nothingToCancel'))
  else if (isEachConfirmed()) onAsk(order)
  else pressCancel(order.id)
}

function group(market: TradeMarket, way: 'finer' | 'coarser'): void {
  speak(
    say('groupedBy', {
      step: precisionChoice(stepPrecision(market, way), market.measures.priceDecimals),
    }),
  )
}
