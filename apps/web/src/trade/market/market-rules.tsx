/** The rules of the market beside its figures: steps, smallest order, charges; said before they are hit. */
import { tradeViewMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import type { SideRates, TradeMarket } from './market.ts'
import styles from './market-rules.module.css'
import panel from '../layout/panel.module.css'
import { quantityText, rateText, shortAmount } from '../texts.ts'

const say = sayer(tradeViewMessages)

type Kind = SideRates['taker'][number]['kind']

const rateOf = (rates: SideRates['taker'], kind: Kind): number =>
  rates.reduce((sum, rate) => (rate.kind === kind ? sum + rate.ratePpm : sum), 0)

/** The list of rules. */
export function MarketRules({ market }: { readonly market: TradeMarket }) {
  const { buy, sell } = market.rates
  const sellerTax = rateOf(sell.taker, 'income_tax')
  const buyerTax = rateOf(buy.taker, 'income_tax')
  const lines: readonly (readonly [string, string | null])[] = [
    [say('ruleTick'), shortAmount(market.quote, market.tick)],
    [say('ruleLot'), `${quantityText(market, market.lot)} ${market.base.symbol}`],
    [say('ruleMinimum'), shortAmount(market.quote, market.notionalMin)],
    [say('ruleTaker'), rateText(rateOf(buy.taker, 'fee'))],
    [say('ruleMaker'), rateText(rateOf(buy.maker, 'fee'))],
    [say('ruleBourse'), orNone(rateOf(buy.taker, 'bourse'))],
    [say(buyerTax > 0 ? 'ruleTaxBoth' : 'ruleTax'), orNone(Math.max(sellerTax, buyerTax))],
    [say('ruleVat'), orNone(rateOf(buy.taker, 'vat'))],
  ]
  return (
    <section className={styles['rules']} aria-label={say('marketRules')}>
      <header className={panel['head']}>
        <h2 className={panel['title']}>{say('marketRules')}</h2>
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
