/**
 * Key handling of the trading page: inactive in fields and under a confirmation. It also renders the live
 * region for key actions and the list of keys, which loads on first use.
 */
import { layoutMessages } from '@tukar/i18n'
import { lazy, useEffect, useRef, useState } from 'react'
import { LazyPart } from '../../app/later-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
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
import type { MyOrder } from '../wire.ts'
import { findAction, type KeyAction, findShare, findSide } from './key-map.ts'
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

const t = pageTranslator(layoutMessages)

const CancelQuestion = lazy(async () => ({
  default: (await import('./cancel-question.tsx')).CancelQuestion,
}))
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

export type PageKeysProps = {
  readonly market: TradeMarket
  /** Shows the form of a side where only one fits. */
  readonly onSide: (side: Side) => void
}

/** Listens while the page is mounted. */
export function PageKeys(props: PageKeysProps) {
  const [confirming, setConfirming] = useState<MyOrder | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    let side: Side = 'buy'
    const enter = ({ target }: FocusEvent) => {
      side = findFormSide(target) ?? side
    }
    const press = (event: KeyboardEvent) => {
      if (!currentKeys().isOn || event.defaultPrevented) return
      const { target } = event
      if (!(target instanceof HTMLElement)) return
      if (isField(target)) return leaveBy(event, target)
      const action = findAction(event, currentKeys().keys)
      if (action === null || isUnderQuestion()) return
      // In full screen only the chart is usable.
      if (action !== 'fullScreen' && isChartFull()) return
      event.preventDefault()
      side = findSide(action) ?? side
      run(action, side, { ...latest.current, onAsk: setConfirming })
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
        <LazyPart place={null}>
          <KeySheet />
        </LazyPart>
      )}
      {confirming !== null && (
        <LazyPart place={null}>
          <CancelQuestion
            market={props.market}
            order={confirming}
            onClose={() => setConfirming(null)}
          />
        </LazyPart>
      )}
    </>
  )
}

function findFormSide(target: EventTarget | null): Side | null {
  if (!(target instanceof HTMLElement)) return null
  const side = target.closest<HTMLElement>('form[data-side]')?.dataset['side']
  return side === 'buy' || side === 'sell' ? side : null
}

/** Escape leaves a field of the forms, so that keys work again; in a sheet it closes the sheet. */
function leaveBy(event: KeyboardEvent, field: HTMLElement): void {
  if (event.key !== 'Escape' || findFormSide(field) === null || field.closest('dialog') !== null)
    return
  event.preventDefault()
  field.blur()
}

/** Whether a dialog is open, other than the sheet with the form. */
function isUnderQuestion(): boolean {
  return openDialogAbove(document.querySelector('dialog form[data-side]')) !== null
}

type Run = PageKeysProps & { readonly onAsk: (order: MyOrder) => void }

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
      return pressShare(side, findShare(action))
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

/** Cancels the newest order, after a confirmation if the user has confirmations switched on. */
function cancelNewest({ pair }: TradeMarket, onAsk: (order: MyOrder) => void): void {
  const order = newestOpenOrder(pair)
  if (order === null) speak(t('nothingToCancel'))
  else if (isEachConfirmed()) onAsk(order)
  else pressCancel(order.id)
}

function group(market: TradeMarket, way: 'finer' | 'coarser'): void {
  speak(
    t('groupedBy', {
      step: precisionChoice(stepPrecision(market, way), market.measures.priceDecimals),
    }),
  )
}
