/**
 * Scenarios that a trader can read: one step per line, amounts as people write them, and the expected result
 * after the arrow. All invariants are checked after every step.
 *
 *     Sari sells 0.5 at 1,650,000,000          -> rests 0.5
 *     Budi buys 0.2 at 1,650,000,000           -> fills 0.2 at 1,650,000,000, filled
 *     Sari has 0.3 BTC held
 */
import assert from 'node:assert/strict'
import { currencyUnits, parseUnits, priceUnits, ratePpm } from '@tukar/money'
import { createExchange, type ExchangeOptions } from '../exchange.ts'
import type {
  ChargeSchedule,
  Command,
  CommandId,
  CoreEvent,
  Exchange,
  MarketState,
  OrderSize,
  Side,
  TimeInForce,
} from '../index.ts'

const people = { Sari: 1_001, Budi: 1_002, Citra: 1_003, Dewi: 1_004 } as const
const currencies = {
  IDR: { currencyId: 1, decimals: 2 },
  BTC: { currencyId: 2, decimals: 8 },
} as const
type Symbol = keyof typeof currencies

const marketId = 1
const startMs = Date.UTC(2026, 10, 21)
const railId = 100

/** The market of the scenarios: BTC_IDR with a tick of Rp 1,000 and no charges. */
const listing: readonly Command[] = [
  {
    kind: 'list_currency',
    currencyId: 1,
    code: 'IDR',
    decimals: 2,
    supplyMax: currencyUnits(2 ** 52),
  },
  {
    kind: 'list_currency',
    currencyId: 2,
    code: 'BTC',
    decimals: 8,
    supplyMax: currencyUnits(2.1e15),
  },
  {
    kind: 'set_market',
    marketId,
    symbol: 'BTC_IDR',
    baseId: 2,
    quoteId: 1,
    tick: priceUnits(100_000),
    lot: currencyUnits(100),
    notionalMin: currencyUnits(1_000_000),
    quantityMax: currencyUnits(1e11),
    priceMin: priceUnits(100_000_000),
    priceMax: priceUnits(9e13),
    referencePrice: priceUnits(165_000_000_000),
    buyBandPpm: ratePpm(1_200_000),
    sellBandPpm: ratePpm(800_000),
    openOrdersMax: 5,
  },
  { kind: 'set_market_state', marketId, state: 'open' },
]

export type Stage = {
  readonly exchange: Exchange
  /** Plays lines; throws at the first line that does not hold. */
  readonly play: (script: string) => void
  /** Applies a command and returns its events. */
  readonly apply: (command: Command, id?: CommandId | null) => readonly CoreEvent[]
  /** Moves the clock forward. */
  readonly later: (ms: number) => void
}

/** An exchange with the listing, and money from a house account for each person who `gets` some. */
export function openStage(options: ExchangeOptions = {}): Stage {
  const exchange = createExchange(options)
  const labels = new Map<string, number>()
  let nowMs = startMs
  const stage: Stage = {
    exchange,
    apply(command, id = null) {
      exchange.beginBatch(nowMs)
      const { events } = exchange.apply({ command, id })
      exchange.endBatch()
      assert.deepEqual(exchange.brokenInvariants(), [])
      return events
    },
    later(ms) {
      nowMs += ms
    },
    play(script) {
      for (const line of script.split('\n').map((text) => text.trim())) {
        if (line !== '') playLine(stage, labels, line)
      }
    },
  }
  for (const command of listing) assert.notEqual(stage.apply(command)[0]?.kind, 'refused')
  return stage
}

/** A charge from this moment on; by default from the beginning, of the gross amount. */
export function chargeOf(
  scheduleId: number,
  charge: Pick<ChargeSchedule, 'chargeKind' | 'payer'> & Partial<ChargeSchedule>,
  ppm: number,
): Command {
  return {
    kind: 'set_schedule',
    scheduleId,
    marketId,
    base: 'gross',
    from: 0,
    ratePpm: ratePpm(ppm),
    ...charge,
  }
}

/** The time at which scenarios begin, in milliseconds since 1970. */
export const sceneStartMs = startMs

