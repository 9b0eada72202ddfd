/** The form of a withdrawal, and the page on which it is checked before anything is sent. */
import { accountMessages, rupiahMessages } from '@tukar/i18n'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { CodeField } from '../accounts/codes/code-field.tsx'
import { OtpDialog } from '../accounts/codes/otp-dialog.tsx'
import { MissingLink } from '../agreement/missing-link.tsx'
import { sayer } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Banner, VisuallyHidden } from '../ui/feedback.tsx'
import { BankCard } from './bank-card.tsx'
import { GateNote, leadTo, useGate } from './gate-note.tsx'
import { RupiahAmount } from './rupiah-amount.tsx'
import { type RupiahRules, shownRupiah, shownShare, withdrawalFigures } from './rupiah.ts'
import styles from './rupiah.module.css'
import { useBankAccount } from './use-rupiah.ts'
import { type Trouble, useWithdrawal, type WithdrawalCourse } from './use-withdrawal.ts'

const say = sayer(rupiahMessages)
const sayAccount = sayer(accountMessages)

type PartProps = { readonly rules: RupiahRules | undefined; readonly course: WithdrawalCourse }

/** The form; `onDone` is told whether a withdrawal has just been taken. */
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
        isOpen={course.isCodeAsked}
        onCode={course.takeCode}
        onClose={course.closeCode}
        request={course.requestCode}
      />
    </div>
  )
}

function at(trouble: Trouble | null, place: Trouble['place']): string | null {
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
  const gate = useGate()
  const field = useRef<HTMLInputElement>(null)
  const error = at(trouble, 'amount')
  // A bank account that is missing is no fault of the amount.
  const whole = at(trouble, 'whole') ?? at(trouble, 'bank')
  useEffect(() => {
    if (error !== null) leadTo(field.current)
  }, [error])
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={say('withdrawTitle')}
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
              : say('minimumNote', {
                  least: shownRupiah(limits.least),
                  most: shownRupiah(limits.most),
                })
          }
        />
        <div className={styles['availableLine']}>
          <span>
            {say('available')} <b>{available === null ? '–' : `Rp ${shownRupiah(available)}`}</b>
          </span>
          <Button size="small" disabled={most === null || most <= 0} onClick={course.takeAll}>
            {say('all')}
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
      <GateNote gate={gate} />
      <Button
        type="submit"
        kind="primary"
        size="large"
        isWide
        disabled={rules === undefined || !course.isBankKnown}
      >
        {say('continue')}
      </Button>
    </form>
  )
}

function FactorField({ course }: { readonly course: WithdrawalCourse }) {
  return (
    <CodeField
      label={sayAccount('googleSecret')}
      note={say('factorNote')}
      error={at(course.trouble, 'factor')}
      value={course.factorCode}
      onChange={course.setFactorCode}
    />
  )
}

/** What arrives, and how that comes about (IDRW-04). */
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
        <dt>{say('leaves')}</dt>
        <dd>{shown(units ?? undefined)}</dd>
      </div>
      <div>
        <dt>
          {withdrawal === undefined
            ? say('feeShare')
            : say('feePercent', { percent: shownShare(withdrawal.feePpm) })}
        </dt>
        <dd>{shown(figures?.percentFee)}</dd>
      </div>
      <div>
        <dt>{say('feeProvider')}</dt>
        <dd>{shown(withdrawal?.providerFee)}</dd>
      </div>
      <div data-main="true">
        <dt>{say('arrives')}</dt>
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
      aria-label={say('reviewTitle')}
      onSubmit={submitBy(() => {
        course.confirm().catch(() => undefined)
      })}
    >
      <header className={styles['reviewHead']}>
        <h2 ref={heading} tabIndex={-1}>
          {say('reviewTitle')}
        </h2>
        {asking.unresolved === null && <p>{say('reviewText')}</p>}
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
          {say('outcomeOpen')}
        </Banner>
      )}
      <div className={styles['reviewActions']}>
        <Button
          size="large"
          disabled={asking.isBusy || asking.unresolved !== null}
          onClick={course.toForm}
        >
          {say('back')}
        </Button>
        <Button type="submit" kind="primary" size="large" isBusy={asking.isBusy}>
          {asking.isBusy
            ? say('confirming')
            : asking.unresolved !== null
              ? say('askAgain')
              : say('confirm', { amount: shownRupiah(shownUnits) })}
        </Button>
      </div>
    </form>
  )
}
