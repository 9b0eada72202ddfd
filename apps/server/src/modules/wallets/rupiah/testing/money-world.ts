/**
 * A seeded simulation of the state machine: rows in memory, the real core, a bank with all faults, and
 * crashes between any two acts. Decisions and passes are the product's code.
 */
import { custodyAccounts } from '@tukar/core'
import { requireEdge } from '../../machine/edges.ts'
import { submitStep } from '../../machine/engine-steps.ts'
import { advanceRow } from '../../machine/advance.ts'
import { delayMs } from '../../machine/delay.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { checkHold } from '../../machine/hold-check.ts'
import { bookDeposit, bookWithdrawal } from '../booking.ts'
import { claimedHold, sponsorCommand } from '../commands.ts'
import * as deposits from '../deposits/deposit.ts'
import { rupiahOf } from '../units.ts'
import { decideWithdrawal, knownAfter } from '../withdrawals/withdrawal.ts'
import * as withdrawals from '../withdrawals/withdrawal-row.ts'
import { openBank } from './money-bank.ts'
import { openBooks } from './money-books.ts'

/** The simulated crash of the process. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

export type StoredRow<Row> = { row: Row; dueMs: number | null }
export const payoutFee = 500_000
/** The length of a security hold. */
const frozenMs = 60_000
export const fund = 800_000_000
export const userIds = [1_001, 1_002, 1_003]

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Column values as fields of the row: times in milliseconds. */
function fieldsOf(changes: ColumnValues): object {
  const read = Object.entries(changes).map(([name, value]) =>
    value instanceof Date ? [`${camel(name)}Ms`, value.getTime()] : [camel(name), value],
  )
  return Object.fromEntries(read)
}

