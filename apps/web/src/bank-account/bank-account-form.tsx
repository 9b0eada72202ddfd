/** The form of the bank account: a bank of the list, the holder's name and the number (BANK-01, BANK-04). */
import { bankAccountMessages } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountFailureText } from '../accounts/failure.ts'
import { useProfile } from '../accounts/settings/profile.ts'
import settings from '../accounts/settings/settings.module.css'
import { useAlert } from '../accounts/use-alert.ts'
import { useBusy } from '../accounts/use-busy.ts'
import { pageTranslator } from '../app/translate.ts'
import { pageNotices } from '../notifications/notice-rule.ts'
import { Button } from '../ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { Field, FieldFrame } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { BankAccount } from '../wallets/rupiah/rupiah.ts'
import { loadBanks, saveBankAccount } from './bank-account-calls.ts'
import {
  findHolderName,
  createInitialForm,
  type BankForm,
  type BankFormFaults,
  findBankFaults,
  findRefusedField,
  holderLengthMax,
} from './bank-form.ts'
import styles from './bank-account.module.css'

const t = pageTranslator(bankAccountMessages)

/** The longest number with spaces between its digits. */
const typedNumberMax = 40

export type BankAccountFormProps = {
  /** The saved account; null if there is none. */
  readonly account: BankAccount | null
  /** Whether a withdrawal waits for the account. */
  readonly isForWithdrawal: boolean
  readonly onSaved: () => void
}

/** The form. */
export function BankAccountForm({ account, isForWithdrawal, onSaved }: BankAccountFormProps) {
  const { form, setForm, holderName } = useForm(account)
  const [faults, setFaults] = useState<FieldTexts>({})
  const banks = useBanks()
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const isKnown = banks.names?.includes(form.bank) === true
  const change = (part: Partial<BankForm>) => {
    setForm({ ...form, ...part })
    setFaults(Object.fromEntries(Object.entries(faults).filter(([key]) => !(key in part))))
  }
  const submit = async () => {
    const sent = { ...form, bank: isKnown ? form.bank : '' }
    const found = toFieldTexts(findBankFaults(sent))
    setFaults(found)
    if (Object.keys(found).length > 0) return
    alert.clear()
    // The answer is shown here, so the notification of the same action is suppressed.
    const takeBack = pageNotices.suppress(account === null ? 'bank_saved' : 'bank_changed')
    const outcome = await saveBankAccount(sent)
    if (outcome.ok) {
      alert.show('good', outcome.message)
      onSaved()
      return
    }
    takeBack()
    const field = findRefusedField(outcome.code)
    const text = accountFailureText(outcome)
    if (field === null) alert.show('bad', text)
    else setFaults({ [field]: text })
  }
  if (banks.isFailed) {
    return <ErrorState title={t('banksFailed')} text={t('banksFailedText')} onRetry={banks.retry} />
  }
  return (
    <form className={settings['card']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      {account !== null && (
        <Banner tone="warn">
          <strong>{t('changeWarning')}</strong>
          <p>{t('changeWarningText')}</p>
        </Banner>
      )}
      <Fields
        form={form}
        holderName={holderName}
        faults={faults}
        names={banks.names}
        isKnown={isKnown}
        onChange={change}
      />
      {isForWithdrawal && <p className={settings['plain']}>{t('toWithdrawal')}</p>}
      <div className={settings['actions']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t(isBusy ? 'saving' : account === null ? 'save' : 'update')}
        </Button>
      </div>
    </form>
  )
}

/**
 * The values of the form. They start with the saved account; a first account starts with the name that its
 * holder must have.
 */
function useForm(account: BankAccount | null) {
  const holderName = findHolderName(useProfile())
  const [form, setForm] = useState(() => createInitialForm(account, holderName))
  const { holder } = form
  const [initialName, setInitialName] = useState(holderName)
  if (initialName !== holderName) {
    // The name was loaded after the form, and its field is unchanged.
    setInitialName(holderName)
    if (account === null && holder === initialName) setForm({ ...form, holder: holderName })
  }
  return { form, setForm, holderName }
}

/** The error text of each field. */
type FieldTexts = Readonly<Partial<Record<keyof BankForm, string>>>

function toFieldTexts(faults: BankFormFaults): FieldTexts {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, t(fault)]))
}

type FieldsProps = {
  readonly form: BankForm
  readonly faults: FieldTexts
  readonly names: Banks['names']
  /** The name that the holder must have; empty while unknown. */
  readonly holderName: string
  /** Whether the chosen bank is in the list. */
  readonly isKnown: boolean
  readonly onChange: (part: Partial<BankForm>) => void
}

function Fields({ form, holderName, faults, names, isKnown, onChange }: FieldsProps) {
  return (
    <>
      <BankField
        names={names}
        value={isKnown ? form.bank : ''}
        error={faults.bank ?? null}
        onChange={(bank) => onChange({ bank })}
      />
      <Field
        label={t('holder')}
        note={holderName === '' ? t('holderNote') : t('holderNoteName', { name: holderName })}
        name="holder"
        value={form.holder}
        maxLength={holderLengthMax}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        error={faults.holder ?? null}
        onChange={(event) => onChange({ holder: event.target.value })}
      />
      <Field
        label={t('number')}
        note={t('numberNote')}
        name="number"
        value={form.number}
        maxLength={typedNumberMax}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        error={faults.number ?? null}
        onChange={(event) => onChange({ number: event.target.value })}
      />
    </>
  )
}

type Banks = {
  /** Null while loading. */
  readonly names: readonly string[] | null
  readonly isFailed: boolean
  readonly retry: () => void
}

function useBanks(): Banks {
  const { data, isError, refetch } = useQuery({ queryKey: ['banks'], queryFn: loadBanks })
  return {
    names: data ?? null,
    isFailed: isError && data === undefined,
    retry: () => {
      refetch().catch(() => undefined)
    },
  }
}

type BankFieldProps = {
  readonly names: Banks['names']
  readonly value: string
  readonly error: string | null
  readonly onChange: (bank: string) => void
}

/** The native select element, which all phones and screen readers support. */
function BankField({ names, value, error, onChange }: BankFieldProps) {
  if (names === null) return <Skeleton height={70} />
  return (
    <FieldFrame label={t('bank')} error={error}>
      {(ids) => (
        <span className={styles['select']}>
          <select
            {...ids}
            name="bank"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="" disabled>
              {t('chooseBank')}
            </option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </span>
      )}
    </FieldFrame>
  )
}
