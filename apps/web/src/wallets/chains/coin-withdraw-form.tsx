/** The form of a withdrawal on a chain: destination, network, amount, and receiver. */
import { addressBookMessages, coinWithdrawalMessages, type PastedAddress } from '@tukar/i18n'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { OtpDialog } from '../../accounts/codes/otp-dialog.tsx'
import { MissingLink } from '../../agreement/missing-link.tsx'
import { sayer } from '../../app/translate.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { Banner, ErrorState, VisuallyHidden } from '../../ui/feedback.tsx'
import { Field, FieldFrame, TextAreaField } from '../../ui/field.tsx'
import { receiversOf } from '../address-book/counterparty.ts'
import { CounterpartyPicker } from '../address-book/counterparty-picker.tsx'
import { EligibilityNote, useEligibility } from '../eligibility-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import rupiahStyles from '../rupiah.module.css'
import styles from './chains.module.css'
import { findChainById, chainTitle, type Coin, type CoinRules, shownCoin } from './coin.ts'
import { CoinAmount } from './coin-amount.tsx'
import { CoinFigureList, FactorField } from './coin-figures.tsx'
import { CoinReview } from './coin-review.tsx'
import { destinationIn, nothingPasted, otherChainIn } from './coin-withdrawal.ts'
import { useNetworks } from './use-coin.ts'
import { type CoinCourse, useCoinWithdrawal } from './use-coin-withdrawal.ts'
import type { CoinForm } from './use-coin-filling.ts'

const t = sayer(coinWithdrawalMessages)
const tBook = sayer(addressBookMessages)

const titles = { coin: 'coinTitle', token: 'tokenTitle', bitcoin: 'bitcoinTitle' } as const

export type CoinWithdrawFormProps = {
  readonly coin: Coin
  readonly form: CoinForm
  readonly rules: CoinRules | undefined
  /** Called when a withdrawal was accepted, and with false when the next one starts. */
  readonly onDone: (isDone: boolean) => void
}

/** The form, replaced by the review before sending. */
export function CoinWithdrawForm(props: CoinWithdrawFormProps) {
  const { coin, form, rules } = props
  const course = useCoinWithdrawal(props)
  const title = t(titles[form], { symbol: coin.symbol })
  const [isBookOpen, setBookOpen] = useState(false)
  return (
    <section className={rupiahStyles['card']} aria-label={title}>
      {course.phase === 'form' ? (
        <>
          <h2 className={styles['panelTitle']}>{title}</h2>
          <Filling rules={rules} course={course} title={title} onBook={() => setBookOpen(true)} />
        </>
      ) : (
        <CoinReview rules={rules} course={course} />
      )}
      <CounterpartyPicker
        isOpen={isBookOpen}
        onClose={() => setBookOpen(false)}
        book={course.book}
        fitting={(entries) => receiversOf(entries, form === 'bitcoin' ? 'bitcoin' : 'evm')}
        onPick={course.takeCounterparty}
      />
      <OtpDialog
        isOpen={course.isCodeDialogOpen}
        onCode={course.submitCode}
        onClose={course.closeCodeDialog}
        request={course.requestCode}
      />
    </section>
  )
}

type PartProps = { readonly course: CoinCourse; readonly rules: CoinRules | undefined }

type FillingProps = PartProps & { readonly title: string; readonly onBook: () => void }

function Filling({ course, rules, title, onBook }: FillingProps) {
  const { troubles } = course
  const gate = useEligibility()
  const whole = troubles.whole ?? ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!gate.stops()) void course.toReview()
  }
  return (
    <form className={rupiahStyles['form']} noValidate aria-label={title} onSubmit={submit}>
      {course.form !== 'bitcoin' && <ChainChoice course={course} />}
      {course.isPaused && <Banner tone="warn">{t('chainRests')}</Banner>}
      <Destination course={course} onBook={onBook} />
      <Amount course={course} rules={rules} />
      {course.isReceiverRequired && <ReceiverFields course={course} rules={rules} />}
      {rules?.hasTwoFactor === true && <FactorField course={course} />}
      <CoinFigureList course={course} units={course.units} />
      {whole !== '' && (
        <Banner tone="bad" isSpoken action={<MissingLink code={troubles.code ?? ''} />}>
          {whole}
        </Banner>
      )}
      <EligibilityNote gate={gate} />
      <Button
        type="submit"
        kind="primary"
        size="large"
        isWide
        isBusy={course.isChecking}
        disabled={rules === undefined || course.addressStatus.kind === 'loading'}
      >
        {t('continue')}
      </Button>
    </form>
  )
}

