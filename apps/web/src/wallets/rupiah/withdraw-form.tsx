/** The withdrawal form, and the review before anything is sent. */
import { accountMessages, rupiahMessages } from '@tukar/i18n'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { CodeField } from '../../accounts/codes/code-field.tsx'
import { OtpDialog } from '../../accounts/codes/otp-dialog.tsx'
import { MissingLink } from '../../agreement/missing-link.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner, VisuallyHidden } from '../../ui/feedback.tsx'
import { BankCard } from './bank-card.tsx'
import { EligibilityNote, focusField, useEligibility } from '../eligibility-note.tsx'
import { RupiahAmount } from './rupiah-amount.tsx'
import { type RupiahRules, shownRupiah, shownShare, withdrawalFigures } from './rupiah.ts'
import styles from './rupiah.module.css'
import { useBankAccount } from './use-rupiah.ts'
import { type Problem, useWithdrawal, type WithdrawalFlow } from './use-withdrawal.ts'

const t = pageTranslator(rupiahMessages)
const tAccount = pageTranslator(accountMessages)

type PartProps = { readonly rules: RupiahRules | undefined; readonly flow: WithdrawalFlow }

/** The form. `onDone` is called when a withdrawal was accepted, and with false when the next one starts. */
export function WithdrawForm({
  rules,
  onDone,
}: {
  readonly rules: RupiahRules | undefined
  readonly onDone: (isDone: boolean) => void
}) {
  const flow = useWithdrawal(rules, onDone)
  return (
    <div className={styles['card']}>
      {flow.phase === 'form' ? (
        <>
          <BankCard />
          <FormFields rules={rules} flow={flow} />
        </>
      ) : (
        <Review rules={rules} flow={flow} />
      )}
      <OtpDialog
        isOpen={flow.isCodeDialogOpen}
        onCode={flow.submitCode}
        onClose={flow.closeCodeDialog}
        request={flow.requestCode}
      />
    </div>
  )
}

function at(problem: Problem | null, field: Problem['field']): string | null {
  return problem?.field === field && problem.text !== '' ? problem.text : null
}

function submitBy(action: () => void) {
  return (event: SyntheticEvent) => {
    event.preventDefault()
    action()
  }
}

function FormFields({ rules, flow }: PartProps) {
  const { available, maximum, problem } = flow
  const limits = rules?.withdrawal
  const eligibility = useEligibility()
  const field = useRef<HTMLInputElement>(null)
  const error = at(problem, 'amount')
  // A missing bank account is not an error of the amount field.
  const whole = at(problem, 'whole') ?? at(problem, 'bank')
  useEffect(() => {
    if (error !== null) focusField(field.current)
  }, [error])
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={t('withdrawTitle')}
      onSubmit={submitBy(() => eligibility.blocks() || flow.toReview())}
    >
      <div className={styles['amountWithAll']}>
        <RupiahAmount
          value={flow.amount}
          onChange={flow.setAmount}
          field={field}
          error={error}
          note={
            limits === undefined
              ? ' '
              : t('minimumNote', {
                  least: shownRupiah(limits.minimum),
                  most: shownRupiah(limits.maximum),
                })
          }
        />
        <div className={styles['availableLine']}>
          <span>
            {t('available')} <b>{available === null ? '–' : `Rp ${shownRupiah(available)}`}</b>
          </span>
          <Button size="small" disabled={maximum === null || maximum <= 0} onClick={flow.takeAll}>
            {t('all')}
            {maximum !== null && <VisuallyHidden>{` Rp ${shownRupiah(maximum)}`}</VisuallyHidden>}
          </Button>
        </div>
      </div>
      {rules?.hasTwoFactor === true && <FactorField flow={flow} />}
      <Figures rules={rules} units={flow.units} />
      {whole !== null && (
        <Banner tone="bad" isSpoken action={<MissingLink code={problem?.code ?? ''} />}>
          {whole}
        </Banner>
      )}
      <EligibilityNote eligibility={eligibility} />
      <Button
        type="submit"
        kind="primary"
        size="large"
        isWide
        disabled={rules === undefined || !flow.isBankKnown}
      >
        {t('continue')}
      </Button>
    </form>
  )
}

function FactorField({ flow }: { readonly flow: WithdrawalFlow }) {
  return (
    <CodeField
      label={tAccount('googleSecret')}
      note={t('factorNote')}
      error={at(flow.problem, 'factor')}
      value={flow.factorCode}
      onChange={flow.setFactorCode}
    />
  )
}

/** The amount that arrives, and its calculation (IDRW-04). */
function Figures({
  rules,
  units,
}: {
  readonly rules: RupiahRules | undefined
  readonly units: number | null
}) {
  const withdrawal = rules?.withdrawal
  const figures =
    withdrawal === undefined || units === null ? null : withdrawalFigures(withdrawal, units)
  const shown = (part: number | undefined) => (part === undefined ? '–' : `Rp ${shownRupiah(part)}`)
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('leaves')}</dt>
        <dd>{shown(units ?? undefined)}</dd>
      </div>
      <div>
        <dt>
          {withdrawal === undefined
            ? t('feeShare')
            : t('feePercent', { percent: shownShare(withdrawal.feePpm) })}
        </dt>
        <dd>{shown(figures?.percentFee)}</dd>
      </div>
      <div>
        <dt>{t('feeProvider')}</dt>
        <dd>{shown(withdrawal?.providerFee)}</dd>
      </div>
      <div data-main="true">
        <dt>{t('arrives')}</dt>
        <dd>{shown(figures === null ? undefined : Math.max(0, figures.net))}</dd>
      </div>
    </dl>
  )
}

function Review({ rules, flow }: PartProps) {
  const { transferRequest, problem, units } = flow
  const bank = useBankAccount().value
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const shownUnits = transferRequest.unresolved?.amount ?? units ?? 0
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={t('reviewTitle')}
      onSubmit={submitBy(() => {
        flow.confirm().catch(() => undefined)
      })}
    >
      <header className={styles['reviewHead']}>
        <h2 ref={heading} tabIndex={-1}>
          {t('reviewTitle')}
        </h2>
        {transferRequest.unresolved === null && <p>{t('reviewText')}</p>}
      </header>
      {bank !== undefined && bank !== null && (
        <div className={styles['bankFacts']}>
          <p>
            <b>{bank.bank}</b>
            <span>{bank.number}</span>
            <span>{bank.holder}</span>
          </p>
        </div>
      )}
      <Figures rules={rules} units={shownUnits} />
      {rules?.hasTwoFactor === true && transferRequest.unresolved === null && (
        <FactorField flow={flow} />
      )}
      {at(problem, 'whole') !== null && (
        <Banner tone="bad" isSpoken action={<MissingLink code={problem?.code ?? ''} />}>
          {at(problem, 'whole')}
        </Banner>
      )}
      {transferRequest.unresolved !== null && (
        <Banner tone="warn" isSpoken>
          {t('outcomeOpen')}
        </Banner>
      )}
      <div className={styles['reviewActions']}>
        <Button
          size="large"
          disabled={transferRequest.isBusy || transferRequest.unresolved !== null}
          onClick={flow.toForm}
        >
          {t('back')}
        </Button>
        <Button type="submit" kind="primary" size="large" isBusy={transferRequest.isBusy}>
          {transferRequest.isBusy
            ? t('confirming')
            : transferRequest.unresolved !== null
              ? t('askAgain')
              : t('confirm', { amount: shownRupiah(shownUnits) })}
        </Button>
      </div>
    </form>
  )
}
