/**
 * A second exchange, written to be obviously right instead of fast. Everything that the core returns is
 * compared with it.
 */
import type { Command, CommandId, CoreEvent, Remembered, Side } from '../index.ts'
import { createModel, findMarket, type Model } from './oracle-model.ts'
import {
  adjustInModel,
  creditInModel,
  debitInModel,
  grantInModel,
  holdInModel,
  releaseInModel,
  reverseInModel,
  settleInModel,
} from './oracle-money.ts'
import { cancelAllInModel, cancelInModel, placeInModel } from './oracle-orders.ts'
import {
  beginEpochInModel,
  listCurrencyInModel,
  setMarketInModel,
  setScheduleInModel,
  setStateInModel,
  suspendInModel,
} from './oracle-rules.ts'

export type Oracle = {
  readonly model: Model
  /** Opens a batch: time never runs back, and nothing is touched yet. */
  readonly beginBatch: (timeMs: number) => void
  readonly apply: (command: Command, id: CommandId | null) => readonly CoreEvent[]
  readonly recall: (id: CommandId) => Remembered | null
  readonly levels: (marketId: number, side: Side) => { price: number; quantity: number }[]
  readonly seq: () => number
  readonly forgottenAt: () => number
  /** Names of the remembered ids, oldest first. */
  readonly rememberedNames: () => string[]
}

type Memo = Remembered & { readonly time: number }

/** The name of an id under its scope. */
export function nameOf({ scope, words }: CommandId): string {
  return `${scope} ${words.join(' ')}`
}

/** @param rememberedMax how many command ids it remembers */
export function createOracle(rememberedMax: number): Oracle {
  const model = createModel()
  const memory = new Map<string, Memo>()
  let seq = 0
  let forgottenAt = 0
  const remember = (id: CommandId): void => {
    const [oldest] = memory
    if (memory.size === rememberedMax && oldest !== undefined) {
      memory.delete(oldest[0])
      forgottenAt = oldest[1].time
    }
    memory.set(nameOf(id), { seq, body: id.body, time: model.time })
  }
  return {
    model,
    beginBatch: (timeMs) => {
      if (timeMs > model.time) model.time = timeMs
      model.touched.clear()
    },
    apply: (command, id) => {
      seq += 1
      if (id !== null) remember(id)
      model.events = []
      applyToModel(model, command)
      return model.events
    },
    recall: (id) => {
      const memo = memory.get(nameOf(id))
      return memo === undefined ? null : { seq: memo.seq, body: memo.body }
    },
    levels: (marketId, side) => levelsOf(model, marketId, side),
    seq: () => seq,
    forgottenAt: () => forgottenAt,
    rememberedNames: () => [...memory.keys()],
  }
}

function levelsOf(model: Model, marketId: number, side: Side) {
  const sums = new Map<bigint, bigint>()
  for (const order of findMarket(model, marketId)?.orders ?? []) {
    if (order.side !== side) continue
    sums.set(order.price, (sums.get(order.price) ?? 0n) + order.remaining)
  }
  return [...sums]
    .map(([price, quantity]) => ({ price: Number(price), quantity: Number(quantity) }))
    .sort((one, other) => (side === 'buy' ? other.price - one.price : one.price - other.price))
}

function applyToModel(model: Model, command: Command): void {
  switch (command.kind) {
    case 'place':
      return placeInModel(model, command)
    case 'cancel':
      return cancelInModel(model, command)
    case 'cancel_all':
      return cancelAllInModel(model, command)
    case 'credit':
      return creditInModel(model, command)
    case 'debit':
      return debitInModel(model, command)
    case 'hold':
      return holdInModel(model, command)
    case 'release':
      return releaseInModel(model, command)
    case 'settle':
      return settleInModel(model, command)
    case 'reverse_credit':
      return reverseInModel(model, command)
    case 'grant':
      return grantInModel(model, command)
    case 'adjust':
      return adjustInModel(model, command)
    case 'suspend_account':
    case 'resume_account':
      return suspendInModel(model, command)
    case 'list_currency':
      return listCurrencyInModel(model, command)
    case 'set_market':
      return setMarketInModel(model, command)
    case 'set_market_state':
      return setStateInModel(model, command)
    case 'set_schedule':
      return setScheduleInModel(model, command)
    case 'begin_epoch':
      return beginEpochInModel(model, command.epoch)
  }
}
