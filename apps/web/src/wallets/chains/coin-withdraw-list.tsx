/** The user's withdrawals of a coin (EVMW-03, BTCW-01): destination, steps, and cancellation. */
import { coinWithdrawalMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import { TransferSection } from '../transfers/transfer-list.tsx'
import { type Coin, type CoinWithdrawal, isWithdrawalOpen, shownDecimal } from './coin.ts'
import { cancelCoinWithdrawal } from './coin-calls.ts'
import { CoinRow } from './coin-row.tsx'
import { rowAddress } from './coin-withdrawal.ts'
import { refreshCoins, useCoinWithdrawals } from './use-coin.ts'

const t = pageTranslator(coinWithdrawalMessages)

/** The list. */
export function CoinWithdrawList({ coin }: { readonly coin: Coin }) {
  const list = useCoinWithdrawals(coin)
  const [selected, setSelected] = useState<CoinWithdrawal | null>(null)
  const { symbol } = coin
  return (
    <>
      <TransferSection
        title={t('listTitle', { symbol })}
        empty={t('listEmpty')}
        list={list}
        renderRow={(row) => <Row symbol={symbol} row={row} onCancel={() => setSelected(row)} />}
      />
      <CancelDialog symbol={symbol} row={selected} onClose={() => setSelected(null)} />
    </>
  )
}

function Row({
  symbol,
  row,
  onCancel,
}: {
  readonly symbol: string
  readonly row: CoinWithdrawal
  readonly onCancel: () => void
}) {
  const { toAddress, fee, net, amount, canCancel } = row
  const figures = { fee: shownDecimal(fee), net: shownDecimal(net), symbol }
  return (
    <CoinRow
      kind="withdrawal"
      row={row}
      symbol={symbol}
      isOpen={isWithdrawalOpen(row)}
      about={
        <>
          <span title={toAddress}>{t('toAddress', { address: rowAddress(toAddress) })}</span>
          {net !== '' && <span>{t('feeOf', figures)}</span>}
        </>
      }
      actions={
        canCancel ? (
          <Button onClick={onCancel}>
            {t('cancel')}
            <VisuallyHidden>{` ${shownDecimal(amount)} ${symbol}`}</VisuallyHidden>
          </Button>
        ) : null
      }
    />
  )
}

function CancelDialog({
  symbol,
  row,
  onClose,
}: {
  readonly symbol: string
  readonly row: CoinWithdrawal | null
  readonly onClose: () => void
}) {
  const { isBusy, run } = useBusy()
  const cancel = (id: string) =>
    run(async () => {
      const failure = await cancelCoinWithdrawal(id)
      refreshCoins()
      onClose()
      if (failure === null) toast('good', t('canceledToast'))
      else toast('bad', failureText(failure))
    })
  return (
    <Dialog
      isOpen={row !== null}
      onClose={onClose}
      title={t('cancelQuestion')}
      footer={
        <>
          <Button onClick={onClose}>{t('keepIt')}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => row !== null && cancel(row.id)}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {row !== null && <p>{t('cancelText', { amount: shownDecimal(row.amount), symbol })}</p>}
    </Dialog>
  )
}
