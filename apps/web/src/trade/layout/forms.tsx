/** The order forms of the wide page: both under the chart, or one beside the book. */
import { tradeViewMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { ResourcePart } from '../../app/fetched-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { PanelBoundary } from '../../foreign/panel-boundary.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { GuestTicket } from '../ticket/guest-ticket.tsx'
import type { TradeMarket } from '../market/market.ts'
import type { Placed } from '../orders/placing.ts'
import { signedInFormsFile } from './signed-in-forms-file.ts'
import styles from './trade-grid.module.css'

const t = pageTranslator(tradeViewMessages)
const sides = ['buy', 'sell'] as const

export type FormsProps = {
  readonly market: TradeMarket
  readonly onPlaced: (placed: Placed) => void
}

/** Buy and sell side by side. */
export function FormsBelow({ market, onPlaced }: FormsProps) {
  return (
    <Forms market={market}>
      <ResourcePart file={signedInFormsFile} place={place}>
        {({ SignedInFormsBelow }) => <SignedInFormsBelow market={market} onPlaced={onPlaced} />}
      </ResourcePart>
    </Forms>
  )
}

/** One form in its own column, with the given content below. */
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
      <ResourcePart file={signedInFormsFile} place={place}>
        {({ SignedInFormsBeside }) => (
          <SignedInFormsBeside {...{ market, onPlaced, side, onSide }} />
        )}
      </ResourcePart>
    </Forms>
  )
}

/**
 * The placeholder while the forms load. It appears only after a sign-in on this page; otherwise the forms
 * load with the page.
 */
const place = <div className={styles['formsComing']} aria-busy="true" />

/** The pane of the forms; guests see links to sign in and register. */
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
      <VisuallyHidden as="h2">{t('orderSheet')}</VisuallyHidden>
      {isGuest
        ? sides.map((side) => <GuestTicket key={side} market={market} side={side} />)
        : children}
      {below}
    </PanelBoundary>
  )
}
