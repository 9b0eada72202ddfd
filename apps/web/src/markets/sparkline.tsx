/** The small chart of a market's last day; it ends at the live price. */
import {
  compareDecimals,
  formatPrice,
  formatTime,
  marketListMessages,
  unknownSign,
} from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { Skeleton } from '../ui/feedback.tsx'
import type { Course } from './last-day.ts'
import type { Market } from './market.ts'
import { sparkPath } from './spark-path.ts'
import styles from './sparkline.module.css'

const t = pageTranslator(marketListMessages)
const box = { width: 88, height: 28, margin: 2 } as const
/** A few minutes less than a day: the window starts at a full minute. */
const dayMs = 86_000_000
/** More than any tick has; the tick decides. */
const decimalsMost = 8

export type SparklineProps = {
  readonly market: Market
  /** Null while it loads. */
  readonly course: Course | undefined | null
}

/** A market's last day. */
export function Sparkline({ market, course }: SparklineProps) {
  if (course === null) return <Skeleton width={box.width} height={14} />
  const past = course?.prices ?? []
  const first = past[0]
  const last = market.lastPrice ?? past.at(-1)
  if (course === undefined || first === undefined || last === undefined) {
    return <span className={styles['none']}>{unknownSign}</span>
  }
  const order = compareDecimals(last, first)
  const price = (value: string) => formatPrice(value, decimalsMost, market.priceDecimals)
  const prices = { from: price(first), to: price(last) }
  const label =
    course.toMs - course.fromMs >= dayMs
      ? t('lastDayFromTo', prices)
      : t('sinceFromTo', { ...prices, time: formatTime(course.fromMs).slice(0, 5) })
  return (
    <svg
      className={styles['curve']}
      data-move={order >= 0 ? 'up' : 'down'}
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={sparkPath([...past.slice(0, -1), last], box)} />
    </svg>
  )
}
