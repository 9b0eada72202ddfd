/** The form of the bank account: a bank of the list, the account's name and its number (BANK-01, BANK-04). */
import { bankAccountMessages } from '@tukar/i18n'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountFailureText } from '../accounts/failure.ts'
import { useProfile } from '../accounts/settings/profile.ts'
import settings from '../accounts/settings/settings.module.css'
import { useAlert } from '../accounts/use-alert.ts'
import { useBusy } from '../accounts/use-busy.ts'
import { sayer } from '../app/translate.ts'
import { ownNotices } from '../notifications/notice-rule.ts'
import { Button } from '../ui/button.tsx'
import { Banner, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { Field, FieldFrame } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { BankAccount } from '../wallets/rupiah.ts'
import { loadBanks, saveBankAccount } from './bank-account-calls.ts'
import {
  accountNameOf,
  begunForm,
  type BankForm,
  type BankFormFaults,
  faultsOf,
  fieldOf,
  holderLengthMax,
} from './bank-form.ts'
import styles from './bank-account.module.css'

const say = sayer(bankAccountMessages)

/** As long as the longest number with blanks between its digits. */
const typedNumberMax = 40

export type BankAccountFormProps = {
  /** What is saved; null where nothing is. */
  readonly account: BankAccount | null
  /** Whether a withdrawal waits for it. */
  readonly isForWithdrawal: boolean
  readonly onSaved: () => void
}

/** The form. */
export function BankAccountForm({ account, isForWithdrawal, onSaved }: BankAccountFormProps) {
  const { form, setForm, ownName } = useForm(account)
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
    const found = textsOf(faultsOf(sent))
    setFaults(found)
    if (Object.keys(found).length > 0) return
    alert.clear()
    // The answer is told here; the notice of the same deed is not said besides.
    const takeBack = ownNotices.begin(account === null ? 'bank_saved' : 'bank_changed')
    const told = await saveBankAccount(sent)
    if (told.ok) {
      alert.tell('good', told.message)
      onSaved()
      return
    }
    takeBack()
    const field = fieldOf(told.code)
    const text = accountFailureText(told)
    if (field === null) alert.tell('bad', text)
    else setFaults({ [field]: text })
  }
  if (banks.isFailed) {
    return (
      <ErrorState title={say('banksFailed')} text={say('banksFailedText')} onRetry={banks.retry} />
    )
  }
  return (
    <form className={settings['card']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      {account !== null && (
        <Banner tone="warn">
          <strong>{say('changeWarning')}</strong>
          <p>{say('changeWarningText')}</p>
        </Banner>
      )}
      <Fields
        form={form}
        ownName={ownName}
        faults={faults}
        names={banks.names}
        isKnown={isKnown}
        onChange={change}
      />
      {isForWithdrawal && <p className={settings['plain']}>{say('toWithdrawal')}</p>}
      <div className={settings['actions']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {say(isBusy ? 'saving' : account === null ? 'save' : 'update')}
        </Button>
      </div>
    </form>
  )
}

/** What is filled in; begins with what is saved, a first account with the name that it must be under. */
function useForm(account: BankAccount | null) {
  const ownName = accountNameOf(useProfile())
  const [form, setForm] = useState(() => begunForm(account, ownName))
  const { holder } = form
  const [begunName, setBegunName] = useState(ownName)
  if (begunName !== ownName) {
    // The name came after the form, and the field is as the form began it.
    setBegunName(ownName)
    if (account === null && holder === begunName) setForm({ ...form, holder: ownName })
  }
  return { form, setForm, ownName }
}

/** What is said at each field. */
type FieldTexts = Readonly<Partial<Record<keyof BankForm, string>>>

function textsOf(faults: BankFormFaults): FieldTexts {
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, say(fault)]))
}

type FieldsProps = {
  readonly form: BankForm
  readonly faults: FieldTexts
  readonly names: Banks['names']
  /** The name that the account must be under; empty while it is not known. */
  readonly ownName: string
  /** Whether the chosen bank is one of the list. */
  readonly isKnown: boolean
  readonly onChange: (part: Partial<BankForm>) => void
}

function Fields({ form, ownName, faults, names, isKnown, onChange }: FieldsProps) {
  return (
    <>
      <BankField
        names={names}
        value={isKnown ? form.bank : ''}
        error={faults.bank ?? null}
        onChange={(bank) => onChange({ bank })}
      />
      <Field
        label={say('holder')}
        note={ownName === '' ? say('holderNote') : say('holderNoteName', { name: ownName })}
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
        label={say('number')}
        note={say('numberNote')}
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
  /** Null while they are not known. */
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

/** The device's own list, which every phone and reader knows. */
function BankField({ names, value, error, onChange }: BankFieldProps) {
  if (names === null) return <Skeleton height={70} />
  return (
    <FieldFrame label={say('bank')} error={error}>
      {(ids) => (
        <span className={styles['select']}>
          <select
            {...ids}
            name="bank"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="" disabled>
              {say('chooseBank')}
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
