/** Confirms a cancellation by key, if the user has confirmations switched on. */
import { layoutMessages, ticketMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { TradeMarket } from '../market/market.ts'
import { priceWithUnit, shortQuantity } from '../texts.ts'
import type { MyOrder } from '../wire.ts'
import { pressCancel } from './press.ts'

const t = pageTranslator(layoutMessages)
const tTrade = pageTranslator(ticketMessages)

export type CancelQuestionProps = {
  readonly market: TradeMarket
  readonly order: MyOrder
  readonly onClose: () => void
}

/** The confirmation, with the remaining quantity of the order. */
export function CancelQuestion({ market, order, onClose }: CancelQuestionProps) {
  const { id, side, price, remaining } = order
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('cancelNewestTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('keepOrder')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose()
              pressCancel(id)
            }}
          >
            {t('cancelNewest')}
          </Button>
        </>
      }
    >
      <p>
        {tTrade('holdsOrder', {
          side: tTrade(side),
          amount: shortQuantity(market, remaining),
          base: market.base.symbol,
          price: priceWithUnit(market, price),
        })}
      </p>
    </Dialog>
  )
}
