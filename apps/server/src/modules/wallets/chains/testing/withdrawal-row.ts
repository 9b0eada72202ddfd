/** For tests: a withdrawal of bitcoin that was just asked for. */
import { noPause } from '../../machine/request-pause.ts'
import type { ChainWithdrawal } from '../withdrawals/withdrawal-row.ts'

export const requested: ChainWithdrawal = {
  rowId: 1,
  userId: 1001,
  state: 'requested',
  cause: null,
  alarm: null,
  version: 0,
  hints: 0,
  attempts: 0,
  chain: 'bitcoin',
  currencyId: 2,
  contract: null,
  amount: 1_000,
  fee: 100,
  net: 900,
  toAddress: 'bcrt1qsomewhere',
  holdId: null,
  ...noPause,
  isEarly: false,
  frozenUntilMs: null,
  frozenCause: null,
  accountHold: null,
  approvalsNeeded: 0,
  approvals: 0,
  agreedBack: 0,
  canceledBy: null,
  sentAtMs: null,
  signedCount: 0,
}
