/** The order forms of the wide page for signed-in users. */
import { LazyIdentityNote } from '../../agreement/lazy-identity-note.tsx'
import type { Side } from '../../feed/levels.ts'
import { AskAgain } from '../ask-again.tsx'
import { OrderTicket } from '../ticket/order-ticket.tsx'
import { SideSwitch } from '../ticket/side-switch.tsx'
import { TicketSettings } from '../ticket/ticket-settings.tsx'
import type { FormsProps } from './forms.tsx'
import styles from './trade-grid.module.css'

const sides = ['buy', 'sell'] as const
const otherSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** Both forms, side by side. */
export function SignedInFormsBelow({ market, onPlaced }: FormsProps) {
  return (
    <>
      <LazyIdentityNote page="trade" />
      {sides.map((side) => (
        // The result of an order belongs to its market: another market gets a new form.
        <OrderTicket
          key={`${market.pair} ${side}`}
          market={market}
          side={side}
          onPlaced={onPlaced}
          aside={side === 'sell' ? <TicketSettings /> : undefined}
        />
      ))}
    </>
  )
}

/** One form, with a switch to the other side. */
export function SignedInFormsBeside({
  market,
  onPlaced,
  side,
  onSide,
}: FormsProps & {
  readonly side: Side
  readonly onSide: (side: Side) => void
}) {
  return (
    <>
      <LazyIdentityNote page="trade" />
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
        side={otherSide(side)}
        {...{ market, onPlaced }}
      />
    </>
  )
}
