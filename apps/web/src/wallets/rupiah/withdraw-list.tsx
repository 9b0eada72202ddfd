/** The user's withdrawals (IDRW-06, IDRW-07): destination, steps, and cancellation. */
import { rupiahMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { VisuallyHidden } from '../../ui/feedback.tsx'
import { toast } from '../../ui/toast.tsx'
import { cancelWithdrawal } from './rupiah-calls.ts'
import { isPaidOut, shownRupiah, type Withdrawal } from './rupiah.ts'
import { type Chip, TransferRow, TransferSection } from '../transfers/transfer-list.tsx'
import { refreshRupiah, useWithdrawals } from './use-rupiah.ts'

const t = pageTranslator(rupiahMessages)

const chips: Readonly<Record<string, Chip>> = {
  requested: { text: t('chipHeld'), tone: 'neutral' },
  held: { text: t('chipHeld'), tone: 'neutral' },
  approved: { text: t('chipSending'), tone: 'accent' },
  sending: { text: t('chipSending'), tone: 'accent' },
  unknown: { text: t('chipAsking'), tone: 'warn' },
  sent: { text: t('chipAtBank'), tone: 'accent' },
  completed: { text: t('chipDone'), tone: 'up' },
  failed: { text: t('chipFailed'), tone: 'down' },
  canceled: { text: t('chipCanceled'), tone: 'neutral' },
  refused: { text: t('chipRefused'), tone: 'down' },
  reversed: { text: t('chipSentBack'), tone: 'down' },
}
const waits: Readonly<Record<string, string>> = {
  security_hold: t('chipSecurity'),
  new_device: t('chipDevice'),
  new_receiver: t('chipReceiver'),
  review: t('chipApproval'),
  name_mismatch: t('chipApproval'),
  gateway_balance: t('chipOurBalance'),
  account_suspended: t('chipSuspended'),
  account_held: t('chipAccountHeld'),
}

function toChip(withdrawal: Withdrawal): Chip {
  const { state, cause } = withdrawal.steps.at(-1) ?? { state: '', cause: null }
  if (state === 'canceled' && cause === 'operator') {
    return { text: t('chipRejected'), tone: 'down' }
  }
  if (state === 'waiting') return { text: waits[cause ?? ''] ?? t('chipWaiting'), tone: 'warn' }
  const known = chips[state]
  if (known !== undefined) return known
  if (withdrawal.status === 'COMPLETED') return { text: t('chipDone'), tone: 'up' }
  return withdrawal.status === 'PENDING'
    ? { text: t('chipWaiting'), tone: 'warn' }
    : { text: t('chipFailed'), tone: 'down' }
}

/** The list. */
export function WithdrawList() {
  const list = useWithdrawals()
  const [selected, setSelected] = useState<Withdrawal | null>(null)
  return (
    <>
      <TransferSection
        title={t('withdrawsTitle')}
        empty={t('withdrawsEmpty')}
        list={list}
        renderRow={(row) => <Row withdrawal={row} onCancel={() => setSelected(row)} />}
      />
      <CancelDialog withdrawal={selected} onClose={() => setSelected(null)} />
    </>
  )
}

function Row({
  withdrawal,
  onCancel,
}: {
  readonly withdrawal: Withdrawal
  readonly onCancel: () => void
}) {
  const { bank, amount, fee, net, canCancel } = withdrawal
  return (
    <TransferRow
      kind="withdrawal"
      row={withdrawal}
      chip={toChip(withdrawal)}
      about={
        <>
          <span>{t('toBank', { bank: bank.bank, number: bank.number })}</span>
          <span>
            {isPaidOut(withdrawal)
              ? t('feeOf', { fee: shownRupiah(fee), net: shownRupiah(net) })
              : t('nothingArrives')}
          </span>
        </>
      }
      actions={
        canCancel ? (
          <Button onClick={onCancel}>
            {t('cancel')}
            <VisuallyHidden>{` Rp ${shownRupiah(amount)}`}</VisuallyHidden>
          </Button>
        ) : null
      }
    />
  )
}

function CancelDialog({
  withdrawal,
  onClose,
}: {
  readonly withdrawal: Withdrawal | null
  readonly onClose: () => void
}) {
  const { isBusy, run } = useBusy()
  const cancel = (id: string) =>
    run(async () => {
      const failure = await cancelWithdrawal(id)
      refreshRupiah()
      onClose()
      if (failure === null) toast('good', t('canceledToast'))
      else toast('bad', failureText(failure))
    })
  return (
    <Dialog
      isOpen={withdrawal !== null}
      onClose={onClose}
      title={t('cancelQuestion')}
      footer={
        <>
          <Button onClick={onClose}>{t('keepIt')}</Button>
          <Button
            kind="danger"
            isBusy={isBusy}
            onClick={() => withdrawal !== null && cancel(withdrawal.id)}
          >
            {t('cancel')}
          </Button>
        </>
      }
    >
      {withdrawal !== null && <p>{t('cancelText', { amount: shownRupiah(withdrawal.amount) })}</p>}
    </Dialog>
  )
}
