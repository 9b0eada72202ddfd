/** Asks once more before an order goes out: because it was wished so, or because prices are old. */
import { ticketMessages } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { useFeed } from '../../feed/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/feedback.tsx'
import type { TradeMarket } from '../market/market.ts'
import styles from './order-ticket.module.css'
import type { Receipt } from '../receipt/receipt.ts'
import { ReceiptLines } from '../receipt/receipt-lines.tsx'
import { priceWithUnit, shortQuantity } from '../texts.ts'
import { priceOf, quantityOf, type Ticket } from './ticket.ts'
import { useOrderKind } from './ticket-kind.ts'
import { orderKindName } from './ticket-kind-menu.tsx'
import { useRupiah } from './ticket-rupiah.ts'
import { rulesOf } from './ticket-store.ts'

const say = sayer(ticketMessages)

export type ConfirmCause = 'each' | 'stale'

export type OrderConfirmProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly ticket: Ticket
  readonly receipt: Receipt | null
  /** Null while nothing is asked. */
  readonly cause: ConfirmCause | null
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** How old prices have been since it is asked, in seconds: new ones do not take the question back. */
function useOldest(cause: ConfirmCause | null): number {
  const age = useFeed((feed) => feed.link.ageSeconds)
  const [oldest, setOldest] = useState(0)
  useEffect(() => {
    setOldest((before) => (cause === null ? 0 : Math.max(before, age)))
  }, [cause, age])
  return Math.max(oldest, age)
}

/** What is asked; the age is null where no prices came. */
function titleOf(cause: ConfirmCause | null, age: number | null): string {
  if (cause !== 'stale') return say('confirmTitle')
  return age === null ? say('confirmUnloadedTitle') : say('confirmStaleTitle', { age })
}

/** The dialog. */
export function OrderConfirm(props: OrderConfirmProps) {
  const { market, side, ticket, receipt, cause, onClose, onConfirm } = props
  const confirm = useRef<HTMLButtonElement>(null)
  // After the dialog has opened, which puts the focus on its first control.
  useEffect(() => {
    if (cause !== null) confirm.current?.focus()
  }, [cause])
  const age = useOldest(cause)
  const isUnloaded = useFeed((feed) => feed.frame === null)
  const kind = useOrderKind()
  const received = side === 'buy' ? market.base : market.quote
  const rupiah = useRupiah(market, received, receipt?.averagePrice ?? null)
  const rules = rulesOf(market, side)
  const price = priceOf(rules, ticket)
  const quantity = quantityOf(rules, ticket)
  return (
    <Dialog
      isOpen={cause !== null}
      onClose={onClose}
      title={titleOf(cause, isUnloaded ? null : age)}
      footer={
        <>
          <Button onClick={onClose}>{say('goBack')}</Button>
          <Button ref={confirm} kind={side} onClick={onConfirm}>
            {say('placeIt')}
          </Button>
        </>
      }
    >
      <div className={styles['confirm']}>
        {cause === 'stale' && <Banner tone="warn">{say('confirmStaleText')}</Banner>}
        {price !== null && quantity !== null && (
          <p className={styles['confirmOrder']}>
            {say('holdsOrder', {
              side: say(side),
              amount: shortQuantity(market, quantity),
              base: market.base.symbol,
              price: priceWithUnit(market, price),
            })}
          </p>
        )}
        {kind !== 'gtc' && <p>{orderKindName(kind)}</p>}
        <ReceiptLines market={market} side={side} receipt={receipt} rupiah={rupiah} />
      </div>
    </Dialog>
  )
}
