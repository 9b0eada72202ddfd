/** The taxes of a period: each kind at each rate, and the total. */
import { taxMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import statementStyles from '../statements/statements.module.css'
import { EmptyState, Skeleton } from '../ui/feedback.tsx'
import styles from './tax.module.css'
import type { Evidence } from './tax-wire.ts'
import { rateText } from './tax-figures.ts'
import { kindText, rupiahText } from './tax-texts.ts'

const t = pageTranslator(taxMessages)

/** The sums; undefined while loading. */
export function TaxSums({ evidence }: { readonly evidence: Evidence | undefined }) {
  return (
    <section
      className={statementStyles['card']}
      aria-label={t('sums')}
      aria-busy={evidence === undefined}
    >
      <h2>{t('sums')}</h2>
      <div className={styles['sums']}>
        {evidence === undefined ? (
          <Skeleton width="100%" height={96} />
        ) : evidence.sums.length === 0 ? (
          <EmptyState icon="receipt">
            {t('noSums')}
            <br />
            {t('noSumsText')}
          </EmptyState>
        ) : (
          <Filled evidence={evidence} />
        )}
      </div>
    </section>
  )
}

function Filled({ evidence }: { readonly evidence: Evidence }) {
  return (
    <>
      <ul>
        {evidence.sums.map(({ kind, rate, count, base, tax }) => (
          <li key={`${kind} ${rate}`}>
            <h3>
              {kindText(kind)} {rateText(rate)}
            </h3>
            <dl>
              <div>
                <dt>{t('count')}</dt>
                <dd>{count}</dd>
              </div>
              <div>
                <dt>{t('base')}</dt>
                <dd>{rupiahText(base)}</dd>
              </div>
              <div>
                <dt>{t('tax')}</dt>
                <dd>{rupiahText(tax)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      <p className={styles['total']}>
        <span>{t('total')}</span>
        <strong>{rupiahText(evidence.totalTax)}</strong>
      </p>
      <p className={styles['quiet']}>
        {t('number')} {evidence.number}
        {evidence.isOpen && <> · {t('running')}</>}
      </p>
    </>
  )
}
