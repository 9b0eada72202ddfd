/**
 * The bank account for payouts of rupiah (BANK-01 to BANK-09): a form while it can be changed, and its
 * details once it is locked (DEC-96).
 */
import { bankAccountMessages } from '@tukar/i18n'
import { useNavigate, useSearch } from '../router/state.ts'
import settings from '../accounts/settings/settings.module.css'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import { LazyIdentityNote } from '../agreement/lazy-identity-note.tsx'
import { clientConfig } from '../app/client-config.ts'
import { pageTranslator } from '../app/translate.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import type { BankAccount } from '../wallets/rupiah/rupiah.ts'
import {
  refreshRupiah,
  reloadBankAccount,
  useBankAccess,
  useBankAccount,
} from '../wallets/rupiah/use-rupiah.ts'
import { BankAccountForm } from './bank-account-form.tsx'

const t = pageTranslator(bankAccountMessages)

/** `/settings/bank`; with `?add=` saving returns to the withdrawal (BANK-05). */
export function BankPage() {
  const { add } = useSearch()
  const navigate = useNavigate()
  const { value: account, isFailed, retry } = useBankAccount()
  const access = useBankAccess(account)
  const onSaved = () => {
    refreshRupiah()
    if (add === undefined) return
    // The next page must already show the saved account.
    reloadBankAccount()
      .then(() => navigate({ to: '/settings/wallets/idr_withdraw' }))
      .catch(() => undefined)
  }
  return (
    <SettingsFrame title={t('title')} text={t('text')} help={<Help />}>
      <LazyIdentityNote page="money" />
      {isFailed ? (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={retry} />
      ) : account === undefined || access === null ? (
        <Waiting />
      ) : account !== null && access !== 'open' ? (
        <LockedAccount account={account} isDemo={access === 'demo'} />
      ) : (
        <BankAccountForm
          // A changed account resets the form; an unchanged answer keeps the typed values.
          key={account === null ? '' : `${account.bank} ${account.number} ${account.holder}`}
          account={account}
          isForWithdrawal={add !== undefined}
          onSaved={onSaved}
        />
      )}
    </SettingsFrame>
  )
}

function Help() {
  const { bankLockOn } = clientConfig
  return (
    <>
      <h2>{t('helpTitle')}</h2>
      <ul>
        <li>{t('helpOwn')}</li>
        {bankLockOn === 'first-withdrawal' && <li>{t('helpLock')}</li>}
        {bankLockOn === 'first-save' && <li>{t('helpLockSave')}</li>}
        <li>{t('helpChange')}</li>
      </ul>
    </>
  )
}

function Waiting() {
  return (
    <div className={settings['card']} aria-hidden="true">
      {['bank', 'holder', 'number'].map((key) => (
        <Skeleton key={key} height={86} />
      ))}
      <Skeleton width={180} height={40} />
    </div>
  )
}

/** An account that its owner cannot change: its details, the reason, and a link to support. */
function LockedAccount({
  account,
  isDemo,
}: {
  readonly account: BankAccount
  readonly isDemo: boolean
}) {
  return (
    <>
      <Banner tone="info" icon="shield">
        <strong>{t(isDemo ? 'demo' : 'locked')}</strong>
        <p>{t(isDemo ? 'demoText' : 'lockedText')}</p>
      </Banner>
      <div className={settings['card']}>
        <Field label={t('bank')} value={account.bank} autoComplete="off" readOnly />
        <Field label={t('holder')} value={account.holder} autoComplete="off" readOnly />
        <Field label={t('number')} value={account.number} autoComplete="off" readOnly />
        {!isDemo && (
          <>
            <p className={settings['plain']}>{t('lockedHow')}</p>
            <div className={settings['actions']}>
              <ButtonLink to="/pages/contact-us">{t('contact')}</ButtonLink>
            </div>
          </>
        )}
      </div>
    </>
  )
}
