/**
 * Encoding of commands, ids and events of the core for the journal. The order of kinds, fields and words is
 * the format: only append to it. `formatVersion` names it at the head of each block.
 */
import {
  type BalanceChange,
  buckets,
  chargeBases,
  chargeKinds,
  chargePayers,
  closeReasons,
  type Command,
  type CommandId,
  type CoreEvent,
  type Envelope,
  marketStates,
  type OrderSize,
  refusalCodes,
  sides,
  timesInForce,
} from '@tukar/core'
import { currencyUnits, priceUnits } from '@tukar/money'
import { CodecError } from './bytes.ts'
import {
  type Field,
  flag,
  int,
  intOrNull,
  listOf,
  oneOf,
  readLength,
  record,
  text,
  unionOf,
} from './fields.ts'

export const formatVersion = 1

const side = oneOf(sides)
const timeInForce = oneOf(timesInForce)
const marketState = oneOf(marketStates)
const bucket = oneOf(buckets)
const closeReason = oneOf(closeReasons)
const chargeKind = oneOf(chargeKinds)
const commandKind = oneOf<Command['kind']>([
  'place',
  'cancel',
  'cancel_all',
  'credit',
  'debit',
  'hold',
  'release',
  'settle',
  'reverse_credit',
  'grant',
  'adjust',
  'suspend_account',
  'resume_account',
  'list_currency',
  'set_market',
  'set_market_state',
  'set_schedule',
  'begin_epoch',
])

const size: Field<OrderSize> = {
  write: (writer, value) => {
    writer.int(value.by === 'quantity' ? 0 : value.by === 'budget' ? 1 : 2)
    writer.int(value.by === 'quantity' ? value.quantity : value.by === 'budget' ? value.budget : 0)
  },
  read: (reader) => {
    const by = reader.int()
    const amount = currencyUnits(reader.int())
    switch (by) {
      case 0:
        return { by: 'quantity', quantity: amount }
      case 1:
        return { by: 'budget', budget: amount }
      case 2:
        return { by: 'balance' }
      default:
        throw new CodecError('a size is not in its list')
    }
  },
}

const cause = { reason: text, source: text }
const moved = {
  accountId: int<number>(),
  currencyId: int<number>(),
  amount: int<never>(),
  ...cause,
}
const rules = {
  marketId: int<number>(),
  symbol: text,
  baseId: int<number>(),
  quoteId: int<number>(),
  tick: int<never>(),
  lot: int<never>(),
  notionalMin: int<never>(),
  quantityMax: int<never>(),
  priceMin: int<never>(),
  priceMax: int<never>(),
  referencePrice: int<never>(),
  buyBandPpm: int<never>(),
  sellBandPpm: int<never>(),
  openOrdersMax: int<number>(),
}
const schedule = {
  scheduleId: int<number>(),
  marketId: int<number>(),
  chargeKind,
  payer: oneOf(chargePayers),
  base: oneOf(chargeBases),
  ratePpm: int<never>(),
  from: int<number>(),
}
const currency = {
  currencyId: int<number>(),
  code: text,
  decimals: int<number>(),
  supplyMax: int<never>(),
}
const account = { accountId: int<number>() }

const anyCommand = unionOf<Command>({
  place: {
    accountId: int(),
    marketId: int(),
    side,
    price: int(),
    size,
    timeInForce,
    postOnly: flag,
  },
  cancel: { accountId: int(), orderId: int() },
  cancel_all: { accountId: int(), marketId: intOrNull() },
  credit: { ...moved, railId: int() },
  debit: { ...moved, railId: int() },
  hold: moved,
  release: { holdId: int(), ...cause },
  settle: { holdId: int(), amount: int(), houseAccountId: int(), ...cause },
  reverse_credit: { ...moved, railId: int() },
  grant: { ...moved, houseAccountId: int() },
  adjust: {
    fromAccountId: int(),
    toAccountId: int(),
    currencyId: int(),
    amount: int(),
    ...cause,
  },
  suspend_account: account,
  resume_account: account,
  list_currency: currency,
  set_market: rules,
  set_market_state: { marketId: int(), state: marketState },
  set_schedule: schedule,
  begin_epoch: { epoch: int() },
})

