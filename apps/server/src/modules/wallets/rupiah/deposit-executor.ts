/** Carries out what is decided about a deposit. */
import { invoicePurpose } from '@tukar/i18n/server'
import type { DepositState } from '@tukar/wire'
import { pg } from '../../../platform/database/driver.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { isCurrencyHalted } from '../../books/index.ts'
import { requireEdge } from '../machine/edges.ts'
import type { Hands } from '../machine/advance.ts'
import { pauseLook } from '../machine/end-pass.ts'
import { type ColumnValues, moveRow, type RowMove } from '../machine/row-store.ts'
import { bookDeposit } from './booking.ts'
import {
  decideDeposit,
  type Deposit,
  type DepositAct,
  depositEdges,
  type DepositFacts,
  factReused,
} from './deposit.ts'
import { findPayer, readDeposit } from './deposit-store.ts'
import { forgetApprovals } from '../machine/approvals.ts'
import { alarmOf, withUnproven } from '../machine/unproven-votes.ts'
import { ownWordsOf } from './own-words.ts'
import type { RupiahParts } from './deps.ts'
import { tellOfDeposit } from './notifications.ts'
import { rupiahId, rupiahOf } from './units.ts'
import { isDepositOver, provenDeposit } from './votes.ts'

export type DepositHands = Hands<Deposit, DepositState, DepositAct, DepositFacts, ColumnValues>

/** PostgreSQL's code of a value that another row has. */
const uniqueViolation = '23505'
const secondsPerHour = 3_600

/** The hands of one look, as the writer of this epoch. */
export function depositHands(parts: RupiahParts, depositId: number, epoch: number): DepositHands {
  const { database } = parts
  return {
    async read() {
      return provenDeposit(parts, await readDeposit(database, depositId), { epoch })
    },
    decide: decideDeposit,
    act: (row, act, facts) => carryOut(parts, row, act, facts),
    afterMove: (_, facts) => facts,
    nowMs: Date.now,
    async move(row, to, cause, changes) {
      const moved = await moveOnce(parts, row, { to, cause, changes, epoch })
      return moved === null ? null : withUnproven(await provenDeposit(parts, moved, { epoch }), row)
    },
    pause: (row, pause, found) => {
      const alarm = alarmOf(row, found, isDepositOver(row))
      return pauseLook(parts, row, { kind: 'deposit', epoch, pause, alarm, nowMs: Date.now() })
    },
  }
}

type Move = Omit<RowMove, 'kind'> & { readonly to: DepositState }

async function moveOnce(parts: RupiahParts, row: Deposit, what: Move): Promise<Deposit | null> {
  try {
    return await move(parts, row, what)
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.code === uniqueViolation
    if (!isTaken) throw error
    // The payment was credited for another row: one credit a fact (INV-12).
    const stray = { to: 'quarantined', cause: factReused, changes: {}, epoch: what.epoch } as const
    return move(parts, row, stray)
  }
}

async function move(parts: RupiahParts, row: Deposit, what: Move): Promise<Deposit | null> {
  requireEdge(depositEdges, row.state, what.to)
  return inTransaction(parts.database, async (transaction) => {
    const changes =
      what.to === 'quarantined' || row.decision === 'credit'
        ? { ...what.changes, decision: null }
        : what.changes
    const isMoved = await moveRow(transaction, row, { kind: 'deposit', ...what, changes })
    if (!isMoved) return null
    // What operators agreed to before was about another finding.
    if (what.to === 'quarantined') await forgetApprovals(transaction, 'deposit', row.rowId)
    const moved = await readDeposit(transaction, row.rowId)
    if (what.to !== row.state) await tellOfDeposit(parts, transaction, moved)
    return moved
  })
}

async function carryOut(
  parts: RupiahParts,
  row: Deposit,
  act: DepositAct,
  facts: DepositFacts,
): Promise<DepositFacts> {
  const { gateway, engine } = parts
  switch (act) {
    case 'create':
      return { ...facts, isFresh: true, invoice: await createInvoice(parts, row) }
    case 'ask':
      return { ...facts, isFresh: false, invoice: await gateway.findInvoice(row.reference) }
    case 'expire': {
      const invoice = await gateway.expireInvoice(row.invoiceId ?? '')
      return { ...facts, isExpireAsked: true, invoice }
    }
    case 'credit':
    case 'grant':
      // What was credited while the books do not fit could be spent before they do.
      if (await isCurrencyHalted(parts, rupiahId)) {
        return { ...facts, [act]: { status: 'later' } }
      }
      return bookDeposit(engine, row, act, facts)
    case 'reverse':
      return bookDeposit(engine, row, act, facts)
  }
}

async function createInvoice(parts: RupiahParts, row: Deposit) {
  const payer = await findPayer(parts.database, row.userId)
  return parts.gateway.createInvoice({
    reference: row.reference,
    amount: rupiahOf(row.amount),
    description: ownWordsOf(row.description) || invoicePurpose[row.language],
    payerEmail: payer?.email ?? '',
    expiresInSeconds: parts.limits.depositHours * secondsPerHour,
    returnUrl: `${parts.origin}/settings/wallets/idr_deposit`,
    language: row.language,
  })
}
