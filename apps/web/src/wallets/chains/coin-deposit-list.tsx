/** The own deposits of a coin (EVMD-17, BTCD-03): how far each is, why it waits, and what it needs. */
import { coinMessages } from '@tukar/i18n'
import { useState } from 'react'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { TransferSection } from '../transfer-list.tsx'
import {
  type Coin,
  type CoinDeposit,
  isDepositOpen,
  isSenderAsked,
  shownCoin,
  shownDecimal,
} from './coin.ts'
import { CoinRow } from './coin-row.tsx'
import { SenderDialog } from './sender-dialog.tsx'
import { useCoinDeposits, useWays } from './use-coin.ts'

const say = sayer(coinMessages)

/** The list. */
export function CoinDepositList({ coin }: { readonly coin: Coin }) {
  const list = useCoinDeposits(coin)
  const [asked, setAsked] = useState<CoinDeposit | null>(null)
  return (
    <>
      <TransferSection
        title={say('depositsTitle', { symbol: coin.symbol })}
        empty={say('depositsEmpty')}
        list={list}
        renderRow={(row) => <Row coin={coin} deposit={row} onAsk={() => setAsked(row)} />}
      />
      <SenderDialog coin={coin} deposit={asked} onClose={() => setAsked(null)} />
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
  const ways = useWays(coin).value
  const least = ways?.find(({ chain }) => chain === deposit.chain)?.leastDeposit ?? null
  const isSmall = deposit.state === 'too_small' && least !== null
  return (
    <CoinRow
      kind="deposit"
      row={deposit}
      symbol={symbol}
      isOpen={isDepositOpen(deposit)}
      about={
        isSmall && <span>{say('leastIs', { amount: shownCoin(least, decimals), symbol })}</span>
      }
      actions={
        isSenderAsked(deposit, coin) ? (
          <Button kind="primary" onClick={onAsk}>
            {say('senderComplete')}
            <VisuallyHidden>{` ${shownDecimal(deposit.amount)} ${symbol}`}</VisuallyHidden>
          </Button>
        ) : null
      }
    />
  )
}
