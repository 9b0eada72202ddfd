/** The machine of withdrawals over chains: looks at them, by the worker or at once for a caller. */
import type { BitcoinNode } from '../../../../adapters/bitcoin/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { lookAt } from '../../machine/advance.ts'
import { breakLook } from '../../machine/end-pass.ts'
import { endTaken, takeDue, takeOne } from '../../machine/row-store.ts'
import { startWorker } from '../../machine/worker.ts'
import { watchWaiting } from '../../waiting/overdue.ts'
import { type ChainWithdrawal, nothingKnown } from './withdrawal-row.ts'
import { takeHouseBlocks } from './hot-wallet-blocks.ts'
import { chainWithdrawalHands } from './executor.ts'
import { bookCosts } from './costs.ts'
import { consolidate } from './consolidating.ts'
import { createHouseMoves } from './house-moves.ts'
import type { ChainOutParts } from './deps.ts'
import { bookReserves, createComplaints, createMinedCheck } from './reserves.ts'
import { createRoom } from './funding.ts'

export type ChainWithdrawalMachine = {
  /** The epoch under which rows are written now; refuses `engine.unavailable` where there is none. */
  epoch(): number
  /** Looks at a withdrawal whose row was just stored, until its coins are held. */
  lookAtNew(withdrawalId: number): Promise<ChainWithdrawal>
  /** Looks at a row to its end for now; nothing where a look is under way, which will see the news. */
  lookNow(withdrawalId: number): Promise<void>
  /** Looks at once at what is due. */
  wake(): void
  /** How many payouts under way had an alarm at the last look at that; -1 before the first. */
  alarmed(): number
  stop(): Promise<void>
}

const kind = 'chain_withdrawal'
/** Between looks at bitcoin's blocks, and at what the house moves about. */
const blocksEveryMs = 2_000
const movesEveryMs = 5_000
/** Between looks at whether outputs of bitcoin are to be made one: nobody waits for that. */
const consolidateEveryMs = 60_000
/** Between looks at what the house has to book of its own. */
const booksEveryMs = 1_000

/** Starts it. */
export function startChainWithdrawalMachine(parts: ChainOutParts): ChainWithdrawalMachine {
  const { database, engine, log, nodes } = parts
  const withRoom = { ...parts, room: createRoom(parts) }
  const onTrouble = (error: unknown): void =>
    log.warn({ error: String(error) }, 'withdrawals over chains')

  async function look(rowId: number, epoch: number, isNew: boolean): Promise<ChainWithdrawal> {
    try {
      const hands = chainWithdrawalHands(withRoom, rowId, epoch)
      const isEnough = (row: ChainWithdrawal) => isNew && row.state !== 'requested'
      return await lookAt(hands, nothingKnown, isEnough)
    } catch (error) {
      // So that the next look comes.
      await breakLook(parts, kind, rowId)
      throw error
    }
  }
  const waiting = watchWaiting(database)
  const worker = startWorker({
    status: () => engine.status(),
    begin: (epoch) => endTaken(database, kind, epoch),
    takeNews: () => waiting.look(),
    async take(epoch, max) {
      // Whose withdrawal it is can do nothing while the exchange is closed: until then it stays as it is.
      if (parts.isClosed()) return []
      const rowIds = await takeDue(database, kind, { epoch, max })
      return rowIds.map((rowId) => async () => void (await look(rowId, epoch, false)))
    },
    onTrouble,
  })
  const wake = (): void => worker.wake()
  const leading = (): number | null => {
    const { state, epoch } = engine.status()
    return state === 'leading' ? epoch : null
  }
  const blocks =
    nodes.bitcoin === null ? null : blocksEvery(parts, nodes.bitcoin, { leading, wake, onTrouble })
  const moveOn = createHouseMoves(parts)
  const moves = every(movesEveryMs, onTrouble, async () => {
    const epoch = leading()
    if (epoch !== null) await moveOn(epoch)
  })
  const consolidation = every(consolidateEveryMs, onTrouble, async () => {
    const epoch = leading()
    if (epoch !== null) await consolidate(parts, epoch)
  })
  const books = booksOf(parts, { leading, onTrouble })
  const epoch = (): number => {
    const now = leading()
    if (now === null) throw new Refusal('engine.unavailable')
    return now
  }
  return {
    epoch,
    lookAtNew: (rowId) => look(rowId, epoch(), true).finally(wake),
    async lookNow(rowId) {
      if (parts.isClosed()) return
      if (await takeOne(database, kind, { epoch: epoch(), rowId })) {
        await look(rowId, epoch(), false)
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
  readonly onTrouble: (error: unknown) => void
}

/** Books what the house has to book of its own. */
function booksOf(parts: ChainOutParts, { leading, onTrouble }: Omit<Loop, 'wake'>) {
  const { database, engine, log } = parts
  const isMined = createMinedCheck(parts)
  const booking = {
    database,
    engine,
    keys: parts.keys,
    complain: createComplaints(log),
    isMined,
    hasLender: parts.topUp !== null,
    notified: new Set<number>(),
  }
  return every(booksEveryMs, onTrouble, async () => {
    if (leading() === null) return
    await bookReserves(booking)
    await bookCosts(booking, parts.register.assets)
  })
}

/** Keeps the outputs of ours up to date, as soon as deposits are looked for on bitcoin. */
function blocksEvery(parts: ChainOutParts, node: BitcoinNode, loop: Loop) {
  const { database } = parts
  return every(blocksEveryMs, loop.onTrouble, async () => {
    const epoch = loop.leading()
    if (epoch === null) return
    const begun = await database.query(
      `select 1 from wallets.chain_block where chain = 'bitcoin' limit 1`,
    )
    if (begun.rows.length === 0) return
    const accounts = await parts.accounts()
    if (accounts === null) return
    let taken = await takeHouseBlocks({ database, node, accounts, epoch })
    while (taken === 'behind' && loop.leading() === epoch) {
      taken = await takeHouseBlocks({ database, node, accounts, epoch })
    }
    loop.wake()
  })
}

/** Does something again and again, never two at once; `stop` waits for the one under way. */
function every(pauseMs: number, onTrouble: (error: unknown) => void, work: () => Promise<void>) {
  const life: { isStopped: boolean; timer: NodeJS.Timeout | null; now: Promise<void> } = {
    isStopped: false,
    timer: null,
    now: Promise.resolve(),
  }
  const again = (): void => {
    if (life.isStopped) return
    life.timer = setTimeout(() => {
      life.now = work().catch(onTrouble).finally(again)
    }, pauseMs)
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
