/** The mismatches, and the last reconciliation runs. */
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import deskStyles from '../desk.module.css'
import { DeskTable, figureHead } from '../desk-table.tsx'
import { momentText } from '../texts.ts'
import type { Break, ReconciliationRun } from './books-wire.ts'
import { checkText, moneyText, t } from './books-texts.ts'
import styles from './books.module.css'

/** The current mismatches. */
export function BreaksPart({ breaks }: { readonly breaks: readonly Break[] }) {
  return (
    <section className={deskStyles['card']} aria-label={t('breaks')}>
      <h2>{t('breaks')}</h2>
      {breaks.length === 0 ? (
        <EmptyState icon="check">{t('noBreaks')}</EmptyState>
      ) : (
        <DeskTable
          label={t('breaks')}
          heads={[t('check'), t('currencyLabel'), t('since'), t('figures')]}
          className={styles['table']}
        >
          {breaks.map((one) => (
            <BreakRow key={`${one.check} ${one.currency}`} one={one} />
          ))}
        </DeskTable>
      )}
    </section>
  )
}

function BreakRow({ one }: { readonly one: Break }) {
  const { check, currency, since, isConfirmed, count, samples } = one
  const text = (figure: string) =>
    currency === '' || check === 'trades' ? figure || '–' : moneyText(figure, currency)
  return (
    <tr>
      <th scope="row">
        {checkText(check)}{' '}
        <Badge tone={isConfirmed ? 'down' : 'warn'}>{t(isConfirmed ? 'confirmed' : 'maybe')}</Badge>
      </th>
      <td>{currency === '' ? '–' : currency}</td>
      <td className={deskStyles['moment']}>{momentText(since)}</td>
      <td>
        <ul className={styles['samples']}>
          {samples.map(({ of, expected, found }) => (
            <li key={of}>
              {t('expectedFound', { of, expected: text(expected), found: text(found) })}
            </li>
          ))}
          {count > samples.length && <li>{t('more', { count: count - samples.length })}</li>}
        </ul>
      </td>
    </tr>
  )
}

/** The stored reconciliation runs, the newest first. */
export function RunsPart({ runs }: { readonly runs: readonly ReconciliationRun[] }) {
  return (
    <section className={deskStyles['card']} aria-label={t('looks')}>
      <h2>{t('looks')}</h2>
      <p className={deskStyles['quiet']}>{t('looksText')}</p>
      <DeskTable
        label={t('looks')}
        heads={[t('time'), t('lookKind'), figureHead(t('took')), figureHead(t('breaksCount'))]}
        className={styles['table']}
      >
        {runs.map(({ at, kind, tookMs, breaks }) => (
          <tr key={at}>
            <td className={deskStyles['moment']}>{momentText(at)}</td>
            <td>{t(kind === 'full' ? 'lookFull' : 'lookMinute')}</td>
            <td className={styles['figure']}>{tookMs} ms</td>
            <td className={styles['figure']}>{breaks}</td>
          </tr>
        ))}
      </DeskTable>
    </section>
  )
}
