/** The state machine of withdrawals over chains. Rows advance in the worker, or at once for a caller. */
import type { BitcoinNode } from '../../../../adapters/bitcoin/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { advanceRow } from '../../machine/advance.ts'
import { endFailedPass } from '../../machine/end-pass.ts'
import { releaseClaims, claimDue, claimRow } from '../../machine/row-store.ts'
import { startWorker } from '../../machine/worker.ts'
import { createOverdueWatch } from '../../waiting/overdue.ts'
import { type ChainWithdrawal, nothingKnown } from './withdrawal-row.ts'
import { applyHotWalletBlocks } from './treasury/hot-wallet-blocks.ts'
import { createWithdrawalExecutor } from './executor.ts'
import { bookCosts } from './treasury/costs.ts'
import { consolidate } from './treasury/consolidating.ts'
import { createTreasury } from './treasury/treasury.ts'
import type { ChainWithdrawalDeps } from './deps.ts'
import { bookReserves, createReportOnce, createMinedCheck } from './reserves.ts'
import { createFunding } from './funding.ts'

export type ChainWithdrawalMachine = {
  /**
   * The epoch under which rows are written now; refuses `engine.unavailable` if this server does not lead.
   */
  epoch(): number
  /** Advances a new withdrawal until its coins are held. */
  advanceNew(withdrawalId: number): Promise<ChainWithdrawal>
  /**
   * Advances a row as far as possible now. It does nothing while another pass runs, which will see the news.
   */
  advanceNow(withdrawalId: number): Promise<void>
  /** Processes due rows at once. */
  wake(): void
  /** The number of payouts in flight with an alarm, as of the last check; -1 before the first. */
  alarmed(): number
  stop(): Promise<void>
}

const kind = 'chain_withdrawal'
/** The intervals between passes over bitcoin's blocks, and of the treasury. */
const blocksEveryMs = 2_000
const movesEveryMs = 5_000
/** The interval between checks for a consolidation, which is never urgent. */
const consolidateEveryMs = 60_000
/** The interval between passes that book network fees and reserves. */
const booksEveryMs = 1_000

/** Starts the state machine. */
export function startChainWithdrawalMachine(deps: ChainWithdrawalDeps): ChainWithdrawalMachine {
  const { database, engine, log, nodes } = deps
  const withFunding = { ...deps, funding: createFunding(deps) }
  const onError = (error: unknown): void =>
    log.warn({ error: String(error) }, 'a pass of the chain withdrawals failed')

  async function advance(rowId: number, epoch: number, isNew: boolean): Promise<ChainWithdrawal> {
    try {
      const executor = createWithdrawalExecutor(withFunding, rowId, epoch)
      const isEnough = (row: ChainWithdrawal) => isNew && row.state !== 'requested'
      return await advanceRow(executor, nothingKnown, isEnough)
    } catch (error) {
      // Schedules the next pass.
      await endFailedPass(deps, kind, rowId)
      throw error
    }
  }
  const waiting = createOverdueWatch(database)
  const worker = startWorker({
    status: () => engine.status(),
    begin: (epoch) => releaseClaims(database, kind, epoch),
    applyNews: () => waiting.runOnce(),
    async claim(epoch, max) {
      // Withdrawals keep their status during maintenance, because their owner could not cancel them.
      if (deps.isClosed()) return []
      const rowIds = await claimDue(database, kind, { epoch, max })
      return rowIds.map((rowId) => async () => void (await advance(rowId, epoch, false)))
    },
    onError,
  })
  const wake = (): void => worker.wake()
  const leading = (): number | null => {
    const { state, epoch } = engine.status()
    return state === 'leading' ? epoch : null
  }
  const blocks =
    nodes.bitcoin === null ? null : blocksEvery(deps, nodes.bitcoin, { leading, wake, onError })
  const moveOn = createTreasury(deps)
  const moves = every(movesEveryMs, onError, async () => {
    const epoch = leading()
    if (epoch !== null) await moveOn(epoch)
  })
  const consolidation = every(consolidateEveryMs, onError, async () => {
    const epoch = leading()
    if (epoch !== null) await consolidate(deps, epoch)
  })
  const books = booksOf(deps, { leading, onError })
  const epoch = (): number => {
    const now = leading()
    if (now === null) throw new Refusal('engine.unavailable')
    return now
  }
  return {
    epoch,
    advanceNew: (rowId) => advance(rowId, epoch(), true).finally(wake),
    async advanceNow(rowId) {
      if (deps.isClosed()) return
      if (await claimRow(database, kind, { epoch: epoch(), rowId })) {
        await advance(rowId, epoch(), false)
      }
    },
    wake,
    alarmed: () => waiting.alarmed(),
    async stop() {
      const loops = [blocks, moves, consolidation, books, worker]
      await Promise.all(loops.map(async (loop) => loop?.stop()))
    },
  }
}

type Loop = {
  readonly leading: () => number | null
  readonly wake: () => void
  readonly onError: (error: unknown) => void
}

/** Books network fees and reserves of the house. */
function booksOf(deps: ChainWithdrawalDeps, { leading, onError }: Omit<Loop, 'wake'>) {
  const { database, engine, log } = deps
  const isMined = createMinedCheck(deps)
  const booking = {
    database,
    engine,
    keys: deps.keys,
    report: createReportOnce(log),
    isMined,
    hasLender: deps.topUp !== null,
    notified: new Set<number>(),
  }
  return every(booksEveryMs, onError, async () => {
    if (leading() === null) return
    await bookReserves(booking)
    await bookCosts(booking, deps.register.assets)
  })
}

/** Keeps our bitcoin outputs up to date, once deposits are looked for on bitcoin. */
function blocksEvery(deps: ChainWithdrawalDeps, node: BitcoinNode, loop: Loop) {
  const { database } = deps
  return every(blocksEveryMs, loop.onError, async () => {
    const epoch = loop.leading()
    if (epoch === null) return
    const begun = await database.query(
      `select 1 from wallets.chain_block where chain = 'bitcoin' limit 1`,
    )
    if (begun.rows.length === 0) return
    const accounts = await deps.accounts()
    if (accounts === null) return
    let outcome = await applyHotWalletBlocks({ database, node, accounts, epoch })
    while (outcome === 'behind' && loop.leading() === epoch) {
      outcome = await applyHotWalletBlocks({ database, node, accounts, epoch })
    }
    loop.wake()
  })
}

/** Repeats work with an interval, one run at a time; `stop` waits for the current run. */
function every(everyMs: number, onError: (error: unknown) => void, work: () => Promise<void>) {
  const life: { isStopped: boolean; timer: NodeJS.Timeout | null; now: Promise<void> } = {
    isStopped: false,
    timer: null,
    now: Promise.resolve(),
  }
  const again = (): void => {
    if (life.isStopped) return
    life.timer = setTimeout(() => {
      life.now = work().catch(onError).finally(again)
    }, everyMs)
  }
  again()
  return {
    async stop(): Promise<void> {
      life.isStopped = true
      if (life.timer !== null) clearTimeout(life.timer)
      await life.now
    },
  }
}
