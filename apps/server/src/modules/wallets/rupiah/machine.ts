/** The state machine of rupiah. Rows advance in the worker, or at once for a caller. */
import type { Engine } from '../../../engine/index.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { advanceRow } from '../machine/advance.ts'
import { endFailedPass } from '../machine/end-pass.ts'
import { releaseClaims, type RowKind, claimDue, claimRow } from '../machine/row-store.ts'
import { startWorker } from '../machine/worker.ts'
import { wakePostponed, onceAMinute } from '../waiting/postponed-rows.ts'
import { callbacksAtOnceMax, applyCallbacks } from './gateway/callbacks.ts'
import { type Deposit, nothingKnown as nothingOfDeposit } from './deposits/deposit.ts'
import { createDepositExecutor } from './deposits/deposit-executor.ts'
import type { RupiahDeps } from './deps.ts'
import { rememberRefused } from './releasing/refused-payouts.ts'
import { createFunding } from './funding.ts'
import {
  nothingKnown as nothingOfWithdrawal,
  type Withdrawal,
} from './withdrawals/withdrawal-row.ts'
import { createWithdrawalExecutor } from './withdrawals/withdrawal-executor.ts'

export type RupiahMachine = {
  /**
   * The epoch under which rows are written now; refuses `engine.unavailable` if this server does not lead.
   */
  epoch(): number
  /** Advances a new deposit until it can be paid. */
  advanceNewDeposit(depositId: number): Promise<Deposit>
  /** Advances a new withdrawal until its money is held. */
  advanceNewWithdrawal(withdrawalId: number): Promise<Withdrawal>
  /**
   * Advances a row as far as possible now. It does nothing while another pass runs, which will see the news.
   */
  advanceNow(kind: RowKind, rowId: number): Promise<void>
  /** Processes due rows at once. */
  wake(): void
  stop(): Promise<void>
}

/** Starts the state machine. */
export function startRupiahMachine(deps: RupiahDeps): RupiahMachine {
  const { database, engine, gateway, log } = deps
  const withFunding = { ...deps, funding: createFunding(deps), refused: rememberRefused() }

  /** Ends a failed pass and schedules the next one. */
  async function guarded<T>(kind: RowKind, rowId: number, advance: () => Promise<T>): Promise<T> {
    try {
      return await advance()
    } catch (error) {
      await endFailedPass(deps, kind, rowId)
      throw error
    }
  }
  const advanceDeposit = (rowId: number, epoch: number, isFresh: boolean) =>
    guarded('deposit', rowId, () => {
      const isEnough = (row: Deposit) => isFresh && row.state !== 'created'
      const executor = createDepositExecutor(deps, rowId, epoch)
      return advanceRow(executor, { ...nothingOfDeposit, isFresh }, isEnough)
    })
  const advanceWithdrawal = (rowId: number, epoch: number, isNew: boolean) =>
    guarded('withdrawal', rowId, () => {
      const isEnough = (row: Withdrawal) => isNew && row.state !== 'requested'
      const executor = createWithdrawalExecutor(withFunding, rowId, epoch)
      return advanceRow(executor, nothingOfWithdrawal, isEnough)
    })
  const advance = async (kind: RowKind, rowId: number, epoch: number): Promise<void> => {
    await (kind === 'deposit'
      ? advanceDeposit(rowId, epoch, false)
      : advanceWithdrawal(rowId, epoch, false))
  }

  const kinds: RowKind[] = ['deposit', 'withdrawal']
  /** Withdrawals keep their status during maintenance, because their owner could not cancel them. */
  const isPaused = (kind: RowKind) => kind === 'withdrawal' && deps.isClosed()
  const wakeDue = onceAMinute(async () => void (await wakePostponed(database, 'withdrawal')))
  const worker = startWorker({
    status: () => engine.status(),
    async begin(epoch) {
      for (const kind of kinds) await releaseClaims(database, kind, epoch)
    },
    async applyNews() {
      await wakeDue()
      let applied = callbacksAtOnceMax
      while (applied === callbacksAtOnceMax) applied = await applyCallbacks(database, gateway)
    },
    async claim(epoch, max) {
      // Alternates the kinds, so that neither delays the other.
      kinds.reverse()
      const passes: (() => Promise<void>)[] = []
      for (const kind of kinds.filter((one) => !isPaused(one))) {
        const left = max - passes.length
        const rowIds = left > 0 ? await claimDue(database, kind, { epoch, max: left }) : []
        passes.push(...rowIds.map((rowId) => () => advance(kind, rowId, epoch)))
      }
      return passes
    },
    onError: (error) =>
      log.warn({ error: String(error) }, 'a pass of the rupiah deposits and withdrawals failed'),
  })
  const epoch = (): number => leadingEpoch(engine)
  const wake = (): void => worker.wake()
  return {
    epoch,
    advanceNewDeposit: (rowId) => advanceDeposit(rowId, epoch(), true).finally(wake),
    advanceNewWithdrawal: (rowId) => advanceWithdrawal(rowId, epoch(), true).finally(wake),
    async advanceNow(kind, rowId) {
      if (isPaused(kind)) return
      const at = epoch()
      if (await claimRow(database, kind, { epoch: at, rowId })) await advance(kind, rowId, at)
    },
    wake,
    stop: () => worker.stop(),
  }
}

function leadingEpoch(engine: Pick<Engine, 'status'>): number {
  const { state, epoch } = engine.status()
  if (state !== 'leading') throw new Refusal('engine.unavailable')
  return epoch
}
