/**
 * Withdrawals of a coin or token: the forms of the currency (EVMW-01, EVMW-02), the rules, and the list with
 * steps. Bitcoin has a separate page (BTCW-01).
 */
import { coinMessages, coinWithdrawalMessages, formatDateTime, rupiahMessages } from '@tukar/i18n'
import { useParams } from '../../router/state.ts'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { AcceptedBanner } from '../accepted-banner.tsx'
import { type Coin, type CoinRules, shownCoin } from './coin.ts'
import { CoinPage } from './coin-page.tsx'
import { CoinWithdrawForm } from './coin-withdraw-form.tsx'
import { CoinWithdrawList } from './coin-withdraw-list.tsx'
import { useCoinRules } from './use-coin.ts'
import type { CoinForm } from './use-coin-form.ts'

const t = pageTranslator(coinWithdrawalMessages)
const tCoin = pageTranslator(coinMessages)
const tRupiah = pageTranslator(rupiahMessages)

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
      {(coin) => <Panels coin={coin} />}
    </CoinPage>
  )
}

function findForms({ kind, rails }: Coin): readonly CoinForm[] {
  if (kind === 'bitcoin') return ['bitcoin']
  return [...(rails.coin ? (['coin'] as const) : []), ...(rails.token ? (['token'] as const) : [])]
}

function Panels({ coin }: { readonly coin: Coin }) {
  const rules = useCoinRules(coin)
  const [isDone, setDone] = useState(false)
  const forms = findForms(coin)
  // Keeps the input and unresolved requests if the network is halted or the rules fail to load.
  const [wasOpen, setWasOpen] = useState(coin.isWithdrawOpen)
  if (coin.isWithdrawOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <HoldNotice rules={rules.value} />
      {isDone && (
        <AcceptedBanner
          title={t(coin.kind === 'bitcoin' ? 'sentBitcoin' : 'sentEvm')}
          text={t('sentText')}
        />
      )}
      <div className={rupiahStyles['columns']}>
        <div className={rupiahStyles['panels']}>
          {rules.isFailed && (
            <div className={rupiahStyles['card']}>
              <ErrorState
                title={tCoin('loadFailed')}
                text={tCoin('loadFailedText')}
                onRetry={rules.retry}
              />
            </div>
          )}
          {wasOpen && forms.length === 0 && <Banner tone="info">{t('chainNone')}</Banner>}
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
  password_changed: tRupiah('holdPassword'),
  factor_changed: tRupiah('holdFactor'),
  bank_changed: tRupiah('holdBank'),
  bank_unlocked: tRupiah('holdUnlocked'),
  new_device: tRupiah('holdDevice'),
}

/** Why and until when withdrawals wait, shown before the user types anything (SRV-82). */
function HoldNotice({ rules }: { readonly rules: CoinRules | undefined }) {
  const hold = rules?.hold ?? null
  if (hold === null) return null
  return (
    <Banner tone="warn" icon="shield">
      <strong>
        {tRupiah('holdTitle', { time: formatDateTime(hold.untilMs) })}{' '}
        {holdCauses[hold.cause] ?? tRupiah('holdOther')}
      </strong>
      <p>{tRupiah('holdText')}</p>
    </Banner>
  )
}

type BeforeProps = {
  readonly coin: Coin
  readonly rules: CoinRules | undefined
  /** Whether loading failed: the page shows it, with a retry button. */
  readonly isFailed: boolean
}

function Before({ coin, rules, isFailed }: BeforeProps) {
  return (
    <section className={rupiahStyles['before']} aria-labelledby="before-title">
      <h2 id="before-title">
        <Icon name="info" size={18} />
        {t('beforeTitle')}
      </h2>
      <ul>
        <li>{t('beforeFinal')}</li>
        {coin.kind !== 'bitcoin' && <li>{t('beforeNetwork')}</li>}
        <li>{t(rules?.hasTwoFactor === true ? 'beforeFactor' : 'beforeCode')}</li>
        <li>{t('beforeCancel')}</li>
      </ul>
      <h2>{t('limitsTitle')}</h2>
      {rules !== undefined && <Limits coin={coin} rules={rules} />}
      {rules === undefined && isFailed && <p>{tRupiah('limitsFailed')}</p>}
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
  // If the receiver is always required, no limit is shown.
  const isAlwaysAsked = kind === 'bitcoin' || rules.isReceiverAlwaysNeeded
  const left = shown(Math.max(0, rules.dailyLimit - rules.dailyUsed))
  return (
    <>
      <dl>
        <div>
          <dt>{t('limitOnce')}</dt>
          <dd>
            {t('limitRange', { least: shown(rules.minimum), most: shown(rules.maximum), symbol })}
          </dd>
        </div>
        <div>
          <dt>{t('limitToday')}</dt>
          <dd>{t('limitTodayOf', { left, most: shown(rules.dailyLimit), symbol })}</dd>
        </div>
        {rules.travelLimit !== null && !isAlwaysAsked && (
          <div>
            <dt>{t('limitTravel')}</dt>
            <dd>{t('limitTravelOf', { amount: shown(rules.travelLimit), symbol })}</dd>
          </div>
        )}
      </dl>
      <p>{t('reviewFrom', { amount: shown(rules.reviewFrom), symbol })}</p>
    </>
  )
}
