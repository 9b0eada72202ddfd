/**
 * Tracker and deposits without a database: rows in memory, the real decisions, and a ledger that books each
 * command id once. Decisions are the product's code; storage is this model.
 */
import assert from 'node:assert/strict'
import type { Command } from '@tukar/core'
import type { ColumnValues } from '../../machine/row-store.ts'
import { requireEdge } from '../../machine/edges.ts'
import { type Executor, advanceRow } from '../../machine/advance.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'
import type { ChainView, Checkpoint, Tracked } from '../tracking/chain-view.ts'
import type { ChainAsset, Finality } from '../chains.ts'
import { chainDepositCommand, chainDepositStep } from '../commands.ts'
import { decideChainDeposit, knownAfter } from '../deposits/deposit.ts'
import {
  type ChainDeposit,
  type ChainDepositAct,
  chainDepositEdges,
  type ChainDepositFacts,
  type ChainDepositState,
  nothingKnown,
} from '../deposits/deposit-row.ts'
import { track } from '../tracking/tracker.ts'

export type StoredDeposit = ChainDeposit & {
  readonly isCoinbase: boolean
  readonly countedAt: number | null
}

export type DepositModel = {
  readonly rows: readonly StoredDeposit[]
  readonly checkpoints: readonly Checkpoint[]
  /** The units of all credits of a user that were not reversed. */
  balance(userId: number): number
  readonly suspended: ReadonlySet<number>
  /** The booked commands, in order. */
  readonly booked: readonly Command[]
  storeView(view: ChainView): Promise<Tracked>
  /** Marks a transaction as a treasury move. */
  noteOwnMove(txid: string): Promise<void>
  /** Processes every row once. `isCut` decides before each act whether the process crashes there. */
  work(isCut?: () => boolean): Promise<void>
  giveSender(rowId: number): Promise<void>
}

export type ModelRules = {
  readonly finality: Finality
  readonly asset: ChainAsset
  /** Addresses of users, with their owners. */
  readonly addresses: ReadonlyMap<string, number>
  /** Called before each move. */
  readonly onMove: (row: StoredDeposit, to: ChainDepositState) => void
}

const anyProof = Buffer.alloc(32)

/** The simulated crash of the process. */
class Killed extends Error {}

