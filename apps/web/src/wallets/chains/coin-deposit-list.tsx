/** The user's deposits of a coin (EVMD-17, BTCD-03): progress, reason for waiting, and required actions. */
import { coinMessages } from '@tukar/i18n'
import { useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { TransferSection } from '../transfers/transfer-list.tsx'
import {
  type Coin,
  type CoinDeposit,
  isDepositOpen,
  isSenderRequired,
  shownCoin,
  shownDecimal,
} from './coin.ts'
import { CoinRow } from './coin-row.tsx'
import { SenderDialog } from './sender-dialog.tsx'
import { useCoinDeposits, useNetworks } from './use-coin.ts'

const t = pageTranslator(coinMessages)

/** The list. */
export function CoinDepositList({ coin }: { readonly coin: Coin }) {
  const list = useCoinDeposits(coin)
  const [selected, setSelected] = useState<CoinDeposit | null>(null)
  return (
    <>
      <TransferSection
        title={t('depositsTitle', { symbol: coin.symbol })}
        empty={t('depositsEmpty')}
        list={list}
        renderRow={(row) => <Row coin={coin} deposit={row} onAsk={() => setSelected(row)} />}
      />
      <SenderDialog coin={coin} deposit={selected} onClose={() => setSelected(null)} />
    </>
  )
}

function Row({
  coin,
  deposit,
  onAsk,
}: {
  readonly coin: Coin
  readonly deposit: CoinDeposit
  readonly onAsk: () => void
}) {
  const { symbol, decimals } = coin
  const networks = useNetworks(coin).value
  const least = networks?.find(({ chain }) => chain === deposit.chain)?.leastDeposit ?? null
  const isSmall = deposit.state === 'too_small' && least !== null
  return (
    <CoinRow
      kind="deposit"
      row={deposit}
      symbol={symbol}
      isOpen={isDepositOpen(deposit)}
      about={isSmall && <span>{t('leastIs', { amount: shownCoin(least, decimals), symbol })}</span>}
      actions={
        isSenderRequired(deposit, coin) ? (
          <Button kind="primary" onClick={onAsk}>
            {t('senderComplete')}
            <VisuallyHidden>{` ${shownDecimal(deposit.amount)} ${symbol}`}</VisuallyHidden>
          </Button>
        ) : null
      }
    />
  )
}
