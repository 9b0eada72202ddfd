/** The market list (MKT-01): a title and the table, open to everyone. */
import { homeMessages } from '@tukar/i18n'
import { shellMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import { usePageTitle } from '../app/title.ts'
import { LiveChip } from './live-chip.tsx'
import { MarketTable } from './market-table.tsx'
import styles from './markets-page.module.css'

const say = sayer(homeMessages)
const sayShell = sayer(shellMessages)

/** `/markets` */
export function MarketsPage() {
  usePageTitle(sayShell('market'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <div>
          <h1>{say('marketsTitle')}</h1>
          <p>{say('marketsText')}</p>
        </div>
        <LiveChip />
      </header>
      <MarketTable title={<h2>{say('allMarkets')}</h2>} />
    </div>
  )
}
