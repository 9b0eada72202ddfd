/**
 * Withdrawing a coin or token: the forms that the currency has (EVMW-01, EVMW-02), what to know before,
 * and the withdrawals with their steps; bitcoin has its own page (BTCW-01).
 */
import { coinMessages, coinWithdrawalMessages, formatDateTime, rupiahMessages } from '@tukar/i18n'
import { useParams } from '../../router/state.ts'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import rupiahStyles from '../rupiah.module.css'
import { TakenBanner } from '../taken-banner.tsx'
import { type Coin, type CoinRules, shownCoin } from './coin.ts'
import { CoinPage } from './coin-page.tsx'
import { CoinWithdrawForm } from './coin-withdraw-form.tsx'
import { CoinWithdrawList } from './coin-withdraw-list.tsx'
import { useCoinRules } from './use-coin.ts'
import type { CoinForm } from './use-coin-filling.ts'

const say = sayer(coinWithdrawalMessages)
const sayCoin = sayer(coinMessages)
const sayRupiah = sayer(rupiahMessages)

/** `/settings/wallets/{currency}/withdraw` */
export function CoinWithdrawPage() {
  const { currency }: { readonly currency?: string } = useParams()
  return <WithdrawOf key={currency} symbol={(currency ?? '').toUpperCase()} />
}

/** `/settings/wallets/btc_withdraw` */
export function BitcoinWithdrawPage() {
  return <WithdrawOf symbol="BTC" />
}

function WithdrawOf({ symbol }: { readonly symbol: string }) {
  return (
    <CoinPage symbol={symbol} direction="withdraw">
      {(coin) => <Parts coin={coin} />}
    </CoinPage>
  )
}

function formsOf({ kind, rails }: Coin): readonly CoinForm[] {
  if (kind === 'bitcoin') return ['bitcoin']
  return [...(rails.coin ? (['coin'] as const) : []), ...(rails.token ? (['token'] as const) : [])]
}

function Parts({ coin }: { readonly coin: Coin }) {
  const rules = useCoinRules(coin)
  const [isDone, setDone] = useState(false)
  const forms = formsOf(coin)
  // What was filled in, or has no outcome yet, outlives a rail that is closed and rules that failed.
  const [wasOpen, setWasOpen] = useState(coin.isWithdrawOpen)
  if (coin.isWithdrawOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <HoldNotice rules={rules.value} />
      {isDone && (
        <TakenBanner
          title={say(coin.kind === 'bitcoin' ? 'sentBitcoin' : 'sentEvm')}
          text={say('sentText')}
        />
      )}
      <div className={rupiahStyles['columns']}>
        <div className={rupiahStyles['panels']}>
          {rules.isFailed && (
            <div className={rupiahStyles['card']}>
              <ErrorState
                title={sayCoin('loadFailed')}
                text={sayCoin('loadFailedText')}
                onRetry={rules.retry}
              />
            </div>
          )}
          {wasOpen && forms.length === 0 && <Banner tone="info">{say('chainNone')}</Banner>}
          {wasOpen &&
            forms.map((form) => (
              <PartBoundary key={form}>
                <CoinWithdrawForm coin={coin} form={form} rules={rules.value} onDone={setDone} />
              </PartBoundary>
            ))}
        </div>
        <Before coin={coin} rules={rules.value} isFailed={rules.isFailed} />
      </div>
      <PartBoundary>
        <CoinWithdrawList coin={coin} />
      </PartBoundary>
    </>
  )
}

const holdCauses: Readonly<Record<string, string>> = {
  password_changed: sayRupiah('holdPassword'),
  factor_changed: sayRupiah('holdFactor'),
  bank_changed: sayRupiah('holdBank'),
  bank_unlocked: sayRupiah('holdUnlocked'),
  new_device: sayRupiah('holdDevice'),
}

/** What makes withdrawals wait and until when, before anything is filled in (SRV-82). */
function HoldNotice({ rules }: { readonly rules: CoinRules | undefined }) {
  const hold = rules?.hold ?? null
  if (hold === null) return null
  return (
    <Banner tone="warn" icon="shield">
      <strong>
        {sayRupiah('holdTitle', { time: formatDateTime(hold.untilMs) })}{' '}
        {holdCauses[hold.cause] ?? sayRupiah('holdOther')}
      </strong>
      <p>{sayRupiah('holdText')}</p>
    </Banner>
  )
}

type BeforeProps = {
  readonly coin: Coin
  readonly rules: CoinRules | undefined
  /** Whether they could not be had: the page says so, and asks again on request. */
  readonly isFailed: boolean
}

function Before({ coin, rules, isFailed }: BeforeProps) {
  return (
    <section className={rupiahStyles['before']} aria-labelledby="before-title">
      <h2 id="before-title">
        <Icon name="info" size={18} />
        {say('beforeTitle')}
      </h2>
      <ul>
        <li>{say('beforeFinal')}</li>
        {coin.kind !== 'bitcoin' && <li>{say('beforeNetwork')}</li>}
        <li>{say(rules?.hasTwoFactor === true ? 'beforeFactor' : 'beforeCode')}</li>
        <li>{say('beforeCancel')}</li>
      </ul>
      <h2>{say('limitsTitle')}</h2>
      {rules !== undefined && <Limits coin={coin} rules={rules} />}
      {rules === undefined && isFailed && <p>{sayRupiah('limitsFailed')}</p>}
      {rules === undefined && !isFailed && <Skeleton width="100%" height={112} />}
    </section>
  )
}

function Limits({
  coin: { decimals, symbol, kind },
  rules,
}: {
  readonly coin: Coin
  readonly rules: CoinRules
}) {
  const shown = (units: number) => shownCoin(units, decimals)
  // Who asks whatever the amount has no limit to tell of.
  const isAlwaysAsked = kind === 'bitcoin' || rules.isReceiverAlwaysNeeded
  const left = shown(Math.max(0, rules.dailyLimit - rules.dailyUsed))
  return (
    <>
      <dl>
        <div>
          <dt>{say('limitOnce')}</dt>
          <dd>
            {say('limitRange', { least: shown(rules.least), most: shown(rules.most), symbol })}
          </dd>
        </div>
        <div>
          <dt>{say('limitToday')}</dt>
          <dd>{say('limitTodayOf', { left, most: shown(rules.dailyLimit), symbol })}</dd>
        </div>
        {rules.travelLimit !== null && !isAlwaysAsked && (
          <div>
            <dt>{say('limitTravel')}</dt>
            <dd>{say('limitTravelOf', { amount: shown(rules.travelLimit), symbol })}</dd>
          </div>
        )}
      </dl>
      <p>{say('reviewFrom', { amount: shown(rules.reviewFrom), symbol })}</p>
    </>
  )
}
