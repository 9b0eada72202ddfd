/** The confirmation of an order: because the user switched it on, or because prices are stale. */
import { ticketMessages } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
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
import { readPrice, readQuantity, type Ticket } from './ticket.ts'
import { useOrderKind } from './ticket-kind.ts'
import { orderKindName } from './ticket-kind-menu.tsx'
import { useRupiah } from './ticket-rupiah.ts'
import { toTicketRules } from './ticket-store.ts'

const t = pageTranslator(ticketMessages)

export type ConfirmCause = 'each' | 'stale'

export type OrderConfirmProps = {
  readonly market: TradeMarket
  readonly side: Side
  readonly ticket: Ticket
  readonly receipt: Receipt | null
  /** Null while the dialog is closed. */
  readonly cause: ConfirmCause | null
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** The greatest age of prices since the dialog opened, in seconds: fresh prices do not change its text. */
function useOldest(cause: ConfirmCause | null): number {
  const age = useFeed((feed) => feed.link.ageSeconds)
  const [oldest, setOldest] = useState(0)
  useEffect(() => {
    setOldest((before) => (cause === null ? 0 : Math.max(before, age)))
  }, [cause, age])
  return Math.max(oldest, age)
}

/** The title; the age is null if no prices came. */
function titleText(cause: ConfirmCause | null, age: number | null): string {
  if (cause !== 'stale') return t('confirmTitle')
  return age === null ? t('confirmUnloadedTitle') : t('confirmStaleTitle', { age })
}

/** The confirmation dialog of an order. */
export function OrderConfirm(props: OrderConfirmProps) {
  const { market, side, ticket, receipt, cause, onClose, onConfirm } = props
  const confirm = useRef<HTMLButtonElement>(null)
  // Runs after the dialog has opened, which focuses its first control.
  useEffect(() => {
    if (cause !== null) confirm.current?.focus()
  }, [cause])
  const age = useOldest(cause)
  const isUnloaded = useFeed((feed) => feed.frame === null)
  const kind = useOrderKind()
  const received = side === 'buy' ? market.base : market.quote
  const rupiah = useRupiah(market, received, receipt?.averagePrice ?? null)
  const rules = toTicketRules(market, side)
  const price = readPrice(rules, ticket)
  const quantity = readQuantity(rules, ticket)
  return (
    <Dialog
      isOpen={cause !== null}
      onClose={onClose}
      title={titleText(cause, isUnloaded ? null : age)}
      footer={
        <>
          <Button onClick={onClose}>{t('goBack')}</Button>
          <Button ref={confirm} kind={side} onClick={onConfirm}>
            {t('placeIt')}
          </Button>
        </>
      }
    >
      <div className={styles['confirm']}>
        {cause === 'stale' && <Banner tone="warn">{t('confirmStaleText')}</Banner>}
        {price !== null && quantity !== null && (
          <p className={styles['confirmOrder']}>
            {t('holdsOrder', {
              side: t(side),
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
