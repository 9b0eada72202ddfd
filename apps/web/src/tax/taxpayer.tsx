/** Whose evidence it is, as it stands on the document. */
import { taxMessages } from '@tukar/i18n'
import { sayer } from '../app/translate.ts'
import statementStyles from '../statements/statements.module.css'
import { Link } from '../ui/button.tsx'
import { Skeleton } from '../ui/feedback.tsx'
import styles from './tax.module.css'
import type { Taxpayer as Person } from './tax-wire.ts'

const say = sayer(taxMessages)

/** The person; undefined while he is on his way. */
export function Taxpayer({ taxpayer }: { readonly taxpayer: Person | undefined }) {
  return (
    <section className={statementStyles['card']} aria-label={say('about')}>
      <h2>{say('about')}</h2>
      {taxpayer === undefined ? (
        <Skeleton width="100%" height={132} />
      ) : (
        <>
          <dl className={styles['person']}>
            {(['name', 'address', 'npwp', 'nik'] as const).map((key) => (
              <div key={key}>
                <dt>{say(key)}</dt>
                <dd data-missing={taxpayer[key] === ''}>{taxpayer[key] || say('notGiven')}</dd>
              </div>
            ))}
          </dl>
          <p className={styles['quiet']}>
            {taxpayer.isVerified ? (
              say('completeText')
            ) : (
              <>
                {say('unverified')} <Link to="/kyc">{say('verify')}</Link>
              </>
            )}
          </p>
        </>
      )}
    </section>
  )
}
