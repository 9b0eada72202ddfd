/**
 * The frame of a coin's pages: the balance (EVMD-01), and the tabs for deposit and withdrawal (EVMD-02). A
 * symbol with another page redirects (DEC-116).
 */
import { coinMessages } from '@tukar/i18n'
import { Link, Navigate } from '../../router/link.tsx'
import type { ReactNode } from 'react'
import { SettingsFrame } from '../../accounts/settings/settings-frame.tsx'
import { WalletNotice } from '../../announcements/wallet-notice.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { AssetIcon } from '../../ui/asset-icon.tsx'
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import rupiahStyles from '../rupiah/rupiah.module.css'
import styles from './chains.module.css'
import { type Coin, shownDecimal } from './coin.ts'
import { useCoin, useCoinBalance, useCoinUpdates } from './use-coin.ts'

const t = pageTranslator(coinMessages)

export type CoinDirection = 'deposit' | 'withdraw'

export type CoinPageProps = {
  readonly symbol: string
  readonly direction: CoinDirection
  readonly children: (coin: Coin) => ReactNode
}

/** A page of a coin, rendered once the coin is loaded. */
export function CoinPage({ symbol, direction, children }: CoinPageProps) {
  useCoinUpdates(symbol)
  const { value: coin, isFailed, retry } = useCoin(symbol)
  if (coin === null || coin?.isShown === false) return <Navigate to="/settings/wallets" replace />
  const isDeposit = direction === 'deposit'
  return (
    <SettingsFrame
      title={t(isDeposit ? 'depositTitle' : 'withdrawTitle', { symbol })}
      text={t(isDeposit ? 'depositText' : 'withdrawText', { symbol })}
    >
      <DirectionTabs symbol={symbol} />
      <WalletNotice symbol={symbol} />
      <Holding symbol={symbol} coin={coin} />
      {isFailed ? (
        <div className={rupiahStyles['card']}>
          <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={retry} />
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

/** Shown while operators halted the direction. */
function Closed({ coin, isDeposit }: { readonly coin: Coin; readonly isDeposit: boolean }) {
  if (isDeposit ? coin.isDepositOpen : coin.isWithdrawOpen) return null
  const { symbol } = coin
  return (
    <Banner tone="warn">
      <strong>{t(isDeposit ? 'depositClosed' : 'withdrawClosed', { symbol })}</strong>
      <p>{t(isDeposit ? 'depositClosedText' : 'withdrawClosedText')}</p>
    </Banner>
  )
}

function DirectionTabs({ symbol }: { readonly symbol: string }) {
  const params = { currency: symbol }
  return (
    <nav className={rupiahStyles['ways']} aria-label={symbol}>
      <Link to="/settings/wallets" isExact>
        {t('toWallets')}
      </Link>
      {symbol === 'BTC' ? (
        <>
          <Link to="/settings/wallets/btc_deposit">{t('toDeposit')}</Link>
          <Link to="/settings/wallets/btc_withdraw">{t('toWithdraw')}</Link>
        </>
      ) : (
        <>
          <Link to="/settings/wallets/$currency/deposit" params={params}>
            {t('toDeposit')}
          </Link>
          <Link to="/settings/wallets/$currency/withdraw" params={params}>
            {t('toWithdraw')}
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
    <section className={styles['holding']} aria-label={t('holding', { symbol })}>
      <AssetIcon symbol={symbol} source={coin?.icon ?? balance?.icon ?? null} size={36} />
      <p className={styles['holdingName']}>
        <b>{symbol}</b>
        <span>{coin?.name ?? balance?.name ?? ''}</span>
      </p>
      <dl>
        <div>
          <dt>{t('balance')}</dt>
          <dd>{shown(balance?.available)}</dd>
        </div>
        <div>
          <dt>{t('inProcess')}</dt>
          <dd>{shown(balance?.held)}</dd>
        </div>
      </dl>
    </section>
  )
}
