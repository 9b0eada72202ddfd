/**
 * Deposits of a coin or token: its address, its rules, the claim of a missing deposit, and the list
 * (EVMD-03). The currency decides which panels are shown (EVMD-04); bitcoin has a separate page.
 */
import { useParams } from '../../router/state.ts'
import rupiahStyles from '../rupiah/rupiah.module.css'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { AddressPanel, findFamily } from './address-panel.tsx'
import styles from './chains.module.css'
import type { Coin } from './coin.ts'
import { CoinDepositList } from './coin-deposit-list.tsx'
import { CoinPage } from './coin-page.tsx'
import { DepositInfo } from './deposit-info.tsx'
import { ManualPanel } from './manual-panel.tsx'
import { useAddress } from './use-coin.ts'

/** `/settings/wallets/{currency}/deposit` */
export function CoinDepositPage() {
  const { currency }: { readonly currency?: string } = useParams()
  return <DepositOf key={currency} symbol={(currency ?? '').toUpperCase()} />
}

/** `/settings/wallets/btc_deposit` */
export function BitcoinDepositPage() {
  return <DepositOf symbol="BTC" />
}

function DepositOf({ symbol }: { readonly symbol: string }) {
  return (
    <CoinPage symbol={symbol} direction="deposit">
      {(coin) => (
        <>
          {coin.isDepositOpen && (
            <PartBoundary>
              <Panels coin={coin} />
            </PartBoundary>
          )}
          <PartBoundary>
            <CoinDepositList coin={coin} />
          </PartBoundary>
        </>
      )}
    </CoinPage>
  )
}

function Panels({ coin }: { readonly coin: Coin }) {
  const { panels } = coin
  // Bitcoin's page has its address and the rules beside it; the panels of other coins do not apply.
  const isBitcoin = coin.kind === 'bitcoin'
  const hasAddress = isBitcoin || panels.address
  const hasInfo = isBitcoin || panels.info
  // The panels below the address are rendered once its height is final, so that they do not move.
  const address = useAddress(findFamily(coin))
  const isAwaited = hasAddress && address.value === undefined && !address.isFailed
  return (
    <div className={hasInfo ? rupiahStyles['columns'] : rupiahStyles['panels']}>
      {hasInfo && <DepositInfo coin={coin} />}
      <div className={rupiahStyles['panels']}>
        {hasAddress && <AddressPanel coin={coin} />}
        {panels.manual && (
          <div className={isAwaited ? styles['awaited'] : undefined}>
            <ManualPanel coin={coin} />
          </div>
        )}
      </div>
    </div>
  )
}
