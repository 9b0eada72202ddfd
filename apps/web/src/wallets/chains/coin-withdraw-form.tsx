/** The form of a withdrawal on a chain: destination, network, amount, and receiver. */
import { addressBookMessages, coinWithdrawalMessages, type PastedAddress } from '@tukar/i18n'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { OtpDialog } from '../../accounts/codes/otp-dialog.tsx'
import { MissingLink } from '../../agreement/missing-link.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { Banner, ErrorState, VisuallyHidden } from '../../ui/feedback.tsx'
import { Field, FieldFrame, TextAreaField } from '../../ui/field.tsx'
import { findReceivers } from '../address-book/counterparty.ts'
import { CounterpartyPicker } from '../address-book/counterparty-picker.tsx'
import { EligibilityNote, useEligibility } from '../eligibility-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import styles from './chains.module.css'
import { findChainById, chainTitle, type Coin, type CoinRules, shownCoin } from './coin.ts'
import { CoinAmount } from './coin-amount.tsx'
import { CoinFigureList, FactorField } from './coin-figures.tsx'
import { CoinReview } from './coin-review.tsx'
import { destinationIn, nothingPasted, otherChainIn } from './coin-withdrawal.ts'
import { useNetworks } from './use-coin.ts'
import { type CoinWithdrawalFlow, useCoinWithdrawal } from './use-coin-withdrawal.ts'
import type { CoinForm } from './use-coin-form.ts'

const t = pageTranslator(coinWithdrawalMessages)
const tBook = pageTranslator(addressBookMessages)

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
  const flow = useCoinWithdrawal(props)
  const title = t(titles[form], { symbol: coin.symbol })
  const [isBookOpen, setBookOpen] = useState(false)
  return (
    <section className={rupiahStyles['card']} aria-label={title}>
      {flow.phase === 'form' ? (
        <>
          <h2 className={styles['panelTitle']}>{title}</h2>
          <FormFields rules={rules} flow={flow} title={title} onBook={() => setBookOpen(true)} />
        </>
      ) : (
        <CoinReview rules={rules} flow={flow} />
      )}
      <CounterpartyPicker
        isOpen={isBookOpen}
        onClose={() => setBookOpen(false)}
        book={flow.book}
        fitting={(entries) => findReceivers(entries, form === 'bitcoin' ? 'bitcoin' : 'evm')}
        onPick={flow.takeCounterparty}
      />
      <OtpDialog
        isOpen={flow.isCodeDialogOpen}
        onCode={flow.submitCode}
        onClose={flow.closeCodeDialog}
        request={flow.requestCode}
      />
    </section>
  )
}

type PartProps = { readonly flow: CoinWithdrawalFlow; readonly rules: CoinRules | undefined }

type FormFieldsProps = PartProps & { readonly title: string; readonly onBook: () => void }

function FormFields({ flow, rules, title, onBook }: FormFieldsProps) {
  const { problems } = flow
  const eligibility = useEligibility()
  const whole = problems.whole ?? ''
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!eligibility.blocks()) void flow.toReview()
  }
  return (
    <form className={rupiahStyles['form']} noValidate aria-label={title} onSubmit={submit}>
      {flow.form !== 'bitcoin' && <ChainChoice flow={flow} />}
      {flow.isPaused && <Banner tone="warn">{t('chainRests')}</Banner>}
      <Destination flow={flow} onBook={onBook} />
      <Amount flow={flow} rules={rules} />
      {flow.isReceiverRequired && <ReceiverFields flow={flow} rules={rules} />}
      {rules?.hasTwoFactor === true && <FactorField flow={flow} />}
      <CoinFigureList flow={flow} units={flow.units} />
      {whole !== '' && (
        <Banner tone="bad" isSpoken action={<MissingLink code={problems.code ?? ''} />}>
          {whole}
        </Banner>
      )}
      <EligibilityNote eligibility={eligibility} />
      <Button
        type="submit"
        kind="primary"
        size="large"
        isWide
        isBusy={flow.isChecking}
        disabled={rules === undefined || flow.addressStatus.kind === 'loading'}
      >
        {t('continue')}
      </Button>
    </form>
  )
}

