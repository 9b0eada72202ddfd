/**
 * What the pages of a coin share: the frame, what there is of it (EVMD-01), and the way between depositing
 * and withdrawing (EVMD-02). A symbol that has no such page leads elsewhere (DEC-116).
 */
import { coinMessages } from '@tukar/i18n'
import { Link, Navigate } from '../../router/link.tsx'
import type { ReactNode } from 'react'
import { SettingsFrame } from '../../accounts/settings/settings-frame.tsx'
import { WalletNotice } from '../../announcements/wallet-notice.tsx'
import { sayer } from '../../app/translate.ts'
import { AssetIcon } from '../../ui/asset-icon.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import rupiahStyles from '../rupiah.module.css'
import styles from './chains.module.css'
import { type Coin, shownDecimal } from './coin.ts'
import { useCoin, useCoinBalance, useCoinNews } from './use-coin.ts'

const say = sayer(coinMessages)

export type CoinDirection = 'deposit' | 'withdraw'

export type CoinPageProps = {
  readonly symbol: string
  readonly direction: CoinDirection
  readonly children: (coin: Coin) => ReactNode
}

/** A page of a coin, once it is known what the coin is. */
export function CoinPage({ symbol, direction, children }: CoinPageProps) {
  useCoinNews(symbol)
  const { value: coin, isFailed, retry } = useCoin(symbol)
  if (coin === null || coin?.isShown === false) return <Navigate to="/settings/wallets" replace />
  const isDeposit = direction === 'deposit'
  return (
    <SettingsFrame
      title={say(isDeposit ? 'depositTitle' : 'withdrawTitle', { symbol })}
      text={say(isDeposit ? 'depositText' : 'withdrawText', { symbol })}
    >
      <Ways symbol={symbol} />
      <WalletNotice symbol={symbol} />
      <Holding symbol={symbol} coin={coin} />
      {isFailed ? (
        <div className={rupiahStyles['card']}>
          <ErrorState title={say('loadFailed')} text={say('loadFailedText')} onRetry={retry} />
        </div>
      ) : coin === undefined ? (
        <div className={rupiahStyles['card']} aria-busy="true">
          <Skeleton width="100%" height={240} />
        </div>
      ) : (
        <>
          <Closed coin={coin} isDeposit={isDeposit} />
          {children(coin)}
        </>
      )}
    </SettingsFrame>
  )
}

/** What operators closed for now. */
function Closed({ coin, isDeposit }: { readonly coin: Coin; readonly isDeposit: boolean }) {
  if (isDeposit ? coin.isDepositOpen : coin.isWithdrawOpen) return null
  const { symbol } = coin
  return (
    <Banner tone="warn">
      <strong>{say(isDeposit ? 'depositClosed' : 'withdrawClosed', { symbol })}</strong>
      <p>{say(isDeposit ? 'depositClosedText' : 'withdrawClosedText')}</p>
    </Banner>
  )
}

function Ways({ symbol }: { readonly symbol: string }) {
  const params = { currency: symbol }
  return (
    <nav className={rupiahStyles['ways']} aria-label={symbol}>
      <Link to="/settings/wallets" isExact>
        {say('toWallets')}
      </Link>
      {symbol === 'BTC' ? (
        <>
          <Link to="/settings/wallets/btc_deposit">{say('toDeposit')}</Link>
          <Link to="/settings/wallets/btc_withdraw">{say('toWithdraw')}</Link>
        </>
      ) : (
        <>
          <Link to="/settings/wallets/$currency/deposit" params={params}>
            {say('toDeposit')}
          </Link>
          <Link to="/settings/wallets/$currency/withdraw" params={params}>
            {say('toWithdraw')}
          </Link>
        </>
      )}
    </nav>
  )
}

function Holding({ symbol, coin }: { readonly symbol: string; readonly coin: Coin | undefined }) {
  const balance = useCoinBalance(symbol)
  const shown = (text: string | undefined) =>
    text === undefined ? '–' : `${shownDecimal(text)} ${symbol}`
  return (
    <section className={styles['holding']} aria-label={say('holding', { symbol })}>
      <AssetIcon symbol={symbol} source={coin?.icon ?? balance?.icon ?? null} size={36} />
      <p className={styles['holdingName']}>
        <b>{symbol}</b>
        <span>{coin?.name ?? balance?.name ?? ''}</span>
      </p>
      <dl>
        <div>
          <dt>{say('balance')}</dt>
          <dd>{shown(balance?.available)}</dd>
        </div>
        <div>
          <dt>{say('inProcess')}</dt>
          <dd>{shown(balance?.held)}</dd>
        </div>
      </dl>
    </section>
  )
}
