/**
 * The bank account that rupiah is paid out to (BANK-01 to BANK-09): a form while it may be changed, its
 * facts alone once it is locked (DEC-96).
 */
import { bankAccountMessages } from '@tukar/i18n'
import { useNavigate, useSearch } from '../router/state.ts'
import settings from '../accounts/settings/settings.module.css'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import { LaterNote } from '../agreement/later-note.tsx'
import { clientConfig } from '../app/client-config.ts'
import { sayer } from '../app/translate.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import type { BankAccount } from '../wallets/rupiah.ts'
import {
  refreshRupiah,
  reloadBankAccount,
  useBankAccess,
  useBankAccount,
} from '../wallets/use-rupiah.ts'
import { BankAccountForm } from './bank-account-form.tsx'

const say = sayer(bankAccountMessages)

/** `/settings/bank`; with `?add=` a saved account leads back to the withdrawal (BANK-05). */
export function BankPage() {
  const { add } = useSearch()
  const navigate = useNavigate()
  const { value: account, isFailed, retry } = useBankAccount()
  const access = useBankAccess(account)
  const onSaved = () => {
    refreshRupiah()
    if (add === undefined) return
    // Whoever goes on at once must not be told that nothing is saved yet.
    reloadBankAccount()
      .then(() => navigate({ to: '/settings/wallets/idr_withdraw' }))
      .catch(() => undefined)
  }
  return (
    <SettingsFrame title={say('title')} text={say('text')} help={<Help />}>
      <LaterNote place="money" />
      {isFailed ? (
        <ErrorState title={say('loadFailed')} text={say('loadFailedText')} onRetry={retry} />
      ) : account === undefined || access === null ? (
        <Waiting />
      ) : account !== null && access !== 'open' ? (
        <KeptAccount account={account} isDemo={access === 'demo'} />
      ) : (
        <BankAccountForm
          // What is saved begins again; an answer that says the same leaves what is typed alone.
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
      <h2>{say('helpTitle')}</h2>
      <ul>
        <li>{say('helpOwn')}</li>
        {bankLockOn === 'first-withdrawal' && <li>{say('helpLock')}</li>}
        {bankLockOn === 'first-save' && <li>{say('helpLockSave')}</li>}
        <li>{say('helpChange')}</li>
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

/** An account that its owner cannot change: its facts, why, and where he can ask. */
function KeptAccount({
  account,
  isDemo,
}: {
  readonly account: BankAccount
  readonly isDemo: boolean
}) {
  return (
    <>
      <Banner tone="info" icon="shield">
        <strong>{say(isDemo ? 'demo' : 'locked')}</strong>
        <p>{say(isDemo ? 'demoText' : 'lockedText')}</p>
      </Banner>
      <div className={settings['card']}>
        <Field label={say('bank')} value={account.bank} autoComplete="off" readOnly />
        <Field label={say('holder')} value={account.holder} autoComplete="off" readOnly />
        <Field label={say('number')} value={account.number} autoComplete="off" readOnly />
        {!isDemo && (
          <>
            <p className={settings['plain']}>{say('lockedHow')}</p>
            <div className={settings['actions']}>
              <ButtonLink to="/pages/contact-us">{say('contact')}</ButtonLink>
            </div>
          </>
        )}
      </div>
    </>
  )
}
