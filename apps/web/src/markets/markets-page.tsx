/** The market list (MKT-01): a title and the table, open to everyone. */
import { homeMessages } from '@tukar/i18n'
import { shellMessages } from '@tukar/i18n'
import { useNavigate, useSearch } from '../router/state.ts'
import { pageTranslator } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { LiveChip } from './live-chip.tsx'
import { MarketBoard } from './market-board.tsx'
import { type MarketSort, readSort, sortText } from './market-order.ts'
import styles from './markets-page.module.css'

const t = pageTranslator(homeMessages)
const tShell = pageTranslator(shellMessages)

/** `/markets` */
export function MarketsPage() {
  usePageTitle(tShell('market'))
  const { sort } = useSearch()
  const navigate = useNavigate()
  // The address contains the order, so that a shared link shows the same list.
  const putSort = (next: MarketSort | null) => {
    const search = next === null ? {} : { sort: sortText(next) }
    navigate({ to: '/markets', search, replace: true }).catch(() => undefined)
  }
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <div>
          <h1>{t('marketsTitle')}</h1>
          <p>{t('marketsText')}</p>
        </div>
        <LiveChip />
      </header>
      <MarketBoard title={<h2>{t('allMarkets')}</h2>} sort={readSort(sort)} onSort={putSort} />
    </div>
  )
}
