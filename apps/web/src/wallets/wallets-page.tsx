/**
 * The user's balances: the total in rupiah, each currency, live, with deposit and withdrawal links (WAL-01).
 */
import {
  addressBookMessages,
  statementMessages,
  balanceMessages,
  walletMessages,
} from '@tukar/i18n'
import { useMemo, useState } from 'react'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import { LazyIdentityNote } from '../agreement/lazy-identity-note.tsx'
import { pageTranslator } from '../app/translate.ts'
import { BonusCard } from '../bonus/bonus-card.tsx'
import { tradingRoute } from '../markets/market.ts'
import { useWallet } from '../trade/balances.ts'
import { useLiveMarkets } from '../trade/market/live-markets.ts'
import { PartBoundary } from '../foreign/part-boundary.tsx'
import { ButtonLink, Link } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback.tsx'
import type { Prices } from '../markets/rupiah-price.ts'
import { useCoinsInFlight } from './chains/use-coin.ts'
import { DigitsMenu } from './digits-menu.tsx'
import { MoneyMap } from './money-map.tsx'
import { findLastState } from './rupiah/rupiah.ts'
import { useDeposits, useOpenWithdrawals, useRupiahUpdates } from './rupiah/use-rupiah.ts'
import type { DigitChoice } from './wallet-digits.ts'
import { WalletTable } from './wallet-table.tsx'
import { valuedBalances, worthOfAll, worthOfAmounts } from './wallet-value.ts'
import styles from './wallets-page.module.css'

const t = pageTranslator(walletMessages)
const tBook = pageTranslator(addressBookMessages)
const tStatement = pageTranslator(statementMessages)
const tBalance = pageTranslator(balanceMessages)

/** `/settings/wallets` */
export function WalletsPage() {
  useRupiahUpdates()
  const [digits, setDigits] = useState<DigitChoice>('all')
  const { balances, state, retry } = useWallet()
  const { markets, state: marketsState } = useLiveMarkets()
  const inFlight = useInFlight(markets)
  const rows = useMemo(() => valuedBalances(balances, markets), [balances, markets])
  const isKnown = state === 'ready' && marketsState !== 'loading'
  const worth = useMemo(() => (isKnown ? worthOfAll(rows) : undefined), [isKnown, rows])
  return (
    <SettingsFrame title={t('title')} text={t('text')}>
      {state !== 'error' && (
        <PartBoundary>
          <MoneyMap worth={worth} inFlight={inFlight} />
        </PartBoundary>
      )}
      <div className={styles['card']}>
        <header className={styles['cardHead']}>
          <h2>{t('currencies')}</h2>
          <div className={styles['cardActions']}>
            <Link to="/settings/statements">{tStatement('open')}</Link>
            <Link to="/settings/wallets/address-book">{tBook('open')}</Link>
            <DigitsMenu value={digits} onChange={setDigits} />
          </div>
        </header>
        {state === 'error' ? (
          <ErrorState
            title={tBalance('walletFailed')}
            text={tBalance('balancesSafe')}
            onRetry={retry}
          />
        ) : (
          <PartBoundary>
            <WalletTable rows={rows} state={state} onRetry={retry} digits={digits} />
          </PartBoundary>
        )}
      </div>
      <LazyIdentityNote page="money" />
      <PartBoundary>
        <BonusCard />
      </PartBoundary>
      <section className={styles['notes']}>
        <h2>{t('helpTitle')}</h2>
        <p>{t('helpText')}</p>
        <h2>{t('exactTitle')}</h2>
        <p>{t('exactText')}</p>
        <ButtonLink {...tradingRoute} size="small">
          {t('trade')}
        </ButtonLink>
      </section>
    </SettingsFrame>
  )
}

/**
 * The amounts that withdrawals hold, and paid deposits that are not credited yet: rupiah, and coins by their
 * value.
 */
function useInFlight(markets: Prices) {
  const open = useOpenWithdrawals().value
  const { rows } = useDeposits()
  const coins = useCoinsInFlight().value
  if (open === undefined || coins === undefined) return null
  const arriving = rows
    .filter((row) => findLastState(row) === 'paid' || findLastState(row) === 'quarantined')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const withdrawals = open.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return {
    withdrawals: withdrawals + worthOfAmounts(coins.withdrawals, markets),
    arriving: arriving + worthOfAmounts(coins.deposits, markets),
  }
}
