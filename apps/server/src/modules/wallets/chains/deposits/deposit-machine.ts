/** The state machine of chain deposits: processes those that the tracker made due. */
import { advanceRow } from '../../machine/advance.ts'
import { endFailedPass } from '../../machine/end-pass.ts'
import { releaseClaims, claimDue } from '../../machine/row-store.ts'
import { startWorker, type Worker } from '../../machine/worker.ts'
import type { Engine } from '../../../../engine/index.ts'
import { type ChainDepositDeps, createDepositExecutor } from './deposit-executor.ts'
import { nothingKnown } from './deposit-row.ts'

const kind = 'chain_deposit'

/** Starts the state machine. */
export function startChainDepositMachine(
  deps: ChainDepositDeps & { readonly engine: Pick<Engine, 'submit' | 'status'> },
): Worker {
  const { database, engine, log } = deps
  async function advance(rowId: number, epoch: number): Promise<void> {
    try {
      await advanceRow(createDepositExecutor(deps, rowId, epoch), nothingKnown, () => false)
    } catch (error) {
      // Schedules the next pass.
      await endFailedPass(deps, kind, rowId)
      throw error
    }
  }
  return startWorker({
    status: () => engine.status(),
    begin: (epoch) => releaseClaims(database, kind, epoch),
    applyNews: () => Promise.resolve(),
    async claim(epoch, max) {
      const rowIds = await claimDue(database, kind, { epoch, max })
      return rowIds.map((rowId) => () => advance(rowId, epoch))
    },
    onError: (error) => log.warn({ error: String(error) }, 'a pass of the chain deposits failed'),
  })
}
