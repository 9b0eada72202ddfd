/**
 * The check before a withdrawal is sent: the whole address as it is compared by eye, what is known of it,
 * what leaves and what arrives. An address that looks like an earlier one asks for a yes of its own.
 */
import { coinWithdrawalMessages } from '@tukar/i18n'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { MissingLink } from '../../agreement/missing-link.tsx'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { SaveTick } from '../address-book/save-tick.tsx'
import rupiahStyles from '../rupiah.module.css'
import { AddressText } from './address-text.tsx'
import styles from './chains.module.css'
import { chainTitle, type CoinRules, shownCoin } from './coin.ts'
import { CoinFigureList, FactorField } from './coin-figures.tsx'
import type { CoinCourse } from './use-coin-withdrawal.ts'

const say = sayer(coinWithdrawalMessages)

export type CoinReviewProps = {
  readonly course: CoinCourse
  readonly rules: CoinRules | undefined
}

/** The check, in the place of the form. */
export function CoinReview({ course, rules }: CoinReviewProps) {
  const { asking, coin, troubles } = course
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // What is not resolved is what is shown, whatever the fields say.
  const units = asking.unresolved?.amount ?? course.units ?? 0
  const whole = troubles.whole ?? ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    course.confirm().catch(() => undefined)
  }
  const shown = { amount: shownCoin(units, coin.decimals), symbol: coin.symbol }
  return (
    <form
      className={rupiahStyles['form']}
      noValidate
      aria-label={say('reviewTitle')}
      onSubmit={submit}
    >
      <header className={rupiahStyles['reviewHead']}>
        <h2 ref={heading} tabIndex={-1}>
          {say('reviewTitle')}
        </h2>
        {asking.unresolved === null && <p>{say('reviewText')}</p>}
      </header>
      <Destination course={course} />
      {asking.unresolved === null && (
        <SaveTick
          saving={course.saving}
          plan={course.savingPlan}
          suggestion={course.isReceiverAsked ? course.texts.receiverName : ''}
        />
      )}
      <CoinFigureList course={course} units={units} />
      {rules?.hasTwoFactor === true && asking.unresolved === null && (
        <FactorField course={course} />
      )}
      {whole !== '' && (
        <Banner tone="bad" isSpoken action={<MissingLink code={troubles.code ?? ''} />}>
          {whole}
        </Banner>
      )}
      {asking.unresolved !== null && (
        <Banner tone="warn" isSpoken>
          {say('outcomeOpen')}
        </Banner>
      )}
      <div className={rupiahStyles['reviewActions']}>
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
              : say('confirm', shown)}
        </Button>
      </div>
    </form>
  )
}

function Destination({ course }: { readonly course: CoinCourse }) {
  const { asking, form, texts } = course
  const open = asking.unresolved
  const to = open?.to ?? texts.to.trim()
  const way = open === null ? course.way : open.way
  const chain = form === 'bitcoin' ? 'bitcoin' : (way?.chain ?? null)
  const receiver = open ?? texts
  const hasReceiver = open === null ? course.isReceiverAsked : open.receiverName !== ''
  return (
    <>
      <dl className={styles['facts']}>
        <div>
          <dt>{say('chain')}</dt>
          <dd>{chainTitle(chain)}</dd>
        </div>
        {way !== null && way.contract !== null && (
          <div>
            <dt>{say('contract')}</dt>
            <dd>{way.contract}</dd>
          </div>
        )}
        <div>
          <dt>{say('reviewTo')}</dt>
          <dd>
            <AddressText address={to} />
          </dd>
        </div>
        {hasReceiver && (
          <div>
            <dt>{say('reviewReceiver')}</dt>
            <dd>{`${receiver.receiverName.trim()}, ${receiver.receiverAddress.trim()}`}</dd>
          </div>
        )}
      </dl>
      {open === null && <StandingNote course={course} />}
    </>
  )
}

/** How the address stands to those before. */
function StandingNote({ course }: { readonly course: CoinCourse }) {
  const { standing } = course
  switch (standing.kind) {
    case 'saved':
      return <Banner tone="good">{say('addressSaved', { label: standing.label })}</Banner>
    case 'known':
      return <Banner tone="good">{say('addressKnown')}</Banner>
    case 'new':
      return <Banner tone="info">{say('addressNew')}</Banner>
    case 'alike':
      return (
        <>
          <Banner tone="bad" isSpoken>
            <strong>{say('addressAlike')}</strong>
            <AddressText address={standing.other} />
          </Banner>
          <ComparedTick course={course} />
        </>
      )
    case 'loading':
    case 'unknown':
      return (
        <>
          <Banner tone="warn" isSpoken>
            {say('addressUnknown')}
          </Banner>
          <ComparedTick course={course} />
        </>
      )
  }
}

function ComparedTick({ course }: { readonly course: CoinCourse }) {
  const { isCompared, setCompared, troubles } = course
  return (
    <Checkbox
      name="compared"
      checked={isCompared}
      error={troubles.alike}
      onChange={(event) => setCompared(event.target.checked)}
    >
      {say('alikeCheck')}
    </Checkbox>
  )
}
