/** The order forms of the wide page: both under the chart, or one at a time beside the book. */
import { tradeViewMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { FetchedPart } from '../../app/fetched-part.tsx'
import { sayer } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { PanelBoundary } from '../../foreign/panel-boundary.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { GuestTicket } from '../ticket/guest-ticket.tsx'
import type { TradeMarket } from '../market/market.ts'
import type { Placed } from '../orders/placing.ts'
import { ownFormsFile } from './signed-in-forms-file.ts'
import styles from './trade-grid.module.css'

const say = sayer(tradeViewMessages)
const sides = ['buy', 'sell'] as const

export type FormsProps = {
  readonly market: TradeMarket
  readonly onPlaced: (placed: Placed) => void
}

/** Buy and sell side by side. */
export function FormsBelow({ market, onPlaced }: FormsProps) {
  return (
    <Forms market={market}>
      <FetchedPart file={ownFormsFile} place={place}>
        {({ OwnFormsBelow }) => <OwnFormsBelow market={market} onPlaced={onPlaced} />}
      </FetchedPart>
    </Forms>
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
  return (
    <Forms market={market} below={children}>
      <FetchedPart file={ownFormsFile} place={place}>
        {({ OwnFormsBeside }) => <OwnFormsBeside {...{ market, onPlaced, side, onSide }} />}
      </FetchedPart>
    </Forms>
  )
}

/** Stands there until the forms have come, which is after a sign-in on this page alone: else they come with it. */
const place = <div className={styles['formsComing']} aria-busy="true" />

/** The pane; guests see in it what leads to an account. */
function Forms({
  market,
  below,
  children,
}: {
  readonly market: TradeMarket
  readonly below?: ReactNode
  readonly children: ReactNode
}) {
  const isGuest = useSession() === null
  return (
    <PanelBoundary key={market.pair} className={styles['forms']}>
      <VisuallyHidden as="h2">{say('orderSheet')}</VisuallyHidden>
      {isGuest
        ? sides.map((side) => <GuestTicket key={side} market={market} side={side} />)
        : children}
      {below}
    </PanelBoundary>
  )
}
