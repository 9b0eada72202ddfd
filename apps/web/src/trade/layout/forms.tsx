/** The order forms of the wide page: both under the chart, or one at a time beside the book. */
import { tradeMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { LaterNote } from '../../agreement/later-note.tsx'
import { sayer } from '../../app/say.ts'
import { useSession } from '../../api/session.ts'
import type { Side } from '../../feed/levels.ts'
import { PanelBoundary } from '../../foreign/panel-boundary.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { AskAgain } from '../ask-again.tsx'
import { GuestTicket } from '../guest-ticket.tsx'
import type { TradeMarket } from '../market.ts'
import { OrderTicket } from '../order-ticket.tsx'
import type { Placed } from '../placing.ts'
import { SideSwitch } from '../side-switch.tsx'
import { TicketSettings } from '../ticket-settings.tsx'
import styles from './trade-grid.module.css'

const say = sayer(tradeMessages)
const sides = ['buy', 'sell'] as const
const otherOf = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

export type FormsProps = {
  readonly market: TradeMarket
  readonly onPlaced: (placed: Placed) => void
}

/** Buy and sell side by side. */
export function FormsBelow({ market, onPlaced }: FormsProps) {
  const isGuest = useSession() === null
  return (
    <PanelBoundary key={market.pair} className={styles['forms']}>
      <VisuallyHidden as="h2">{say('orderSheet')}</VisuallyHidden>
      <LaterNote place="trade" />
      {sides.map((side) =>
        isGuest ? (
          <GuestTicket key={side} market={market} side={side} />
        ) : (
          // What comes of an order belongs to its market: another market's form begins again.
          <OrderTicket
            key={`${market.pair} ${side}`}
            market={market}
            side={side}
            onPlaced={onPlaced}
            aside={side === 'sell' ? <TicketSettings /> : undefined}
          />
        ),
      )}
    </PanelBoundary>
  )
}

/** One form in a column of its own, and below it what is given. */
export function FormsBeside({
  market,
  onPlaced,
  side,
  onSide,
  children,
}: FormsProps & {
  readonly side: Side
  readonly onSide: (side: Side) => void
  readonly children: ReactNode
}) {
  const isGuest = useSession() === null
  return (
    <PanelBoundary key={market.pair} className={styles['forms']}>
      <VisuallyHidden as="h2">{say('orderSheet')}</VisuallyHidden>
      <LaterNote place="trade" />
      {isGuest ? (
        sides.map((each) => <GuestTicket key={each} market={market} side={each} />)
      ) : (
        <>
          <div className={styles['sides']}>
            <SideSwitch side={side} onSide={onSide} />
          </div>
          <OrderTicket
            key={`${market.pair} ${side}`}
            market={market}
            side={side}
            isNarrow
            onPlaced={onPlaced}
            aside={<TicketSettings />}
          />
          <AskAgain
            key={`not ${market.pair} ${side}`}
            side={otherOf(side)}
            {...{ market, onPlaced }}
          />
        </>
      )}
      {children}
    </PanelBoundary>
  )
}
