/** The first market, live: price, change, best prices, range, and the curve of its trades. */
import { formatDecimal, formatPrice, homeMessages, landingMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { LiveChip } from '../markets/live-chip.tsx'
import { defaultMarket, tradingRoute, type Market, pairText } from '../markets/market.ts'
import { Change, FlashingPrice, useMove } from '../markets/price.tsx'
import { useMarkets } from '../markets/use-markets.ts'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Skeleton } from '../ui/feedback.tsx'
import styles from './live-market-card.module.css'
import { TradeCurve } from './trade-curve.tsx'

const t = pageTranslator(homeMessages)
const tLanding = pageTranslator(landingMessages)
/** More decimals than any tick; the tick limits them. */
const decimalsMax = 8

/** The card on the right of the hero. */
export function LiveMarketCard() {
  const { markets, connection } = useMarkets()
  const market = markets.find(({ id }) => id === defaultMarket.id)
  const name = pairText(defaultMarket.pair)
  return (
    <section
      className={styles['card']}
      data-line={connection}
      aria-label={tLanding('cardTitle', { pair: name })}
    >
      <header className={styles['head']}>
        <AssetIcon symbol="BTC" source={market?.icon ?? null} size={36} />
        <div className={styles['name']}>
          <h2>{name}</h2>
          <p>{market?.baseName ?? '\u00a0'}</p>
        </div>
        <LiveChip />
      </header>
      <Price market={market} />
      <TradeCurve lastPrice={market?.lastPrice ?? null} />
      <Figures market={market} />
      <ButtonLink {...tradingRoute} kind="secondary" isWide>
        {tLanding('cardTrade', { pair: name })}
      </ButtonLink>
    </section>
  )
}

function Price({ market }: { readonly market: Market | undefined }) {
  const move = useMove(market?.lastPrice ?? null)
  if (market === undefined) {
    return (
      <p className={styles['price']}>
        <Skeleton width={220} height={32} />
      </p>
    )
  }
  const shown = formatPrice(market.lastPrice, decimalsMax, market.priceDecimals)
  return (
    <p className={styles['price']} data-move={move}>
      <FlashingPrice price={market.lastPrice} shown={shown} />
      <span className={styles['quote']}>{market.quote}</span>
      <Change percent={market.changePercent} />
    </p>
  )
}

function Figures({ market }: { readonly market: Market | undefined }) {
  const price = (value: string | null) =>
    market === undefined ? null : formatPrice(value, decimalsMax, market.priceDecimals)
  const figures: readonly (readonly [string, string | null, string?])[] = [
    [tLanding('bestBid'), price(market?.bestBid ?? null), 'up'],
    [tLanding('bestAsk'), price(market?.bestAsk ?? null), 'down'],
    [t('high24h'), price(market?.high ?? null)],
    [t('low24h'), price(market?.low ?? null)],
  ]
  return (
    <dl className={styles['figures']}>
      {figures.map(([label, value, tone]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-tone={tone}>{value ?? <Skeleton width={96} />}</dd>
        </div>
      ))}
      <div className={styles['wholeRow']}>
        <dt>{t('volume24h')}</dt>
        <dd>
          {market === undefined ? (
            <Skeleton width={96} />
          ) : (
            `${formatDecimal(market.volume, { decimals: 4, rounding: 'down' })} ${market.base}`
          )}
        </dd>
      </div>
    </dl>
  )
}
