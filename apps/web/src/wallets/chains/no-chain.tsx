/** Stands where networks would be: while they are not known, where they cannot be, or where there is none. */
import { coinWithdrawalMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { ErrorState, Skeleton } from '../../ui/feedback.tsx'
import type { Loaded } from '../use-rupiah.ts'
import styles from './chains.module.css'
import type { Way } from './coin.ts'

const say = sayer(coinWithdrawalMessages)

/** What is said instead of networks. */
export function NoChain({ ways }: { readonly ways: Loaded<readonly Way[]> }) {
  if (ways.isFailed) return <ErrorState title={say('chainsFailed')} onRetry={ways.retry} />
  if (ways.value === undefined) return <Skeleton width={240} height={14} />
  return <p className={styles['caption']}>{say('chainNone')}</p>
}
