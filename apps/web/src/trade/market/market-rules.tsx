/**
 * The rules of the market beside its figures: steps, minimum order, charges. Users see them before an order
 * is refused.
 */
import { tradeViewMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { SideRates, TradeMarket } from './market.ts'
import styles from './market-rules.module.css'
import panel from '../layout/panel.module.css'
import { quantityText, rateText, shortAmount } from '../texts.ts'

const t = pageTranslator(tradeViewMessages)

type Kind = SideRates['taker'][number]['kind']

const findRate = (rates: SideRates['taker'], kind: Kind): number =>
  rates.reduce((sum, rate) => (rate.kind === kind ? sum + rate.ratePpm : sum), 0)

/** The rules of a market as a list. */
export function MarketRules({ market }: { readonly market: TradeMarket }) {
  const { buy, sell } = market.rates
  const sellerTax = findRate(sell.taker, 'income_tax')
  const buyerTax = findRate(buy.taker, 'income_tax')
  const lines: readonly (readonly [string, string | null])[] = [
    [t('ruleTick'), shortAmount(market.quote, market.tick)],
    [t('ruleLot'), `${quantityText(market, market.lot)} ${market.base.symbol}`],
    [t('ruleMinimum'), shortAmount(market.quote, market.notionalMin)],
    [t('ruleTaker'), rateText(findRate(buy.taker, 'fee'))],
    [t('ruleMaker'), rateText(findRate(buy.maker, 'fee'))],
    [t('ruleBourse'), orNone(findRate(buy.taker, 'bourse'))],
    [t(buyerTax > 0 ? 'ruleTaxBoth' : 'ruleTax'), orNone(Math.max(sellerTax, buyerTax))],
    [t('ruleVat'), orNone(findRate(buy.taker, 'vat'))],
  ]
  return (
    <section className={styles['rules']} aria-label={t('marketRules')}>
      <header className={panel['head']}>
        <h2 className={panel['title']}>{t('marketRules')}</h2>
      </header>
      <dl>
        {lines.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

function orNone(ratePpm: number): string | null {
  return ratePpm === 0 ? null : rateText(ratePpm)
}
