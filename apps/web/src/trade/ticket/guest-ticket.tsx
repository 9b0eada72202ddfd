/** Shown to guests instead of the forms (FORM-02): Register for buying, Login for selling. */
import { tradeViewMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './guest-ticket.module.css'
import type { TradeMarket } from '../market/market.ts'

const t = pageTranslator(tradeViewMessages)

/** The panel of one side. */
export function GuestTicket({
  market,
  side,
}: {
  readonly market: TradeMarket
  readonly side: Side
}) {
  const base = market.base.symbol
  const isBuy = side === 'buy'
  return (
    <section className={styles['guest']} data-side={side}>
      <h3>{t(isBuy ? 'registerToBuy' : 'loginToSell', { base })}</h3>
      <p>{t(isBuy ? 'guestBuyText' : 'guestSellText')}</p>
      <ButtonLink to={isBuy ? '/auth/register' : '/auth/login'} kind={side} isWide>
        {t(isBuy ? 'register' : 'login')}
      </ButtonLink>
    </section>
  )
}
