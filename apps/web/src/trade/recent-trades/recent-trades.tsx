/** New transactions (HIST-01, HIST-02): price in its aggressor's color, amount, time; newest on top. */
import { tradeViewMessages } from '@tukar/i18n'
import { memo, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { isTrusted } from '../../feed/link-state.ts'
import type { TapeRow } from '../../feed/messages.ts'
import { useFeed } from '../../feed/store.ts'
import { classes } from '../../ui/classes.ts'
import { EmptyState, Skeleton, VisuallyHidden } from '../../ui/feedback.tsx'
import { usePausable } from '../book/book-pause.ts'
import type { TradeMarket } from '../market/market.ts'
import panel from '../layout/panel.module.css'
import styles from './trade-tape.module.css'

const say = sayer(tradeViewMessages)
const skeletonRows = 12
/** As many as a screen shows. */
const linesAtOnce = 24
/** The strip begins again after so many: a place far out is no exact number any more. */
const linesOnStrip = 10_000

/** The last trades of the watched market. */
export function TradeTape({
  market,
  hasTitle = true,
}: {
  readonly market: TradeMarket
  readonly hasTitle?: boolean
}) {
  const rows = usePausable(useFeed((feed) => feed.tape))
  const isFresh = useFeed((feed) => isTrusted(feed.link.state))
  return (
    <div className={panel['panel']}>
      {hasTitle && (
        <header className={panel['head']}>
          <h2 className={panel['title']}>{say('newTransactions')}</h2>
        </header>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keys */}
      <div className={panel['body']} tabIndex={0} role="region" aria-label={say('newTransactions')}>
        <div className={styles['strip']} style={heightOf(rows)}>
          <table
            className={classes(styles['table'], 'notranslate')}
            translate="no"
            data-fresh={isFresh}
            aria-busy={rows === null}
          >
            <VisuallyHidden as="caption">
              {say('tradesCaption', { pair: market.pairText })}
            </VisuallyHidden>
            <thead>
              <tr>
                <th scope="col">
                  {say('price')} ({market.quote.symbol})
                </th>
                <th scope="col">
                  {say('amount')} ({market.base.symbol})
                </th>
                <th scope="col">{say('time')}</th>
              </tr>
            </thead>
            {rows === null ? <Bones /> : <Lines rows={rows} />}
          </table>
        </div>
        {rows?.length === 0 && <EmptyState>{say('noTrades')}</EmptyState>}
      </div>
    </div>
  )
}

/**
 * Lines on a strip that is drawn down as trades come in: each keeps its place on it, so that a trade costs
 * the page one line and one move, and is no layout that shifts, however many come at once. Places are told
 * in lines (`lh`), which grow with the reader's letters.
 */
function Lines({ rows }: { readonly rows: readonly TapeRow[] }) {
  const newest = rows[0]?.no ?? 0
  const origin = newest - (newest % linesOnStrip)
  const strip = useHeldPlace(newest)
  const count = useLineCount()
  return (
    <tbody
      ref={strip}
      className={styles['lines']}
      style={{ transform: `translateY(${newest - origin}lh)` }}
    >
      {rows.slice(0, count).map((row, place) => (
        <Line key={row.no} {...row} top={`${origin - newest + place}lh`} />
      ))}
    </tbody>
  )
}

/** Who scrolled down to older trades keeps them where they are while new ones come in above. */
function useHeldPlace(newest: number) {
  const strip = useRef<HTMLTableSectionElement>(null)
  const before = useRef(newest)
  const isScrolled = useRef(false)
  useEffect(() => {
    const list = listOf(strip.current)
    if (list === null) return undefined
    // Noted as it happens: asked for between two writes, the browser would lay the page out to say it.
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
    const list = listOf(strip.current)
    if (list === null || come <= 0 || !isScrolled.current) return
    const linePx = strip.current?.rows[0]?.getBoundingClientRect().height ?? 0
    list.scrollTop += come * linePx
  }, [newest])
  return strip
}

function listOf(strip: HTMLElement | null): HTMLElement | null {
  return strip?.closest<HTMLElement>('[role="region"]') ?? null
}

/** How many lines are drawn: those in sight at once, the others when nobody waits for them. */
function useLineCount(): number {
  const [count, setCount] = useState(linesAtOnce)
  useEffect(() => startTransition(() => setCount(Number.POSITIVE_INFINITY)), [])
  return count
}

/** As high as its head and lines, for these stand in no flow. */
function heightOf(rows: readonly TapeRow[] | null) {
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

type LineProps = TapeRow & { readonly top: string }

const Line = memo(function Line(props: LineProps) {
  const { priceText, quantityText, timeText, takerSide, top } = props
  return (
    <tr style={{ top }}>
      <td className={styles['price']} data-side={takerSide}>
        <VisuallyHidden>{say(takerSide === 'buy' ? 'buyer' : 'seller')} </VisuallyHidden>
        {priceText}
      </td>
      <td>{quantityText}</td>
      <td className={styles['time']}>{timeText}</td>
    </tr>
  )
})
