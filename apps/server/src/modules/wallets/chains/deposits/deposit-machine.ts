/** The machine of deposits on chains: looks at those that the tracker made due. */
import { lookAt } from '../../machine/advance.ts'
import { breakLook } from '../../machine/end-pass.ts'
import { endTaken, takeDue } from '../../machine/row-store.ts'
import { startWorker, type Worker } from '../../machine/worker.ts'
import type { Engine } from '../../../../engine/index.ts'
import { type ChainDepositParts, chainDepositHands } from './deposit-executor.ts'
import { nothingKnown } from './deposit-row.ts'

const kind = 'chain_deposit'

/** Starts it. */
export function startChainDepositMachine(
  parts: ChainDepositParts & { readonly engine: Pick<Engine, 'submit' | 'status'> },
): Worker {
  const { database, engine, log } = parts
  async function look(rowId: number, epoch: number): Promise<void> {
    try {
      await lookAt(chainDepositHands(parts, rowId, epoch), nothingKnown, () => false)
    } catch (error) {
      // So that the next look comes.
      await breakLook(parts, kind, rowId)
      throw error
    }
  }
  return startWorker({
    status: () => engine.status(),
    begin: (epoch) => endTaken(database, kind, epoch),
    takeNews: () => Promise.resolve(),
    async take(epoch, max) {
      const rowIds = await takeDue(database, kind, { epoch, max })
      return rowIds.map((rowId) => () => look(rowId, epoch))
    },
    onTrouble: (error) => log.warn({ error: String(error) }, 'a pass of the chain deposits failed'),
  })
}
