/** The prices of recent trades as a curve, which grows with each new price. */
import { landingMessages } from '@tukar/i18n'
import { useState } from 'react'
import { createResource, useResource } from '../api/resource.ts'
import { pageTranslator } from '../app/translate.ts'
import { defaultMarket } from '../markets/market.ts'
import { loadTradePrices } from '../markets/market-calls.ts'
import styles from './live-market-card.module.css'

const t = pageTranslator(landingMessages)

const pastPrices = createResource(() => loadTradePrices(defaultMarket.pair))
const pointsMax = 120
/** The drawing's own units; CSS stretches it to the card. */
const size = { width: 480, height: 120, margin: 6 } as const

/** Converts prices to coordinates of the drawing; for display only. */
function toCurve(prices: readonly string[]): { readonly path: string; readonly area: string } {
  const values = prices.map(Number)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low || 1
  const usable = size.height - 2 * size.margin
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * size.width
    const y = size.margin + usable * (1 - (value - low) / span)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const path = `M${points.join('L')}`
  return { path, area: `${path}L${size.width} ${size.height}L0 ${size.height}Z` }
}

/** The curve of the first market. */
export function TradeCurve({ lastPrice }: { readonly lastPrice: string | null }) {
  const past = useResource(pastPrices)
  const [later, setLater] = useState<readonly string[]>([])
  if (lastPrice !== null && later.at(-1) !== lastPrice) {
    setLater([...later, lastPrice].slice(-pointsMax))
  }
  const prices = [...(past.state === 'ready' ? past.value : []), ...later].slice(-pointsMax)
  if (prices.length < 2) {
    return (
      <p className={styles['curveEmpty']}>
        {past.state === 'loading' ? '' : t('waitingForTrades')}
      </p>
    )
  }
  const { path, area } = toCurve(prices)
  return (
    <svg
      className={styles['curve']}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('recentTrades', { count: prices.length })}
    >
      <path className={styles['area']} d={area} />
      <path className={styles['line']} d={path} />
    </svg>
  )
}