/** Creates the simulation; `chance` is uniform below 1. */
export function openSimulation(chance: () => number) {
  const simulation = {
    nowMs: Date.UTC(2026, 10, 21),
    faults: 0.15,
    kills: 0.01,
    killed: 0,
    passes: 0,
  }
  const nowMs = () => simulation.nowMs
  const isFault = () => chance() < simulation.faults
  /** Between the check of the owner's account and the move to `sending` (ATT-92). */
  const isChangedMeanwhile = () => chance() < simulation.faults * 2
  const books = openBooks(userIds, fund, () =>
    isFault() ? (chance() < 0.5 ? 'before' : 'after') : 'no',
  )
  const ends = ['lost_before', 'lost_after', 'late', 'unreachable', 'refused'] as const
  const bank = openBank(
    { draw: () => (isFault() ? (ends[Math.floor(chance() * ends.length)] ?? 'fine') : 'fine') },
    nowMs,
    rupiahOf(payoutFee),
  )
  const depositRows = new Map<number, StoredRow<deposits.Deposit>>()
  const withdrawalRows = new Map<number, StoredRow<withdrawals.Withdrawal>>()
  const moves: string[] = []
  /** The pending top-up of a payout in units, and the number of earlier ones. */
  const lending = new Map<number, number>()
  const toppedUp = new Map<number, number>()

  /** The process may crash between any two acts. */
  const point = (): void => {
    if (chance() >= simulation.kills) return
    simulation.killed += 1
    throw new Killed()
  }
  function storedRow<Row>(rows: Map<number, StoredRow<Row>>, rowId: number): StoredRow<Row> {
    const stored = rows.get(rowId)
    if (stored === undefined) throw new Error(`no row ${rowId}`)
    return stored
  }

  type AnyRow = deposits.Deposit | withdrawals.Withdrawal
  /** The shared part of all executors: rows in memory, changed only in the version that was read. */
  function executorOn<Row extends AnyRow>(rows: Map<number, StoredRow<Row>>, rowId: number) {
    return {
      read: async () => ({ ...storedRow(rows, rowId).row }),
      nowMs,
      async move(row: Row, to: string, cause: string | null, changes: ColumnValues) {
        point()
        const stored = storedRow(rows, rowId)
        if (stored.row.version !== row.version) return null
        moves.push(`${rowId} ${row.state} ${to}`)
        const known = { state: to, cause, alarm: null, attempts: 0, updatedMs: simulation.nowMs }
        const version = row.version + 1
        stored.row = { ...stored.row, ...known, ...fieldsOf(changes), version }
        point()
        return { ...stored.row }
      },
      async wait(row: Row, pause: Parameters<typeof delayMs>[0] | null, alarm: string | null) {
        point()
        const stored = storedRow(rows, rowId)
        const isNews = stored.row.hints !== row.hints || stored.row.version !== row.version
        const ms = pause === null ? null : delayMs(pause, row.attempts, simulation.nowMs, chance())
        stored.dueMs = isNews ? simulation.nowMs : ms === null ? null : simulation.nowMs + ms
        stored.row = { ...stored.row, alarm, attempts: stored.row.attempts + (ms === 0 ? 0 : 1) }
      },
    }
  }

  async function actOnDeposit(
    row: deposits.Deposit,
    act: deposits.DepositAct,
    facts: deposits.DepositFacts,
  ): Promise<deposits.DepositFacts> {
    point()
    switch (act) {
      case 'create': {
        const expiresAtMs = simulation.nowMs + 86_400_000
        const invoice = bank.createInvoice(row.reference, rupiahOf(row.amount), expiresAtMs)
        point()
        return { ...facts, isFresh: true, invoice }
      }
      case 'ask':
        return { ...facts, isFresh: false, invoice: bank.findInvoice(row.reference) }
      case 'expire':
        return {
          ...facts,
          isExpireRequested: true,
          invoice: bank.expireInvoice(row.invoiceId ?? ''),
        }
      case 'credit':
      case 'grant':
      case 'reverse': {
        const known = await bookDeposit(books, row, act, facts)
        point()
        return known
      }
    }
  }

  async function actOnWithdrawal(
    row: withdrawals.Withdrawal,
    act: withdrawals.WithdrawalAct,
    facts: withdrawals.WithdrawalFacts,
  ): Promise<withdrawals.WithdrawalFacts> {
    point()
    switch (act) {
      case 'verify':
        return { ...facts, verified: await checkHold(books, claimedHold(row)) }
      case 'reserve':
        return { ...facts, funding: await reserve(row) }
      case 'send': {
        const { reference, net, bankCode, accountNumber } = row
        const order = { reference, amount: rupiahOf(net), bankCode, accountNumber }
        const payout = bank.createPayout(order)
        point()
        return { ...facts, payout }
      }
      case 'ask':
        return { ...facts, payout: bank.findPayout(row.reference) }
      case 'note_arrival': {
        const stored = storedRow(withdrawalRows, row.rowId)
        stored.row = { ...stored.row, cause: withdrawals.arrived }
        point()
        return { ...facts, arrival: 'noted' }
      }
      case 'drop_decision': {
        const stored = storedRow(withdrawalRows, row.rowId)
        const { version, hints } = stored.row
        stored.row = { ...stored.row, decision: null, version: version + 1, hints: hints + 1 }
        point()
        return { ...facts, isDropped: true }
      }
      case 'release':
        if (!(await bookTopUp(row))) return { ...facts, release: { status: 'later' } }
        return book(row, act, facts)
      case 'hold':
      case 'settle':
      case 'settle_fee':
      case 'give_back':
      case 'give_back_fee':
        return book(row, act, facts)
    }
  }

  async function book(
    row: withdrawals.Withdrawal,
    act: Parameters<typeof bookWithdrawal>[2],
    facts: withdrawals.WithdrawalFacts,
  ): Promise<withdrawals.WithdrawalFacts> {
    const known = await bookWithdrawal(books, row, act, facts)
    point()
    return known
  }

  /** Pays started top-ups, each once; false if one is not done yet. */
  async function bookTopUp(row: withdrawals.Withdrawal): Promise<boolean> {
    const amount = lending.get(row.rowId)
    if (amount === undefined) return true
    const name = `withdrawal:${row.rowId}:sponsor:${toppedUp.get(row.rowId) ?? 0}`
    bank.topUp(name, rupiahOf(amount))
    point()
    const step = await submitStep(books, sponsorCommand(row, amount), name)
    if (step.status !== 'done') return false
    point()
    lending.delete(row.rowId)
    toppedUp.set(row.rowId, (toppedUp.get(row.rowId) ?? 0) + 1)
    return true
  }

  async function reserve(row: withdrawals.Withdrawal) {
    const stored = storedRow(withdrawalRows, row.rowId)
    // Rupiah is halted for a while.
    if (isFault()) return 'later'
    if (row.reserved > 0) return 'reserved'
    if (!(await bookTopUp(row))) return 'later'
    const needed = row.net + row.providerFee
    const others = [...withdrawalRows.values()]
      .filter((one) => one !== stored)
      .reduce((sum, one) => sum + one.row.reserved, 0)
    const missing = needed + others + books.available(custodyAccounts.bank)
    if (missing > 0) {
      lending.set(row.rowId, missing)
      if (!(await bookTopUp(row))) return 'later'
    }
    stored.row = { ...stored.row, reserved: needed }
    return 'reserved'
  }

  /** A pass that a crash interrupts starts again at the next start. */
  async function runPass(
    stored: { dueMs: number | null },
    run: () => Promise<unknown>,
  ): Promise<void> {
    simulation.passes += 1
    try {
      await run()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      stored.dueMs ??= simulation.nowMs
    }
  }

  return {
    world: simulation,
    books,
    bank,
    depositRows,
    withdrawalRows,
    moves,
    async advanceDeposit(rowId: number, isFresh = false): Promise<void> {
      const shared = executorOn(depositRows, rowId)
      const executor = {
        ...shared,
        decide: deposits.decideDeposit,
        act: actOnDeposit,
        afterMove: (_: deposits.Deposit, facts: deposits.DepositFacts) => facts,
        move: (
          row: deposits.Deposit,
          to: deposits.Deposit['state'],
          ...rest: [string | null, ColumnValues]
        ) => {
          requireEdge(deposits.depositEdges, row.state, to)
          return shared.move(row, to, ...rest)
        },
      }
      const unknown = { ...deposits.nothingKnown, isFresh }
      await runPass(storedRow(depositRows, rowId), () => advanceRow(executor, unknown, () => false))
    },
    async advanceWithdrawal(rowId: number): Promise<void> {
      const shared = executorOn(withdrawalRows, rowId)
      const executor = {
        ...shared,
        decide: decideWithdrawal,
        act: actOnWithdrawal,
        afterMove: knownAfter,
        move: (
          row: withdrawals.Withdrawal,
          to: withdrawals.Withdrawal['state'],
          ...rest: [string | null, ColumnValues]
        ) => {
          const isHeldUp = to === 'sending' && isChangedMeanwhile()
          if (isHeldUp && row.state === 'approved') {
            const changes = {
              reserved: 0,
              frozen_until: new Date(simulation.nowMs + frozenMs),
              // The owner gets a cancel link by e-mail and may use it at once.
              canceled_by: chance() < 0.5 ? 'link' : null,
            }
            return shared.move(row, 'waiting', 'security_hold', changes)
          }
          requireEdge(withdrawals.withdrawalEdges, row.state, to)
          return shared.move(row, to, ...rest)
        },
      }
      const unknown = withdrawals.nothingKnown
      await runPass(storedRow(withdrawalRows, rowId), () =>
        advanceRow(executor, unknown, () => false),
      )
    },
  }
}
