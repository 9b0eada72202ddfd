/** The own withdrawals (IDRW-06, IDRW-07): where each goes, its steps, and canceling while one can. */
import { rupiahMessages } from '@tukar/i18n'
import { useState } from 'react'
import { useBusy } from '../accounts/use-busy.ts'
import { failureText } from '../api/failure-text.ts'
import { sayer } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { VisuallyHidden } from '../ui/feedback.tsx'
import { toast } from '../ui/toast.tsx'
import { cancelWithdrawal } from './rupiah-calls.ts'
import { isPaidOut, shownRupiah, type Withdrawal } from './rupiah.ts'
import { type Chip, TransferRow, TransferSection } from './transfer-list.tsx'
import { refreshRupiah, useWithdrawals } from './use-rupiah.ts'

const say = sayer(rupiahMessages)

const chips: Readonly<Record<string, Chip>> = {
  requested: { text: say('chipHeld'), tone: 'neutral' },
  held: { text: say('chipHeld'), tone: 'neutral' },
  approved: { text: say('chipSending'), tone: 'accent' },
  sending: { text: say('chipSending'), tone: 'accent' },
  unknown: { text: say('chipAsking'), tone: 'warn' },
  sent: { text: say('chipAtBank'), tone: 'accent' },
  completed: { text: say('chipDone'), tone: 'up' },
  failed: { text: say('chipFailed'), tone: 'down' },
  canceled: { text: say('chipCanceled'), tone: 'neutral' },
  refused: { text: say('chipRefused'), tone: 'down' },
  reversed: { text: say('chipSentBack'), tone: 'down' },
}
const waits: Readonly<Record<string, string>> = {
  security_hold: say('chipSecurity'),
  new_device: say('chipDevice'),
  new_receiver: say('chipReceiver'),
  review: say('chipApproval'),
  name_mismatch: say('chipApproval'),
  gateway_balance: say('chipOurBalance'),
  account_suspended: say('chipSuspended'),
  account_held: say('chipAccountHeld'),
}

function chipOf(withdrawal: Withdrawal): Chip {
  const { state, cause } = withdrawal.steps.at(-1) ?? { state: '', cause: null }
  if (state === 'canceled' && cause === 'operator') {
    return { text: say('chipRejected'), tone: 'down' }
  }
  if (state === 'waiting') return { text: waits[cause ?? ''] ?? say('chipWaiting'), tone: 'warn' }
  const known = chips[state]
  if (known !== undefined) return known
  if (withdrawal.status === 'COMPLETED') return { text: say('chipDone'), tone: 'up' }
  return withdrawal.status === 'PENDING'
    ? { text: say('chipWaiting'), tone: 'warn' }
    : { text: say('chipFailed'), tone: 'down' }
}

/** The list. */
export function WithdrawList() {
  const list = useWithdrawals()
  const [asked, setAsked] = useState<Withdrawal | null>(null)
  return (
    <>
      <TransferSection
        title={say('withdrawsTitle')}
        empty={say('withdrawsEmpty')}
        list={list}
        renderRow={(row) => <Row withdrawal={row} onCancel={() => setAsked(row)} />}
      />
      <CancelDialog withdrawal={asked} onClose={() => setAsked(null)} />
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
      chip={chipOf(withdrawal)}
      about={
        <>
          <span>{say('toBank', { bank: bank.bank, number: bank.number })}</span>
          <span>
            {isPaidOut(withdrawal)
              ? say('feeOf', { fee: shownRupiah(fee), net: shownRupiah(net) })
              : say('nothingArrives')}
          </span>
        </>
      }
      actions={
        canCancel ? (
          <Button onClick={onCancel}>
            {say('cancel')}
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
      if (failure === null) toast('good', say('canceledToast'))
      else toast('bad', failureText(failure))
    })
  return (
    <Dialog
      isOpen={withdrawal !== null}
      onClose={onClose}
      title={say('cancelQuestion')}
      footer={
        <>
          <Button onClick={onClose}>{say('keepIt')}</Button>
          <Button
            kind="danger"
            isBusy={isBusy}
            onClick={() => withdrawal !== null && cancel(withdrawal.id)}
          >
            {say('cancel')}
          </Button>
        </>
      }
    >
      {withdrawal !== null && (
        <p>{say('cancelText', { amount: shownRupiah(withdrawal.amount) })}</p>
      )}
    </Dialog>
  )
}
