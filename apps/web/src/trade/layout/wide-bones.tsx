/** The panes of the wide layout while the market is on its way. */
import { useSession } from '../../api/session.ts'
import grid from './trade-grid.module.css'
import { TradeGrid } from './trade-grid.tsx'
import { SummaryBones } from './trade-skeleton.tsx'

/** The panes. */
export function WideBones() {
  const isGuest = useSession() === null
  return (
    <TradeGrid isGuest={isGuest} isBusy>
      <div className={grid['summary']}>
        <SummaryBones />
      </div>
      <div className={grid['window']}>
        <div className={grid['floor']}>
          <div className={grid['list']} />
          <div className={grid['chart']} />
          <div className={grid['formBones']} />
          <div className={`${grid['side']} ${grid['bonePane']}`} />
        </div>
      </div>
    </TradeGrid>
  )
}
