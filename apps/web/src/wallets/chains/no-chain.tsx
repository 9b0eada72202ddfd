/** Shown instead of networks: while they load, if loading failed, or if there are none. */
import { coinWithdrawalMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { ErrorState, Skeleton } from '../../ui/feedback.tsx'
import type { Loaded } from '../rupiah/use-rupiah.ts'
import styles from './chains.module.css'
import type { CoinNetwork } from './coin.ts'

const t = pageTranslator(coinWithdrawalMessages)

/** The message instead of networks. */
export function NoChain({ networks }: { readonly networks: Loaded<readonly CoinNetwork[]> }) {
  if (networks.isFailed) return <ErrorState title={t('chainsFailed')} onRetry={networks.retry} />
  if (networks.value === undefined) return <Skeleton width={240} height={14} />
  return <p className={styles['caption']}>{t('chainNone')}</p>
}
