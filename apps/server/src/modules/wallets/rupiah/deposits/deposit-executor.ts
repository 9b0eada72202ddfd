/** The executor of deposits. */
import { invoicePurpose } from '@tukar/i18n/server'
import type { DepositState } from '@tukar/wire'
import { pg } from '../../../../platform/database/driver.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { isCurrencyHalted } from '../../../accounting/index.ts'
import { requireEdge } from '../../machine/edges.ts'
import type { Executor } from '../../machine/advance.ts'
import { endPass } from '../../machine/end-pass.ts'
import { type ColumnValues, moveRow, type RowMove } from '../../machine/row-store.ts'
import { bookDeposit } from '../booking.ts'
import {
  decideDeposit,
  type Deposit,
  type DepositAct,
  depositEdges,
  type DepositFacts,
  factReused,
} from './deposit.ts'
import { findPayer, readDeposit } from './deposit-store.ts'
import { forgetApprovals } from '../../machine/approvals.ts'
import { alarmOf, withUnproven } from '../../machine/unproven-votes.ts'
import { userText } from '../own-words.ts'
import type { RupiahDeps } from '../deps.ts'
import { notifyDeposit } from '../notifications.ts'
import { rupiahId, rupiahOf } from '../units.ts'
import { isDepositOver, provenDeposit } from '../votes.ts'

export type DepositExecutor = Executor<
  Deposit,
  DepositState,
  DepositAct,
  DepositFacts,
  ColumnValues
>

/** PostgreSQL's error code for a violated unique constraint. */
const uniqueViolation = '23505'
const secondsPerHour = 3_600

/** Creates the executor of one pass, for the writer of this epoch. */
export function createDepositExecutor(
  deps: RupiahDeps,
  depositId: number,
  epoch: number,
): DepositExecutor {
  const { database } = deps
  return {
    async read() {
      return provenDeposit(deps, await readDeposit(database, depositId), { epoch })
    },
    decide: decideDeposit,
    act: (row, act, facts) => carryOut(deps, row, act, facts),
    afterMove: (_, facts) => facts,
    nowMs: Date.now,
    async move(row, to, cause, changes) {
      const moved = await moveOnce(deps, row, { to, cause, changes, epoch })
      return moved === null ? null : withUnproven(await provenDeposit(deps, moved, { epoch }), row)
    },
    wait: (row, delay, found) => {
      const alarm = alarmOf(row, found, isDepositOver(row))
      return endPass(deps, row, { kind: 'deposit', epoch, delay, alarm, nowMs: Date.now() })
    },
  }
}

type Move = Omit<RowMove, 'kind'> & { readonly to: DepositState }

async function moveOnce(deps: RupiahDeps, row: Deposit, what: Move): Promise<Deposit | null> {
  try {
    return await move(deps, row, what)
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.code === uniqueViolation
    if (!isTaken) throw error
    // The payment was credited for another row: one credit per payment (INV-12).
    const stray = { to: 'quarantined', cause: factReused, changes: {}, epoch: what.epoch } as const
    return move(deps, row, stray)
  }
}

async function move(deps: RupiahDeps, row: Deposit, what: Move): Promise<Deposit | null> {
  requireEdge(depositEdges, row.state, what.to)
  return inTransaction(deps.database, async (transaction) => {
    const changes =
      what.to === 'quarantined' || row.decision === 'credit'
        ? { ...what.changes, decision: null }
        : what.changes
    const isMoved = await moveRow(transaction, row, { kind: 'deposit', ...what, changes })
    if (!isMoved) return null
    // Earlier approvals were about another finding.
    if (what.to === 'quarantined') await forgetApprovals(transaction, 'deposit', row.rowId)
    const moved = await readDeposit(transaction, row.rowId)
    if (what.to !== row.state) await notifyDeposit(deps, transaction, moved)
    return moved
  })
}

async function carryOut(
  deps: RupiahDeps,
  row: Deposit,
  act: DepositAct,
  facts: DepositFacts,
): Promise<DepositFacts> {
  const { gateway, engine } = deps
  switch (act) {
    case 'create':
      return { ...facts, isFresh: true, invoice: await createInvoice(deps, row) }
    case 'ask':
      return { ...facts, isFresh: false, invoice: await gateway.findInvoice(row.reference) }
    case 'expire': {
      const invoice = await gateway.expireInvoice(row.invoiceId ?? '')
      return { ...facts, isExpireRequested: true, invoice }
    }
    case 'credit':
    case 'grant':
      // A credit while the currency is halted could be spent before its ledger is reconciled.
      if (await isCurrencyHalted(deps, rupiahId)) {
        return { ...facts, [act]: { status: 'later' } }
      }
      return bookDeposit(engine, row, act, facts)
    case 'reverse':
      return bookDeposit(engine, row, act, facts)
  }
}

async function createInvoice(deps: RupiahDeps, row: Deposit) {
  const payer = await findPayer(deps.database, row.userId)
  return deps.gateway.createInvoice({
    reference: row.reference,
    amount: rupiahOf(row.amount),
    description: userText(row.description) || invoicePurpose[row.language],
    payerEmail: payer?.email ?? '',
    expiresInSeconds: deps.limits.depositHours * secondsPerHour,
    returnUrl: `${deps.origin}/settings/wallets/idr_deposit`,
    language: row.language,
  })
}