function ChainChoice({ flow }: { readonly flow: CoinWithdrawalFlow }) {
  const { coin, networks, network, problems, texts, setText } = flow
  const { isFailed, retry } = useNetworks(coin)
  if (isFailed) return <ErrorState title={t('chainsFailed')} onRetry={retry} />
  if (networks?.length === 0) return <Banner tone="warn">{t('chainNone')}</Banner>
  return (
    <div className={styles['choice']}>
      <FieldFrame label={t('chain')} error={problems.chain} note={network?.contract}>
        {(ids) => (
          <span className={styles['pick']}>
            <select
              {...ids}
              name="chain_id"
              value={network?.id ?? texts.wayId}
              onChange={(event) => setText('wayId', event.target.value)}
            >
              {network === null && <option value="">{t('chainPick')}</option>}
              {networks?.map(({ id, chain }) => (
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
  flow,
  onBook,
}: {
  readonly flow: CoinWithdrawalFlow
  readonly onBook: () => void
}) {
  const { form, texts, setText, problems, network } = flow
  const [latest, setPasted] = useState(nothingPasted)
  const pasted = latest.address === texts.to ? latest : nothingPasted
  const field = useRef<HTMLInputElement>(null)
  const error = problems.to
  const otherChain = otherChainIn(pasted, network)
  useEffect(() => {
    if (error !== undefined) field.current?.focus()
  }, [error])
  return (
    <Field
      ref={field}
      label={t('to')}
      aside={<TextButton onClick={onBook}>{tBook('open')}</TextButton>}
      note={findNote(pasted, form)}
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
function findNote({ from, amount }: PastedAddress, form: CoinForm): string {
  if (from === null) return t(form === 'bitcoin' ? 'toNoteBitcoin' : 'toNoteEvm')
  if (from === 'link') return t('toFromLink')
  return amount === null ? t('toFromRequest') : t('toFromRequestAmount', { amount })
}

function Amount({ flow, rules }: PartProps) {
  const { coin, available, maximum, problems } = flow
  const { symbol, decimals } = coin
  const field = useRef<HTMLInputElement>(null)
  const error = problems.amount ?? null
  const isFirst = problems.to === undefined && problems.chain === undefined
  useEffect(() => {
    if (error !== null && isFirst) field.current?.focus()
  }, [error, isFirst])
  return (
    <div className={rupiahStyles['amountWithAll']}>
      <CoinAmount
        coin={coin}
        value={flow.amount}
        onChange={flow.setAmount}
        field={field}
        error={error === '' ? null : error}
        note={
          rules === undefined
            ? ' '
            : t('amountNote', {
                least: shownCoin(rules.minimum, decimals),
                most: shownCoin(rules.maximum, decimals),
                symbol,
              })
        }
      />
      <div className={rupiahStyles['availableLine']}>
        <span>
          {t('available')}{' '}
          <b>{available === null ? '–' : `${shownCoin(available, decimals)} ${symbol}`}</b>
        </span>
        <Button size="small" disabled={maximum === null || maximum <= 0} onClick={flow.takeAll}>
          {t('all')}
          {maximum !== null && (
            <VisuallyHidden>{` ${shownCoin(maximum, decimals)}`}</VisuallyHidden>
          )}
        </Button>
      </div>
    </div>
  )
}

/** The receiver's data (TRAVEL-02 to TRAVEL-04). */
function ReceiverFields({ flow, rules }: PartProps) {
  const { coin, texts, setText, problems, form } = flow
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
        error={problems.name}
        onChange={(event) => setText('receiverName', event.target.value)}
      />
      <TextAreaField
        label={t('receiverAddress')}
        name="to_home_address"
        rows={2}
        value={texts.receiverAddress}
        error={problems.home}
        onChange={(event) => setText('receiverAddress', event.target.value)}
      />
    </fieldset>
  )
}
