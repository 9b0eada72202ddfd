/** Each currency's opening balance, inflows, outflows and closing balance. */
import { formatAmount, statementMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import { AssetIcon } from '../ui/asset-icon.tsx'
import { EmptyState, Skeleton } from '../ui/feedback.tsx'
import type { Sums } from './statement-wire.ts'
import styles from './statements.module.css'

const t = pageTranslator(statementMessages)

/** An amount with all its decimals. */
export function exactAmount(decimal: string): string {
  return formatAmount(decimal, decimal.split('.')[1]?.length ?? 0)
}

/** The sums; undefined while loading. */
export function StatementSums({ sums }: { readonly sums: readonly Sums[] | undefined }) {
  return (
    <section className={styles['card']} aria-label={t('sums')} aria-busy={sums === undefined}>
      <h2>{t('sums')}</h2>
      {sums === undefined ? (
        <ul className={styles['sums']}>
          {['one', 'two'].map((key) => (
            <li key={key}>
              <Skeleton width="100%" height={64} />
            </li>
          ))}
        </ul>
      ) : sums.length === 0 ? (
        <EmptyState icon="wallet">{t('noSums')}</EmptyState>
      ) : (
        <ul className={styles['sums']}>
          {sums.map((one) => (
            <CurrencySums key={one.symbol} {...one} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CurrencySums({ symbol, opening, incoming, outgoing, closing }: Sums) {
  const facts = { opening, incoming, outgoing, closing } as const
  const names = ['opening', 'incoming', 'outgoing', 'closing'] as const
  return (
    <li>
      <h3>
        <AssetIcon symbol={symbol} source={null} size={20} />
        {symbol}
      </h3>
      <dl>
        {names.map((name) => (
          <div key={name} data-part={name}>
            <dt>{t(name)}</dt>
            <dd>{exactAmount(facts[name])}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
