/** The page while its market is on its way: the same panes in their final places. */
import { shellMessages } from '@tukar/i18n'
import { sayer } from '../app/say.ts'
import { pairText } from '../markets/market.ts'
import { Skeleton, VisuallyHidden } from '../ui/feedback.tsx'
import styles from './trading-page.module.css'
import { useTabTitle } from './tab-title.ts'
import { phoneQuery, useMedia } from './use-size.ts'

const say = sayer(shellMessages)

/** The skeleton. */
export function TradeSkeleton({ pair }: { readonly pair: string }) {
  const isPhone = useMedia(phoneQuery)
  useTabTitle(null, pairText(pair))
  return (
    <div className={styles[isPhone ? 'phone' : 'page']} aria-busy="true">
      <VisuallyHidden>{say('loading')}</VisuallyHidden>
      <div className={styles['bones']} data-part="summary">
        <Skeleton width={120} height={20} />
        <Skeleton width={150} height={20} />
      </div>
      {!isPhone && <div className={`${styles['list']} ${styles['wideOnly']}`} />}
      <div className={styles['centre']}>
        <div className={styles[isPhone ? 'phoneChart' : 'chart']} />
        {!isPhone && <div className={styles['formBones']} />}
      </div>
      {!isPhone && <div className={`${styles['side']} ${styles['bonePane']}`} />}
    </div>
  )
}
