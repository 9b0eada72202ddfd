/**
 * The deposit form (IDRD-02 to IDRD-04): amount with its minimum, description, payment methods. The invoice
 * opens in a new tab, or by a link if the browser blocks that.
 */
import { rupiahMessages } from '@tukar/i18n'
import { descriptionLengthMax } from '@tukar/wire'
import { type SyntheticEvent, useRef, useState } from 'react'
import { MissingLink } from '../../agreement/missing-link.tsx'
import { findMissingByRefusal } from '../../agreement/verification-status.ts'
import { failureText } from '../../api/failure-text.ts'
import { isRecord } from '../../api/json.ts'
import { pageTranslator } from '../../app/translate.ts'
import { emptyAmount, isSameAmount } from '../../ui/amount-model.ts'
import { Button, OuterButtonLink } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { DepositMethods } from './deposit-methods.tsx'
import { EligibilityNote, focusField, useEligibility } from '../eligibility-note.tsx'
import { faultText, RupiahAmount, toUnits, writingFault } from './rupiah-amount.tsx'
import type { RequestFormStorage } from '../transfers/open-request.ts'
import { requestDeposit } from './rupiah-calls.ts'
import { showFailure } from '../transfers/failure-toast.ts'
import { type Deposit, findDepositFault, type RupiahRules, shownRupiah } from './rupiah.ts'
import styles from './rupiah.module.css'
import { useTransferRequest } from '../transfers/use-transfer-request.ts'
import { refreshRupiah, useDeposits } from './use-rupiah.ts'

const t = pageTranslator(rupiahMessages)

type DepositInput = { readonly amount: number; readonly description: string }

const formStorage: RequestFormStorage<DepositInput> = {
  name: 'rupiah deposit',
  parse(value) {
    if (!isRecord(value)) return null
    const { amount, description } = value
    const isDepositInput = typeof amount === 'number' && typeof description === 'string'
    return isDepositInput ? { amount, description } : null
  },
  withoutCodes: (request) => request,
}

/** The result of the last request. */
type Made = { readonly deposit: Deposit; readonly isOpened: boolean }

function useDepositForm(rules: RupiahRules | undefined) {
  const [amount, setAmount] = useState(emptyAmount)
  const [description, setDescription] = useState('')
  const [error, setError] = useState<string | null>(null)
  /** The code of the exchange's refusal. */
  const [code, setCode] = useState('')
  const [made, setMade] = useState<Made | null>(null)
  const transferRequest = useTransferRequest<DepositInput, Deposit>(
    (request, commandId) => requestDeposit(request.amount, request.description, commandId),
    formStorage,
  )
  const eligibility = useEligibility()
  const field = useRef<HTMLInputElement>(null)
  const units = toUnits(amount)
  const fault = () => {
    if (units === null || amount.trouble !== 'none') return writingFault(amount) ?? ''
    const found = rules === undefined ? null : findDepositFault(rules.deposit, units)
    return found === null ? null : faultText(found)
  }
  const submit = async () => {
    const found = transferRequest.unresolved === null ? fault() : null
    setError(found)
    setCode('')
    if (found !== null) focusField(field.current)
    if (found === null && transferRequest.unresolved === null && eligibility.blocks()) return
    if (found !== null || (units === null && transferRequest.unresolved === null)) return
    // Browsers block tabs that do not open within the click, so the tab opens before the invoice exists.
    const tab = window.open('about:blank', '_blank')
    const reply = await transferRequest.ask(
      transferRequest.unresolved ?? { amount: units ?? 0, description },
    )
    const deposit = reply?.ok === true ? reply.row : null
    const address = deposit?.invoiceUrl ?? null
    if (tab !== null && address === null) tab.close()
    if (tab !== null && address !== null) {
      tab.opener = null
      tab.location.replace(address)
    }
    if (reply === null) return
    if (!reply.ok) {
      showFailure(reply.failure ?? reply.lost)
      if (reply.failure === null) return
      setCode(reply.failure.code)
      if (findMissingByRefusal(reply.failure.code) !== null)
        return setError(failureText(reply.failure))
      return focusField(field.current)
    }
    refreshRupiah()
    setAmount(emptyAmount)
    setDescription('')
    if (deposit !== null) setMade({ deposit, isOpened: tab !== null })
  }
  const change = (next: typeof amount) => {
    if (!isSameAmount(next, amount)) {
      setError(null)
      setCode('')
    }
    setAmount(next)
  }
  const texts = { description, setDescription, error, code }
  return {
    amount,
    change,
    units,
    ...texts,
    field,
    eligibility: eligibility,
    made,
    transferRequest,
    submit,
  }
}

/** The form; it is shown without rules too, and the server validates then. */
export function DepositForm({ rules }: { readonly rules: RupiahRules | undefined }) {
  const form = useDepositForm(rules)
  const { amount, units, description, error, made, transferRequest } = form
  const isGated = findMissingByRefusal(form.code) !== null
  const limits = rules?.deposit
  const isAllowed =
    limits !== undefined && units !== null && units >= limits.minimum && units <= limits.maximum
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    form.submit().catch(() => undefined)
  }
  return (
    <div className={styles['card']}>
      <form
        className={styles['form']}
        noValidate
        aria-label={t('depositTitle')}
        onSubmit={onSubmit}
      >
        <RupiahAmount
          value={amount}
          onChange={form.change}
          field={form.field}
          error={error === '' || isGated ? null : error}
          note={
            limits === undefined
              ? ' '
              : t('minimumNote', {
                  least: shownRupiah(limits.minimum),
                  most: shownRupiah(limits.maximum),
                })
          }
        />
        <Field
          label={t('description')}
          note={t('descriptionNote')}
          maxLength={descriptionLengthMax}
          value={description}
          onChange={(event) => form.setDescription(event.target.value)}
        />
        <DepositMethods rules={rules} amount={isAllowed ? units : null} />
        {transferRequest.unresolved !== null && (
          <Banner tone="warn" isSpoken>
            {t('outcomeOpen')}
          </Banner>
        )}
        {isGated ? (
          <Banner tone="bad" isSpoken action={<MissingLink code={form.code} />}>
            {error}
          </Banner>
        ) : (
          <EligibilityNote eligibility={form.eligibility} />
        )}
        <Button type="submit" kind="primary" size="large" isWide isBusy={transferRequest.isBusy}>
          {transferRequest.isBusy
            ? t('makingInvoice')
            : transferRequest.unresolved !== null
              ? t('askAgain')
              : units === null
                ? t('makeInvoiceEmpty')
                : t('makeInvoice', { amount: shownRupiah(units) })}
        </Button>
      </form>
      {made !== null && <Invoice made={made} />}
    </div>
  )
}

function Invoice({ made: { deposit, isOpened } }: { readonly made: Made }) {
  const known = useDeposits().rows.find(({ id }) => id === deposit.id)
  const { invoiceUrl } = deposit
  const amount = shownRupiah(deposit.amount)
  // Once the deposit is paid or expired, the list below shows it.
  if (known !== undefined && known.status !== 'PENDING') return null
  if (invoiceUrl === null) {
    return (
      <Banner tone="info" isSpoken>
        {t('invoiceLater')}
      </Banner>
    )
  }
  return (
    <Banner
      tone="good"
      isSpoken
      action={
        <OuterButtonLink href={invoiceUrl} kind="primary" size="small">
          {t('payNow')}
        </OuterButtonLink>
      }
    >
      <strong>{t('invoiceReady', { amount })}</strong>
      <p>{t(isOpened ? 'invoiceOpened' : 'invoiceBlocked')}</p>
    </Banner>
  )
}