/** Creates an empty model. */
export function createDepositModel(rules: ModelRules): DepositModel {
  const { asset } = rules
  let rows: StoredDeposit[] = []
  let checkpoints: readonly Checkpoint[] = []
  let cursor = { tipHeight: -1, headHeight: 0, finalHeight: null as number | null }
  let clock = 0
  const steps = new Map<string, EngineStep>()
  const booked: Command[] = []
  const balances = new Map<number, number>()
  const suspended = new Set<number>()
  const ownMoves = new Set<string>()

  function book(command: Command, name: string): EngineStep {
    const known = steps.get(name)
    if (known !== undefined) return known
    if (command.kind === 'suspend_account') suspended.add(command.accountId)
    if (command.kind === 'credit' || command.kind === 'reverse_credit') {
      const sign = command.kind === 'credit' ? 1 : -1
      const { accountId, amount } = command
      balances.set(accountId, (balances.get(accountId) ?? 0) + sign * amount)
    }
    booked.push(command)
    const done = { status: 'done', events: [] } as const
    steps.set(name, done)
    return done
  }

  const change = (rowId: number, changes: Partial<StoredDeposit>) => {
    rows = rows.map((row) =>
      row.rowId === rowId ? { ...row, ...changes, version: row.version + 1 } : row,
    )
  }
  const rowOf = (rowId: number): StoredDeposit => {
    const row = rows.find((one) => one.rowId === rowId)
    if (row === undefined) throw new Error(`there is no row ${rowId}`)
    return row
  }

  function addUp(row: ChainDeposit): 'enough' | 'short' {
    const group = rows.filter(
      (one) =>
        one.userId === row.userId &&
        one.state === 'too_small' &&
        !one.isAddedUp &&
        one.block !== null,
    )
    const sum = group.reduce((units, one) => units + (one.units ?? 0), 0)
    if (sum < asset.minUnits) return 'short'
    for (const { rowId, units } of group) if (units !== 0) change(rowId, { isAddedUp: true })
    return 'enough'
  }

  function weigh({ rowId, userId }: ChainDeposit): number {
    clock += 1
    const countedAt = rowOf(rowId).countedAt ?? clock
    rows = rows.map((row) => (row.rowId === rowId ? { ...row, countedAt } : row))
    return rows
      .filter((one) => one.userId === userId && (one.countedAt ?? Infinity) <= countedAt)
      .reduce((units, one) => units + (one.units ?? 0), 0)
  }

  function carryOut(
    row: ChainDeposit,
    act: ChainDepositAct,
    facts: ChainDepositFacts,
  ): ChainDepositFacts {
    switch (act) {
      case 'look_at_chain': {
        const { minUnits, travelLimit } = asset
        const isCaughtUp = cursor.tipHeight >= cursor.headHeight
        const rest = { isCaughtUp, isPaused: false, minUnits, travelLimit, witnessFrom: null }
        const chain = { ...cursor, ...rest }
        return { ...facts, chain }
      }
      case 'add_up':
        return { ...facts, added: addUp(row) }
      case 'weigh':
        return { ...facts, dayUnits: weigh(row) }
      case 'ask_witness':
        return { ...facts, witnessed: 'seen' }
      case 'prove':
        return { ...facts, proving: { status: 'proven', proof: anyProof } }
      case 'credit':
      case 'grant':
      case 'suspend':
      case 'reverse':
      case 'resume': {
        const step = book(chainDepositCommand(row, act), chainDepositStep(row, act))
        const name = {
          credit: 'credit',
          grant: 'grant',
          suspend: 'suspension',
          reverse: 'reversal',
          resume: 'resumption',
        }[act]
        return { ...facts, [name]: step }
      }
    }
  }

  function executorOf(
    rowId: number,
    isCut: () => boolean,
  ): Executor<ChainDeposit, ChainDepositState, ChainDepositAct, ChainDepositFacts, ColumnValues> {
    const maybeDie = () => {
      if (isCut()) throw new Killed()
    }
    return {
      read: () => Promise.resolve(rowOf(rowId)),
      decide: decideChainDeposit,
      async act(row, act, facts) {
        maybeDie()
        const known = carryOut(row, act, facts)
        maybeDie()
        return known
      },
      async move(row, to, cause, changes) {
        requireEdge(chainDepositEdges, row.state, to)
        const kept = rowOf(rowId)
        if (kept.version !== row.version) return null
        rules.onMove(kept, to)
        const life = typeof changes['life'] === 'number' ? changes['life'] : kept.life
        const countedAt = 'counted_at' in changes ? null : kept.countedAt
        // A proof belongs to one life.
        const isProven = 'credit_proof' in changes || (life === kept.life && kept.isProven)
        change(rowId, {
          state: to,
          cause,
          life,
          countedAt,
          isProven,
          isReversalProven: to === 'reversing',
        })
        return rowOf(rowId)
      },
      afterMove: knownAfter,
      wait: () => Promise.resolve(),
      nowMs: () => 0,
    }
  }

  return {
    get rows() {
      return rows
    },
    get checkpoints() {
      return checkpoints
    },
    booked,
    suspended,
    balance: (userId) => balances.get(userId) ?? 0,
    async storeView(view) {
      const known = {
        finality: rules.finality,
        ownerOf: (address: string) => rules.addresses.get(address) ?? null,
        isOwnMove: (txid: string) => ownMoves.has(txid),
        chain: asset.chain,
        assets: [asset],
        checkpoints,
        finalHeight: cursor.finalHeight,
        rows,
      }
      const tracked = track(known, view)
      if (tracked.kind !== 'write') return tracked
      const { writes } = tracked
      for (const { rowId, block, isInPool } of writes.changes) change(rowId, { block, isInPool })
      for (const made of writes.inserts) {
        const isTwice = rows.some((row) => isSameFact(row, made) && row.block !== null)
        assert.ok(!isTwice, 'one fact has two rows in the chain')
        rows = [...rows, newRow(rows.length + 1, made)]
      }
      checkpoints = checkpoints
        .filter(({ height }) => height <= writes.forkHeight)
        .concat(writes.checkpoints)
        .filter(({ height }) => height >= writes.forgetBelow)
      cursor = writes
      return tracked
    },
    async work(isCut = () => false) {
      for (const { rowId } of rows) {
        try {
          await advanceRow(executorOf(rowId, isCut), nothingKnown, () => false)
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          return
        }
      }
    },
    async noteOwnMove(txid) {
      ownMoves.add(txid)
    },
    async giveSender(rowId) {
      change(rowId, { hasSender: true })
    },
  }
}

function isSameFact(
  one: Pick<ChainDeposit, 'txid' | 'index'>,
  other: Pick<ChainDeposit, 'txid' | 'index'>,
): boolean {
  return one.txid === other.txid && one.index === other.index
}

type Made = Extract<Tracked, { kind: 'write' }>['writes']['inserts'][number]

function newRow(rowId: number, made: Made): StoredDeposit {
  return {
    ...made,
    rowId,
    state: made.block === null ? 'seen' : 'confirming',
    isInPool: made.block === null,
    cause: null,
    alarm: null,
    version: 0,
    hints: 0,
    attempts: 0,
    life: 1,
    isAddedUp: false,
    hasSender: false,
    isSetAside: false,
    isOwnerGone: false,
    releasedLife: 0,
    resumedLife: 0,
    suspenseUnits: null,
    grantedLife: 0,
    oldRowId: null,
    creditProof: null,
    reversalProof: null,
    isProven: false,
    countedAt: null,
  }
}