function playLine(stage: Stage, labels: Map<string, number>, line: string): void {
  const [text = '', wanted = null] = line.split('->').map((part) => part.trim())
  try {
    if (wanted === null) return checkBalance(stage, text)
    const [, label = null, words = ''] = /^(?:([a-z]):\s+)?(.*)$/.exec(text) ?? []
    const events = stage.apply(readCommand(words, labels))
    const [first] = events
    if (label !== null && first?.kind === 'order_accepted') labels.set(label, first.orderId)
    assert.equal(events.flatMap(describe).join(', '), wanted)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${line}\n${message}`, { cause: error })
  }
}

const order =
  /^(\w+) (buys|sells) (for )?(all|[\d.,]+) at ([\d.,]+)(?: (IOC|FOK))?(?: (post-only))?$/

function readCommand(words: string, labels: ReadonlyMap<string, number>): Command {
  const placed = order.exec(words)
  if (placed !== null) return readOrder(placed)
  const [who = '', verb = '', what = '', unit = ''] = words.split(' ')
  if (who === 'market') {
    return { kind: 'set_market_state', marketId, state: verb.replace('-', '_') as MarketState }
  }
  const accountId = findId(who)
  switch (verb) {
    case 'gets':
      return moving('credit', accountId, what, unit)
    case 'pays-out':
      return moving('debit', accountId, what, unit)
    case 'loses':
      return moving('reverse_credit', accountId, what, unit)
    case 'cancels':
      if (what === 'all') return { kind: 'cancel_all', accountId, marketId: null }
      return { kind: 'cancel', accountId, orderId: labels.get(what) ?? 0 }
    case 'is-suspended':
      return { kind: 'suspend_account', accountId }
    case 'is-resumed':
      return { kind: 'resume_account', accountId }
    default:
      throw new Error(`unknown step "${words}"`)
  }
}

function readOrder(placed: RegExpExecArray): Command {
  const [, who = '', verb, isBudget, size = '', at = '', timeInForce = 'GTC', postOnly] = placed
  const side: Side = verb === 'buys' ? 'buy' : 'sell'
  return {
    kind: 'place',
    accountId: findId(who),
    marketId,
    side,
    price: priceUnits(parseScenarioUnits(at, 'IDR')),
    size: parseSize(size, isBudget !== undefined),
    timeInForce: timeInForce as TimeInForce,
    postOnly: postOnly !== undefined,
  }
}

function parseSize(size: string, isBudget: boolean): OrderSize {
  if (size === 'all') return { by: 'balance' }
  return isBudget
    ? { by: 'budget', budget: parseScenarioUnits(size, 'IDR') }
    : { by: 'quantity', quantity: parseScenarioUnits(size, 'BTC') }
}

function moving(
  kind: 'credit' | 'debit' | 'reverse_credit',
  accountId: number,
  amount: string,
  symbol: string,
): Command {
  const { currencyId } = currencies[parseSymbol(symbol)]
  const cause = { reason: 'scenario', source: 'scenario:1' }
  return {
    kind,
    accountId,
    currencyId,
    amount: parseScenarioUnits(amount, symbol),
    railId,
    ...cause,
  }
}

/** An event in a trader's words, without the parts that follow from the line itself. */
function describe(event: CoreEvent): readonly string[] {
  switch (event.kind) {
    case 'order_accepted':
      return []
    case 'order_rested':
      return [`rests ${write(event.remaining, 8)}`]
    case 'traded':
      return [`fills ${write(event.quantity, 8)} at ${write(event.price, 2)}`]
    case 'order_closed':
      if (event.reason === 'filled') return event.rested ? [] : ['filled']
      return event.reason === 'user'
        ? [`gives back ${write(event.released, event.side === 'buy' ? 2 : 8)}`]
        : [`${event.reason}, gives back ${write(event.released, event.side === 'buy' ? 2 : 8)}`]
    case 'orders_canceled':
      return [`${event.count} canceled`]
    case 'transferred':
      return [
        `${event.suspended ? 'to suspense' : event.toBucket} ${write(event.amount, event.currencyId === 1 ? 2 : 8)}`,
      ]
    case 'refused':
      return [`refused ${event.code}`]
    case 'account_suspended':
    case 'account_resumed':
    case 'market_state_set':
      return ['done']
    case 'hold_changed':
    case 'currency_listed':
    case 'market_set':
    case 'schedule_set':
    case 'epoch_begun':
      return [event.kind]
  }
}

const balance = /^(\w+) has ([\d.,-]+) (IDR|BTC)( held| claimed)?$/

function checkBalance(stage: Stage, text: string): void {
  const [, who = '', amount = '', symbol = '', bucket = ' available'] = balance.exec(text) ?? []
  if (who === '') throw new Error('this line has no arrow and is no balance')
  const { currencyId, decimals } = currencies[parseSymbol(symbol)]
  const row = [...stage.exchange.state().balances].find(
    (one) => one.accountId === findId(who) && one.currencyId === currencyId,
  )
  const found = { available: row?.available ?? 0, held: row?.held ?? 0, claimed: row?.claim ?? 0 }
  const name = bucket.trim()
  const units = name === 'held' ? found.held : name === 'claimed' ? found.claimed : found.available
  assert.equal(write(units, decimals), amount)
}

function parseSymbol(text: string): Symbol {
  if (text === 'IDR' || text === 'BTC') return text
  throw new Error(`no currency ${text}`)
}

/** The account id of a person's name or of a number. */
function findId(who: string): number {
  const found = Object.entries(people).find(([name]) => name === who)
  const id = found?.[1] ?? Number(who)
  if (Number.isInteger(id)) return id
  throw new Error(`unknown person ${who}`)
}

function parseScenarioUnits(text: string, symbol: string) {
  const parsed = parseUnits(text.replaceAll(',', ''), currencies[parseSymbol(symbol)].decimals)
  if (!parsed.ok) throw new Error(`${text} is ${parsed.fault}`)
  return parsed.units
}

/** Units as people write them: grouped, without trailing zeros. */
function write(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, -decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${units < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
