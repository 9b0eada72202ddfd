/**
 * The review before a withdrawal is sent: the whole address, its status, and the amounts that leave and
 * arrive. An address that looks like an earlier one needs a separate confirmation.
 */
import { coinWithdrawalMessages } from '@tukar/i18n'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { MissingLink } from '../../agreement/missing-link.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { SaveTick } from '../address-book/save-tick.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { AddressText } from './address-text.tsx'
import styles from './chains.module.css'
import { chainTitle, type CoinRules, shownCoin } from './coin.ts'
import { CoinFigureList, FactorField } from './coin-figures.tsx'
import type { CoinWithdrawalFlow } from './use-coin-withdrawal.ts'

const t = pageTranslator(coinWithdrawalMessages)

export type CoinReviewProps = {
  readonly flow: CoinWithdrawalFlow
  readonly rules: CoinRules | undefined
}

/** The review, which replaces the form. */
export function CoinReview({ flow, rules }: CoinReviewProps) {
  const { transferRequest, coin, problems } = flow
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // An unresolved request is shown instead of the fields.
  const units = transferRequest.unresolved?.amount ?? flow.units ?? 0
  const whole = problems.whole ?? ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    flow.confirm().catch(() => undefined)
  }
  const shown = { amount: shownCoin(units, coin.decimals), symbol: coin.symbol }
  return (
    <form
      className={rupiahStyles['form']}
      noValidate
      aria-label={t('reviewTitle')}
      onSubmit={submit}
    >
      <header className={rupiahStyles['reviewHead']}>
        <h2 ref={heading} tabIndex={-1}>
          {t('reviewTitle')}
        </h2>
        {transferRequest.unresolved === null && <p>{t('reviewText')}</p>}
      </header>
      <Destination flow={flow} />
      {transferRequest.unresolved === null && (
        <SaveTick
          saving={flow.saving}
          plan={flow.savingPlan}
          suggestion={flow.isReceiverRequired ? flow.texts.receiverName : ''}
        />
      )}
      <CoinFigureList flow={flow} units={units} />
      {rules?.hasTwoFactor === true && transferRequest.unresolved === null && (
        <FactorField flow={flow} />
      )}
      {whole !== '' && (
        <Banner tone="bad" isSpoken action={<MissingLink code={problems.code ?? ''} />}>
          {whole}
        </Banner>
      )}
      {transferRequest.unresolved !== null && (
        <Banner tone="warn" isSpoken>
          {t('outcomeOpen')}
        </Banner>
      )}
      <div className={rupiahStyles['reviewActions']}>
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
              : t('confirm', shown)}
        </Button>
      </div>
    </form>
  )
}

function Destination({ flow }: { readonly flow: CoinWithdrawalFlow }) {
  const { transferRequest, form, texts } = flow
  const open = transferRequest.unresolved
  const to = open?.to ?? texts.to.trim()
  const network = open === null ? flow.network : open.way
  const chain = form === 'bitcoin' ? 'bitcoin' : (network?.chain ?? null)
  const receiver = open ?? texts
  const hasReceiver = open === null ? flow.isReceiverRequired : open.receiverName !== ''
  return (
    <>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('chain')}</dt>
          <dd>{chainTitle(chain)}</dd>
        </div>
        {network !== null && network.contract !== null && (
          <div>
            <dt>{t('contract')}</dt>
            <dd>{network.contract}</dd>
          </div>
        )}
        <div>
          <dt>{t('reviewTo')}</dt>
          <dd>
            <AddressText address={to} />
          </dd>
        </div>
        {hasReceiver && (
          <div>
            <dt>{t('reviewReceiver')}</dt>
            <dd>{`${receiver.receiverName.trim()}, ${receiver.receiverAddress.trim()}`}</dd>
          </div>
        )}
      </dl>
      {open === null && <AddressStatusNote flow={flow} />}
    </>
  )
}

/** Whether the address is known, new, or similar to a known one. */
function AddressStatusNote({ flow }: { readonly flow: CoinWithdrawalFlow }) {
  const { addressStatus } = flow
  switch (addressStatus.kind) {
    case 'saved':
      return <Banner tone="good">{t('addressSaved', { label: addressStatus.label })}</Banner>
    case 'known':
      return <Banner tone="good">{t('addressKnown')}</Banner>
    case 'new':
      return <Banner tone="info">{t('addressNew')}</Banner>
    case 'alike':
      return (
        <>
          <Banner tone="bad" isSpoken>
            <strong>{t('addressAlike')}</strong>
            <AddressText address={addressStatus.other} />
          </Banner>
          <ComparedTick flow={flow} />
        </>
      )
    case 'loading':
    case 'unknown':
      return (
        <>
          <Banner tone="warn" isSpoken>
            {t('addressUnknown')}
          </Banner>
          <ComparedTick flow={flow} />
        </>
      )
  }
}

function ComparedTick({ flow }: { readonly flow: CoinWithdrawalFlow }) {
  const { isCompared, setCompared, problems } = flow
  return (
    <Checkbox
      name="compared"
      checked={isCompared}
      error={problems.alike}
      onChange={(event) => setCompared(event.target.checked)}
    >
      {t('alikeCheck')}
    </Checkbox>
  )
}
