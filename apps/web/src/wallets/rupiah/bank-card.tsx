/** The destination of a withdrawal: the saved bank account, read-only (IDRW-01), or a link to save one. */
import { rupiahMessages } from '@tukar/i18n'
import { useEffect } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { ButtonLink, Link } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './rupiah.module.css'
import { reloadBankAccount, useBankAccess, useBankAccount, useWithdrawals } from './use-rupiah.ts'

const t = pageTranslator(rupiahMessages)

/** The card; the page's input is kept while a bank account is added (BANK-07). */
export function BankCard() {
  const { value, isFailed, retry } = useBankAccount()
  const { rows } = useWithdrawals()
  const access = useBankAccess(value)
  const completed = rows.filter(({ status }) => status === 'COMPLETED').length
  // The first completed withdrawal may lock the account; the list may show it before an event arrives.
  useEffect(() => {
    if (completed > 0) reloadBankAccount().catch(() => undefined)
  }, [completed])
  return (
    <section className={styles['bank']} aria-labelledby="bank-title">
      <h2 id="bank-title">{t('bankTitle')}</h2>
      {isFailed ? (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={retry} />
      ) : value === undefined ? (
        <div className={styles['bankWaits']}>
          <Skeleton width="100%" height="100%" />
        </div>
      ) : value === null ? (
        <div className={styles['noBank']}>
          <p>{t('bankNone')}</p>
          <ButtonLink to="/settings/bank" search={{ add: 'bank' }} kind="primary">
            {t('bankAdd')}
          </ButtonLink>
        </div>
      ) : (
        <div className={styles['bankFacts']}>
          <p>
            <b>{value.bank}</b>
            <span>{value.number}</span>
            <span>{value.holder}</span>
          </p>
          {access === 'locked' && (
            <p className={styles['quiet']}>
              <Icon name="shield" size={14} />
              {t('bankLocked')}
            </p>
          )}
          {access === 'open' && (
            <Link to="/settings/bank" search={{ add: 'bank' }}>
              {t('bankChange')}
            </Link>
          )}
        </div>
      )}
    </section>
  )
}
