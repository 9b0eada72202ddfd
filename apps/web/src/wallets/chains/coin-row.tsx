/** One coin transfer in a list: amount, status, chain, confirmations, and steps. */
import { coinMessages, coinStepMessages, formatDateTime, rupiahMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Badge, VisuallyHidden } from '../../ui/feedback.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { StoryTimeline } from '../transfers/transfer-timeline.tsx'
import styles from './chains.module.css'
import { chainTitle, type CoinDeposit, type CoinWithdrawal, shownDecimal } from './coin.ts'
import { createCoinStoryBuilder } from './coin-story.ts'
import { shortAddress } from './coin-withdrawal.ts'

const t = pageTranslator(coinMessages)
const tRupiah = pageTranslator(rupiahMessages)
const builder = createCoinStoryBuilder(pageTranslator(coinStepMessages))

export type CoinRowProps = {
  readonly symbol: string
  /** Elements beside the chain and the time. */
  readonly about?: ReactNode
  readonly actions: ReactNode
  readonly isOpen: boolean
} & (
  | { readonly kind: 'deposit'; readonly row: CoinDeposit }
  | { readonly kind: 'withdrawal'; readonly row: CoinWithdrawal }
)

/** The row. */
export function CoinRow({ kind, row, symbol, about, actions, isOpen }: CoinRowProps) {
  const hasState = row.state !== ''
  const chip = builder.chip(kind, row)
  return (
    <article className={rupiahStyles['transfer']}>
      <header>
        <h3>
          {shownDecimal(row.amount)} {symbol}
        </h3>
        {hasState ? (
          <Badge tone={chip.tone}>{chip.text}</Badge>
        ) : (
          kind === 'withdrawal' && <Badge>{row.status}</Badge>
        )}
        <p>
          <span>{tRupiah('number', { id: row.id })}</span>
          <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          <span>{chainTitle(row.chain)}</span>
          {about}
        </p>
        <Transaction row={row} />
      </header>
      {actions !== null && <div className={rupiahStyles['actions']}>{actions}</div>}
      {isOpen && <Confirmations row={row} />}
      {row.steps.length > 0 && (
        <details className={rupiahStyles['steps']} open={isOpen}>
          <summary>{tRupiah('history')}</summary>
          <StoryTimeline story={builder.story(kind, row)} />
        </details>
      )}
    </article>
  )
}

/** The shortened transaction id, with a link to the explorer. */
function Transaction({ row }: { readonly row: CoinDeposit | CoinWithdrawal }) {
  const { txid, explorerUrl: href } = row
  if (txid === '') return null
  const text = <code title={txid}>{shortAddress(txid)}</code>
  return (
    <p className={styles['transaction']}>
      <span>
        {t('transaction')} {text}
      </span>
      {href !== null && (
        <a className={styles['look']} href={href} target="_blank" rel="noreferrer">
          {t('lookUp')}
          <VisuallyHidden>{` ${shortAddress(txid)}`}</VisuallyHidden>
        </a>
      )}
    </p>
  )
}

/** The confirmations, n of m. */
function Confirmations({ row: { confirmations } }: { readonly row: CoinDeposit | CoinWithdrawal }) {
  if (confirmations === null) return null
  const { needed } = confirmations
  const count = Math.min(confirmations.count, needed)
  return (
    <div className={styles['progress']}>
      <span>{t('confirmations', { count, needed })}</span>
      {count < needed && (
        <progress max={needed} value={count} aria-label={t('confirmationsLabel')} />
      )}
    </div>
  )
}
