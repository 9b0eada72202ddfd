/** The skeleton of the wide layout while the market loads. */
import { useSession } from '../../api/session.ts'
import grid from './trade-grid.module.css'
import { TradeGrid } from './trade-grid.tsx'
import { SummaryBones } from './trade-skeleton.tsx'

/** The skeleton of the wide layout. */
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