/** The indexes of the two most frequent commands. */
const placePlace = 0
const cancelPlace = 1

/**
 * A command. The two most frequent ones are decoded field by field, in the order of the table above, which
 * takes a third less time than iterating over the table.
 */
export const commandField: Field<Command> = {
  write: (writer, command) => anyCommand.write(writer, command),
  read: (reader) => {
    switch (reader.peek()) {
      case placePlace << 1:
        reader.int()
        return {
          kind: 'place',
          accountId: reader.int(),
          marketId: reader.int(),
          side: side.read(reader),
          price: priceUnits(reader.int()),
          size: size.read(reader),
          timeInForce: timeInForce.read(reader),
          postOnly: flag.read(reader),
        }
      case cancelPlace << 1:
        reader.int()
        return { kind: 'cancel', accountId: reader.int(), orderId: reader.int() }
      default:
        return anyCommand.read(reader)
    }
  },
}

const idField: Field<CommandId | null> = {
  write: (writer, id) => {
    if (id === null) return writer.int(-1)
    writer.int(id.scope)
    for (const word of id.words) writer.int(word)
    for (const word of id.body) writer.int(word)
  },
  read: (reader) => {
    const scope = reader.int()
    if (scope < 0) return null
    return {
      scope,
      words: [reader.int(), reader.int(), reader.int(), reader.int()],
      body: [reader.int(), reader.int()],
    }
  },
}

export const envelopeField: Field<Envelope> = record<Envelope>({
  id: idField,
  command: commandField,
})

const refusalParams: Field<Readonly<Record<string, number>>> = {
  write: (writer, params) => {
    const entries = Object.entries(params)
    writer.int(entries.length)
    for (const [name, value] of entries) {
      writer.text(name)
      writer.int(value)
    }
  },
  read: (reader) => {
    const params: Record<string, number> = {}
    for (let left = readLength(reader); left > 0; left--) params[reader.text()] = reader.int()
    return params
  },
}

const order = {
  orderId: int<number>(),
  accountId: int<number>(),
  marketId: int<number>(),
  side,
  price: int<never>(),
}

export const eventField: Field<CoreEvent> = unionOf<CoreEvent>({
  order_accepted: { ...order, quantity: int(), timeInForce, postOnly: flag, hold: int() },
  order_rested: { ...order, remaining: int() },
  traded: {
    marketId: int(),
    no: int(),
    price: int(),
    quantity: int(),
    quote: int(),
    takerSide: side,
    makerOrderId: int(),
    takerOrderId: int(),
    makerAccountId: int(),
    takerAccountId: int(),
    makerRemaining: int(),
    takerRemaining: int(),
    buyerRefund: int(),
    charges: listOf(
      record({
        side,
        chargeKind,
        currencyId: int<number>(),
        amount: int<never>(),
        ratePpm: int<never>(),
        scheduleId: int<number>(),
      }),
    ),
    baseTaxRupiah: intOrNull(),
    quoteTaxRupiah: intOrNull(),
  },
  order_closed: {
    ...order,
    reason: closeReason,
    remaining: int(),
    released: int(),
    rested: flag,
  },
  orders_canceled: { accountId: int(), marketId: intOrNull(), count: int() },
  transferred: {
    commandKind,
    currencyId: int(),
    amount: int(),
    fromAccountId: int(),
    fromBucket: bucket,
    toAccountId: int(),
    toBucket: bucket,
    ...cause,
    suspended: flag,
  },
  hold_changed: {
    holdId: int(),
    accountId: int(),
    currencyId: int(),
    remaining: int(),
    source: text,
  },
  currency_listed: currency,
  market_set: rules,
  market_state_set: { marketId: int(), state: marketState },
  schedule_set: schedule,
  account_suspended: account,
  account_resumed: account,
  epoch_begun: { epoch: int() },
  refused: { code: oneOf(refusalCodes), params: refusalParams },
})

export const eventsField = listOf(eventField)

export const balanceField: Field<BalanceChange> = record<BalanceChange>({
  accountId: int(),
  currencyId: int(),
  available: int(),
  held: int(),
  claim: int(),
})
