/** Asks before a key cancels an order, where each order is asked for. */
import { layoutMessages, ticketMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { TradeMarket } from '../market/market.ts'
import { priceWithUnit, shortQuantity } from '../texts.ts'
import type { OwnOrder } from '../wire.ts'
import { pressCancel } from './press.ts'

const say = sayer(layoutMessages)
const sayTrade = sayer(ticketMessages)

export type CancelQuestionProps = {
  readonly market: TradeMarket
  readonly order: OwnOrder
  readonly onClose: () => void
}

/** The question; what is left of the order is what it is about. */
export function CancelQuestion({ market, order, onClose }: CancelQuestionProps) {
  const { id, side, price, remaining } = order
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('cancelNewestTitle')}
      footer={
        <>
          <Button onClick={onClose}>{say('keepOrder')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose()
              pressCancel(id)
            }}
          >
            {say('cancelNewest')}
          </Button>
        </>
      }
    >
      <p>
        {sayTrade('holdsOrder', {
          side: sayTrade(side),
          amount: shortQuantity(market, remaining),
          base: market.base.symbol,
          price: priceWithUnit(market, price),
        })}
      </p>
    </Dialog>
  )
}
