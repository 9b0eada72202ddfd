/** The taxpayer, as the document shows the details. */
import { taxMessages } from '@tukar/i18n'
import { pageTranslator } from '../app/translate.ts'
import statementStyles from '../statements/statements.module.css'
import { Link } from '../ui/button.tsx'
import { Skeleton } from '../ui/feedback.tsx'
import styles from './tax.module.css'
import type { Taxpayer as Person } from './tax-wire.ts'

const t = pageTranslator(taxMessages)

/** The taxpayer; undefined while loading. */
export function Taxpayer({ taxpayer }: { readonly taxpayer: Person | undefined }) {
  return (
    <section className={statementStyles['card']} aria-label={t('about')}>
      <h2>{t('about')}</h2>
      {taxpayer === undefined ? (
        <Skeleton width="100%" height={132} />
      ) : (
        <>
          <dl className={styles['person']}>
            {(['name', 'address', 'npwp', 'nik'] as const).map((key) => (
              <div key={key}>
                <dt>{t(key)}</dt>
                <dd data-missing={taxpayer[key] === ''}>{taxpayer[key] || t('notGiven')}</dd>
              </div>
            ))}
          </dl>
          <p className={styles['quiet']}>
            {taxpayer.isVerified ? (
              t('completeText')
            ) : (
              <>
                {t('unverified')} <Link to="/kyc">{t('verify')}</Link>
              </>
            )}
          </p>
        </>
      )}
    </section>
  )
}
