/** The page while its market is on its way: the same panes in their final places. */
import { shellMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import { useSession } from '../api/session.ts'
import { pairText } from '../markets/market.ts'
import { Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import grid from './layout/trade-grid.module.css'
import { TradeGrid } from './layout/trade-grid.tsx'
import styles from './trading-page.module.css'
import { useTabTitle } from './tab-title.ts'
import { phoneQuery, useMedia } from './use-size.ts'

const say = sayer(shellMessages)

/** The skeleton. */
export function TradeSkeleton({ pair }: { readonly pair: string }) {
  const isPhone = useMedia(phoneQuery)
  useTabTitle(null, pairText(pair))
  return isPhone ? <PhoneBones /> : <WideBones />
}

function PhoneBones() {
  return (
    <div className={styles['phone']} aria-busy="true">
      <Summary />
      <div className={styles['phoneChart']} />
    </div>
  )
}

function WideBones() {
  const isGuest = useSession() === null
  return (
    <TradeGrid isGuest={isGuest} isBusy>
      <div className={grid['summary']}>
        <Summary />
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

function Summary() {
  return (
    <>
      <VisuallyHidden>{say('loading')}</VisuallyHidden>
      <div className={styles['bones']} data-part="summary">
        <Skeleton width={120} height={20} />
        <Skeleton width={150} height={20} />
      </div>
    </>
  )
}
