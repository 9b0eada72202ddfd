/** The machine of rupiah: looks at deposits and withdrawals, by the worker or at once for a caller. */
import type { Engine } from '../../../engine/index.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { lookAt } from '../machine/advance.ts'
import { breakLook } from '../machine/end-pass.ts'
import { endTaken, type RowKind, takeDue, takeOne } from '../machine/row-store.ts'
import { startWorker } from '../machine/worker.ts'
import { hastenForgotten, onceAMinute } from '../waiting/postponed-rows.ts'
import { callbacksAtOnceMax, takeCallbacks } from './callbacks.ts'
import { type Deposit, nothingKnown as nothingOfDeposit } from './deposit.ts'
import { depositHands } from './deposit-executor.ts'
import type { RupiahParts } from './deps.ts'
import { rememberRefused } from './releasing/refused-payouts.ts'
import { createRoom } from './funding.ts'
import { nothingKnown as nothingOfWithdrawal, type Withdrawal } from './withdrawal-row.ts'
import { withdrawalHands } from './withdrawal-executor.ts'

export type RupiahMachine = {
  /** The epoch under which rows are written now; refuses `engine.unavailable` where there is none. */
  epoch(): number
  /** Looks at a deposit whose row was just stored, until it can be paid. */
  lookAtNewDeposit(depositId: number): Promise<Deposit>
  /** Looks at a withdrawal whose row was just stored, until its money is held. */
  lookAtNewWithdrawal(withdrawalId: number): Promise<Withdrawal>
  /** Looks at a row to its end for now; nothing where a look is under way, which will see the news. */
  lookNow(kind: RowKind, rowId: number): Promise<void>
  /** Looks at once at what is due. */
  wake(): void
  stop(): Promise<void>
}

/** Starts it. */
export function startRupiahMachine(parts: RupiahParts): RupiahMachine {
  const { database, engine, gateway, log } = parts
  const withRoom = { ...parts, room: createRoom(parts), refused: rememberRefused() }

  /** Ends a look that breaks, so that the next one comes. */
  async function guarded<T>(kind: RowKind, rowId: number, look: () => Promise<T>): Promise<T> {
    try {
      return await look()
    } catch (error) {
      await breakLook(parts, kind, rowId)
      throw error
    }
  }
  const lookAtDeposit = (rowId: number, epoch: number, isFresh: boolean) =>
    guarded('deposit', rowId, () => {
      const isEnough = (row: Deposit) => isFresh && row.state !== 'created'
      const hands = depositHands(parts, rowId, epoch)
      return lookAt(hands, { ...nothingOfDeposit, isFresh }, isEnough)
    })
  const lookAtWithdrawal = (rowId: number, epoch: number, isNew: boolean) =>
    guarded('withdrawal', rowId, () => {
      const isEnough = (row: Withdrawal) => isNew && row.state !== 'requested'
      return lookAt(withdrawalHands(withRoom, rowId, epoch), nothingOfWithdrawal, isEnough)
    })
  const look = async (kind: RowKind, rowId: number, epoch: number): Promise<void> => {
    await (kind === 'deposit'
      ? lookAtDeposit(rowId, epoch, false)
      : lookAtWithdrawal(rowId, epoch, false))
  }

  const kinds: RowKind[] = ['deposit', 'withdrawal']
  /** Whose withdrawal it is can do nothing while the exchange is closed: until then it stays as it is. */
  const rests = (kind: RowKind) => kind === 'withdrawal' && parts.isClosed()
  const hasten = onceAMinute(async () => void (await hastenForgotten(database, 'withdrawal')))
  const worker = startWorker({
    status: () => engine.status(),
    async begin(epoch) {
      for (const kind of kinds) await endTaken(database, kind, epoch)
    },
    async takeNews() {
      await hasten()
      let taken = callbacksAtOnceMax
      while (taken === callbacksAtOnceMax) taken = await takeCallbacks(database, gateway)
    },
    async take(epoch, max) {
      // In turns, so that neither kind has to wait for the other.
      kinds.reverse()
      const looks: (() => Promise<void>)[] = []
      for (const kind of kinds.filter((one) => !rests(one))) {
        const left = max - looks.length
        const rowIds = left > 0 ? await takeDue(database, kind, { epoch, max: left }) : []
        looks.push(...rowIds.map((rowId) => () => look(kind, rowId, epoch)))
      }
      return looks
    },
    onTrouble: (error) =>
      log.warn({ error: String(error) }, 'a pass of the rupiah deposits and withdrawals failed'),
  })
  const epoch = (): number => leadingEpoch(engine)
  const wake = (): void => worker.wake()
  return {
    epoch,
    lookAtNewDeposit: (rowId) => lookAtDeposit(rowId, epoch(), true).finally(wake),
    lookAtNewWithdrawal: (rowId) => lookAtWithdrawal(rowId, epoch(), true).finally(wake),
    async lookNow(kind, rowId) {
      if (rests(kind)) return
      if (await takeOne(database, kind, { epoch: epoch(), rowId })) await look(kind, rowId, epoch())
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