function ChainChoice({ course }: { readonly course: CoinCourse }) {
  const { coin, ways, way, troubles, texts, setText } = course
  const { isFailed, retry } = useNetworks(coin)
  if (isFailed) return <ErrorState title={t('chainsFailed')} onRetry={retry} />
  if (ways?.length === 0) return <Banner tone="warn">{t('chainNone')}</Banner>
  return (
    <div className={styles['choice']}>
      <FieldFrame label={t('chain')} error={troubles.chain} note={way?.contract}>
        {(ids) => (
          <span className={styles['pick']}>
            <select
              {...ids}
              name="chain_id"
              value={way?.id ?? texts.wayId}
              onChange={(event) => setText('wayId', event.target.value)}
            >
              {way === null && <option value="">{t('chainPick')}</option>}
              {ways?.map(({ id, chain }) => (
                <option key={id} value={id}>
                  {chainTitle(chain)}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" size={14} />
          </span>
        )}
      </FieldFrame>
    </div>
  )
}

function Destination({
  course,
  onBook,
}: {
  readonly course: CoinCourse
  readonly onBook: () => void
}) {
  const { form, texts, setText, troubles, way } = course
  const [latest, setPasted] = useState(nothingPasted)
  const pasted = latest.address === texts.to ? latest : nothingPasted
  const field = useRef<HTMLInputElement>(null)
  const error = troubles.to
  const otherChain = otherChainIn(pasted, way)
  useEffect(() => {
    if (error !== undefined) field.current?.focus()
  }, [error])
  return (
    <Field
      ref={field}
      label={t('to')}
      aside={<TextButton onClick={onBook}>{tBook('open')}</TextButton>}
      note={noteOf(pasted, form)}
      name="withdraw_to"
      value={texts.to}
      error={error ?? (otherChain === null ? null : otherChainText(otherChain))}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => {
        const read = destinationIn(event.target.value, form === 'bitcoin' ? 'bitcoin' : 'evm')
        setPasted(read)
        setText('to', read.address)
      }}
    />
  )
}

function otherChainText(chainId: string): string {
  const chain = findChainById(chainId)
  return t('toOtherChain', { chain: chain === null ? chainId : chainTitle(chain) })
}

/** A note on the address: the source that it was read from, otherwise how to enter it. */
function noteOf({ from, amount }: PastedAddress, form: CoinForm): string {
  if (from === null) return t(form === 'bitcoin' ? 'toNoteBitcoin' : 'toNoteEvm')
  if (from === 'link') return t('toFromLink')
  return amount === null ? t('toFromRequest') : t('toFromRequestAmount', { amount })
}

function Amount({ course, rules }: PartProps) {
  const { coin, available, most, troubles } = course
  const { symbol, decimals } = coin
  const field = useRef<HTMLInputElement>(null)
  const error = troubles.amount ?? null
  const isFirst = troubles.to === undefined && troubles.chain === undefined
  useEffect(() => {
    if (error !== null && isFirst) field.current?.focus()
  }, [error, isFirst])
  return (
    <div className={rupiahStyles['amountWithAll']}>
      <CoinAmount
        coin={coin}
        value={course.amount}
        onChange={course.setAmount}
        field={field}
        error={error === '' ? null : error}
        note={
          rules === undefined
            ? ' '
            : t('amountNote', {
                least: shownCoin(rules.least, decimals),
                most: shownCoin(rules.most, decimals),
                symbol,
              })
        }
      />
      <div className={rupiahStyles['availableLine']}>
        <span>
          {t('available')}{' '}
          <b>{available === null ? '–' : `${shownCoin(available, decimals)} ${symbol}`}</b>
        </span>
        <Button size="small" disabled={most === null || most <= 0} onClick={course.takeAll}>
          {t('all')}
          {most !== null && <VisuallyHidden>{` ${shownCoin(most, decimals)}`}</VisuallyHidden>}
        </Button>
      </div>
    </div>
  )
}

/** The receiver's data (TRAVEL-02 to TRAVEL-04). */
function ReceiverFields({ course, rules }: PartProps) {
  const { coin, texts, setText, troubles, form } = course
  const limit = rules?.travelLimit ?? coin.travelLimit
  const isAlways = form === 'bitcoin' || limit === null || rules?.isReceiverAlwaysNeeded === true
  return (
    <fieldset className={styles['receiver']}>
      <legend>{t('receiverTitle')}</legend>
      <p className={styles['caption']}>
        {isAlways
          ? t('receiverTextAlways')
          : t('receiverText', { amount: shownCoin(limit, coin.decimals), symbol: coin.symbol })}
      </p>
      <Field
        label={t('receiverName')}
        name="to_name"
        value={texts.receiverName}
        error={troubles.name}
        onChange={(event) => setText('receiverName', event.target.value)}
      />
      <TextAreaField
        label={t('receiverAddress')}
        name="to_home_address"
        rows={2}
        value={texts.receiverAddress}
        error={troubles.home}
        onChange={(event) => setText('receiverAddress', event.target.value)}
      />
    </fieldset>
  )
}
