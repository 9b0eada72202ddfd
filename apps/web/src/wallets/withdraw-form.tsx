/** The withdrawal form, and the review before anything is sent. */
import { accountMessages, rupiahMessages } from '@tukar/i18n'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { CodeField } from '../accounts/codes/code-field.tsx'
import { OtpDialog } from '../accounts/codes/otp-dialog.tsx'
import { MissingLink } from '../agreement/missing-link.tsx'
import { sayer } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Banner, VisuallyHidden } from '../ui/feedback.tsx'
import { BankCard } from './bank-card.tsx'
import { EligibilityNote, focusField, useEligibility } from './eligibility-note.tsx'
import { RupiahAmount } from './rupiah-amount.tsx'
import { type RupiahRules, shownRupiah, shownShare, withdrawalFigures } from './rupiah.ts'
import styles from './rupiah.module.css'
import { useBankAccount } from './use-rupiah.ts'
import { type Problem, useWithdrawal, type WithdrawalCourse } from './use-withdrawal.ts'

const t = sayer(rupiahMessages)
const tAccount = sayer(accountMessages)

type PartProps = { readonly rules: RupiahRules | undefined; readonly course: WithdrawalCourse }

/** The form. `onDone` is called when a withdrawal was accepted, and with false when the next one starts. */
export function WithdrawForm({
  rules,
  onDone,
}: {
  readonly rules: RupiahRules | undefined
  readonly onDone: (isDone: boolean) => void
}) {
  const course = useWithdrawal(rules, onDone)
  return (
    <div className={styles['card']}>
      {course.phase === 'form' ? (
        <>
          <BankCard />
          <Filling rules={rules} course={course} />
        </>
      ) : (
        <Review rules={rules} course={course} />
      )}
      <OtpDialog
        isOpen={course.isCodeDialogOpen}
        onCode={course.submitCode}
        onClose={course.closeCodeDialog}
        request={course.requestCode}
      />
    </div>
  )
}

function at(trouble: Problem | null, place: Problem['place']): string | null {
  return trouble?.place === place && trouble.text !== '' ? trouble.text : null
}

function submitBy(action: () => void) {
  return (event: SyntheticEvent) => {
    event.preventDefault()
    action()
  }
}

function Filling({ rules, course }: PartProps) {
  const { available, most, trouble } = course
  const limits = rules?.withdrawal
  const gate = useEligibility()
  const field = useRef<HTMLInputElement>(null)
  const error = at(trouble, 'amount')
  // A missing bank account is not an error of the amount field.
  const whole = at(trouble, 'whole') ?? at(trouble, 'bank')
  useEffect(() => {
    if (error !== null) focusField(field.current)
  }, [error])
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={t('withdrawTitle')}
      onSubmit={submitBy(() => gate.stops() || course.toReview())}
    >
      <div className={styles['amountWithAll']}>
        <RupiahAmount
          value={course.amount}
          onChange={course.setAmount}
          field={field}
          error={error}
          note={
            limits === undefined
              ? ' '
              : t('minimumNote', {
                  least: shownRupiah(limits.least),
                  most: shownRupiah(limits.most),
                })
          }
        />
        <div className={styles['availableLine']}>
          <span>
            {t('available')} <b>{available === null ? '–' : `Rp ${shownRupiah(available)}`}</b>
          </span>
          <Button size="small" disabled={most === null || most <= 0} onClick={course.takeAll}>
            {t('all')}
            {most !== null && <VisuallyHidden>{` Rp ${shownRupiah(most)}`}</VisuallyHidden>}
          </Button>
        </div>
      </div>
      {rules?.hasTwoFactor === true && <FactorField course={course} />}
      <Figures rules={rules} units={course.units} />
      {whole !== null && (
        <Banner tone="bad" isSpoken action={<MissingLink code={trouble?.code ?? ''} />}>
          {whole}
        </Banner>
      )}
      <EligibilityNote gate={gate} />
      <Button
        type="submit"
        kind="primary"
        size="large"
        isWide
        disabled={rules === undefined || !course.isBankKnown}
      >
        {t('continue')}
      </Button>
    </form>
  )
}

function FactorField({ course }: { readonly course: WithdrawalCourse }) {
  return (
    <CodeField
      label={tAccount('googleSecret')}
      note={t('factorNote')}
      error={at(course.trouble, 'factor')}
      value={course.factorCode}
      onChange={course.setFactorCode}
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

function Review({ rules, course }: PartProps) {
  const { asking, trouble, units } = course
  const bank = useBankAccount().value
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const shownUnits = asking.unresolved?.amount ?? units ?? 0
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={t('reviewTitle')}
      onSubmit={submitBy(() => {
        course.confirm().catch(() => undefined)
      })}
    >
      <header className={styles['reviewHead']}>
        <h2 ref={heading} tabIndex={-1}>
          {t('reviewTitle')}
        </h2>
        {asking.unresolved === null && <p>{t('reviewText')}</p>}
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
      {rules?.hasTwoFactor === true && asking.unresolved === null && (
        <FactorField course={course} />
      )}
      {at(trouble, 'whole') !== null && (
        <Banner tone="bad" isSpoken action={<MissingLink code={trouble?.code ?? ''} />}>
          {at(trouble, 'whole')}
        </Banner>
      )}
      {asking.unresolved !== null && (
        <Banner tone="warn" isSpoken>
          {t('outcomeOpen')}
        </Banner>
      )}
      <div className={styles['reviewActions']}>
        <Button
          size="large"
          disabled={asking.isBusy || asking.unresolved !== null}
          onClick={course.toForm}
        >
          {t('back')}
        </Button>
        <Button type="submit" kind="primary" size="large" isBusy={asking.isBusy}>
          {asking.isBusy
            ? t('confirming')
            : asking.unresolved !== null
              ? t('askAgain')
              : t('confirm', { amount: shownRupiah(shownUnits) })}
        </Button>
      </div>
    </form>
  )
}
