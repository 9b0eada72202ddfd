/** The market list (MKT-01): a title and the table, open to everyone. */
import { homeMessages } from '@tukar/i18n'
import { shellMessages } from '@tukar/i18n'
import { useNavigate, useSearch } from '../router/state.ts'
import { sayer } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { LiveChip } from './live-chip.tsx'
import { MarketBoard } from './market-board.tsx'
import { type MarketSort, readSort, sortText } from './market-order.ts'
import styles from './markets-page.module.css'

const say = sayer(homeMessages)
const sayShell = sayer(shellMessages)

/** `/markets` */
export function MarketsPage() {
  usePageTitle(sayShell('market'))
  const { sort } = useSearch()
  const navigate = useNavigate()
  // An address that is passed on shows the same order to whoever opens it.
  const putSort = (next: MarketSort | null) => {
    const search = next === null ? {} : { sort: sortText(next) }
    navigate({ to: '/markets', search, replace: true }).catch(() => undefined)
  }
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <div>
          <h1>{say('marketsTitle')}</h1>
          <p>{say('marketsText')}</p>
        </div>
        <LiveChip />
      </header>
      <MarketBoard title={<h2>{say('allMarkets')}</h2>} sort={readSort(sort)} onSort={putSort} />
    </div>
  )
}
