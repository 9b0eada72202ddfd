/** The recent trades (HIST-01, HIST-02): price in the taker's color, quantity, time; newest on top. */
import { tradeViewMessages } from '@tukar/i18n'
import { memo, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { isTrusted } from '../../feed/link-state.ts'
import type { TradeRow } from '../../feed/messages.ts'
import { useFeed } from '../../feed/store.ts'
import { classes } from '../../ui/classes.ts'
import { EmptyState, Skeleton, VisuallyHidden } from '../../ui/feedback.tsx'
import { usePausable } from '../book/book-pause.ts'
import type { TradeMarket } from '../market/market.ts'
import panel from '../layout/panel.module.css'
import styles from './trade-tape.module.css'

const t = pageTranslator(tradeViewMessages)
const skeletonRows = 12
/** As many lines as a screen shows. */
const linesAtOnce = 24
/** The strip is renumbered after this many lines: far positions lose precision. */
const linesOnStrip = 10_000

/** The recent trades of the watched market. */
export function RecentTradesList({
  market,
  hasTitle = true,
}: {
  readonly market: TradeMarket
  readonly hasTitle?: boolean
}) {
  const rows = usePausable(useFeed((feed) => feed.recentTrades))
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  return (
    <div className={panel['panel']}>
      {hasTitle && (
        <header className={panel['head']}>
          <h2 className={panel['title']}>{t('newTransactions')}</h2>
        </header>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keys */}
      <div className={panel['body']} tabIndex={0} role="region" aria-label={t('newTransactions')}>
        <div className={styles['strip']} style={findHeight(rows)}>
          <table
            className={classes(styles['table'], 'notranslate')}
            translate="no"
            data-fresh={isFresh}
            aria-busy={rows === null}
          >
            <VisuallyHidden as="caption">
              {t('tradesCaption', { pair: market.pairText })}
            </VisuallyHidden>
            <thead>
              <tr>
                <th scope="col">
                  {t('price')} ({market.quote.symbol})
                </th>
                <th scope="col">
                  {t('amount')} ({market.base.symbol})
                </th>
                <th scope="col">{t('time')}</th>
              </tr>
            </thead>
            {rows === null ? <Bones /> : <Lines rows={rows} />}
          </table>
        </div>
        {rows?.length === 0 && <EmptyState>{t('noTrades')}</EmptyState>}
      </div>
    </div>
  )
}

/**
 * Lines on a strip that moves down as trades come. Each line keeps its position on the strip, so several
 * trades cost one new line each and one move, without a layout shift. Positions are in line heights (`lh`),
 * which follow the reader's font size.
 */
function Lines({ rows }: { readonly rows: readonly TradeRow[] }) {
  const newest = rows[0]?.no ?? 0
  const origin = newest - (newest % linesOnStrip)
  const strip = useHeldScroll(newest)
  const count = useLineCount()
  return (
    <tbody
      ref={strip}
      className={styles['lines']}
      style={{ transform: `translateY(${newest - origin}lh)` }}
    >
      {rows.slice(0, count).map((row, place) => (
        <TradeLine key={row.no} {...row} top={`${origin - newest + place}lh`} />
      ))}
    </tbody>
  )
}

/** Keeps the scroll position on older trades while new ones are added above. */
function useHeldScroll(newest: number) {
  const strip = useRef<HTMLTableSectionElement>(null)
  const before = useRef(newest)
  const isScrolled = useRef(false)
  useEffect(() => {
    const list = findList(strip.current)
    if (list === null) return undefined
    // Recorded on scroll events: reading the position between writes would force a layout.
    const note = () => {
      isScrolled.current = list.scrollTop > 0
    }
    note()
    list.addEventListener('scroll', note, { passive: true })
    return () => list.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    const come = newest - before.current
    before.current = newest
    const list = findList(strip.current)
    if (list === null || come <= 0 || !isScrolled.current) return
    const linePx = strip.current?.rows[0]?.getBoundingClientRect().height ?? 0
    list.scrollTop += come * linePx
  }, [newest])
  return strip
}

function findList(strip: HTMLElement | null): HTMLElement | null {
  return strip?.closest<HTMLElement>('[role="region"]') ?? null
}

/** The number of drawn lines: the visible ones at once, the others when the page is idle. */
function useLineCount(): number {
  const [count, setCount] = useState(linesAtOnce)
  useEffect(() => startTransition(() => setCount(Number.POSITIVE_INFINITY)), [])
  return count
}

/** The height of head and lines, which are positioned and have no height of their own. */
function findHeight(rows: readonly TradeRow[] | null) {
  return rows === null ? {} : { height: `calc(${rows.length + 1}lh + 2px)` }
}

function Bones() {
  const bones = Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={index}>
      <td>
        <Skeleton width={84} height={10} />
      </td>
      <td>
        <Skeleton width={64} height={10} />
      </td>
      <td>
        <Skeleton width={48} height={10} />
      </td>
    </tr>
  ))
  return <tbody>{bones}</tbody>
}

type TradeLineProps = TradeRow & { readonly top: string }

const TradeLine = memo(function TradeLine(props: TradeLineProps) {
  const { priceText, quantityText, timeText, takerSide, top } = props
  return (
    <tr style={{ top }}>
      <td className={styles['price']} data-side={takerSide}>
        <VisuallyHidden>{t(takerSide === 'buy' ? 'buyer' : 'seller')} </VisuallyHidden>
        {priceText}
      </td>
      <td>{quantityText}</td>
      <td className={styles['time']}>{timeText}</td>
    </tr>
  )
})
