/** New transactions (HIST-01, HIST-02): price in its aggressor's color, amount, time; newest on top. */
import { tradeMessages } from '@tukar/i18n'
import { memo } from 'react'
import { sayer } from '../app/say.ts'
import { isTrusted } from '../feed/link-state.ts'
import type { TapeRow } from '../feed/messages.ts'
import { useFeed } from '../feed/store.ts'
import { EmptyState, Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import { usePausable } from './book-pause.ts'
import type { TradeMarket } from './market.ts'
import panel from './panel.module.css'
import styles from './trade-tape.module.css'

const say = sayer(tradeMessages)
const skeletonRows = 12

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
        <table className={styles['table']} data-fresh={isFresh} aria-busy={rows === null}>
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
          <tbody>{rows === null ? <Bones /> : <Lines rows={rows} />}</tbody>
        </table>
        {rows?.length === 0 && <EmptyState>{say('noTrades')}</EmptyState>}
      </div>
    </div>
  )
}

/**
 * Each line stands where it is and takes what its place shows: a trade that comes in changes the words of
 * the lines, and moves none of them. A burst of trades would count as a page that jumps.
 */
function Lines({ rows }: { readonly rows: readonly TapeRow[] }) {
  return rows.map((row, place) => <Line key={place} {...row} />)
}

function Bones() {
  return Array.from({ length: skeletonRows }, (_, index) => (
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
}

const Line = memo(function Line({ priceText, quantityText, timeText, takerSide }: TapeRow) {
  return (
    <tr>
      <td className={styles['price']} data-side={takerSide}>
        <VisuallyHidden>{say(takerSide === 'buy' ? 'buyer' : 'seller')} </VisuallyHidden>
        {priceText}
      </td>
      <td>{quantityText}</td>
      <td className={styles['time']}>{timeText}</td>
    </tr>
  )
})
