/**
 * Tries a change in a separate core before it is proposed: the core itself judges rules and computes charges,
 * so that the preview shows what will happen.
 */
import {
  type ChargeSchedule,
  type Command,
  type CoreEvent,
  createExchange,
  custodyAccounts,
  type MarketRules,
  type Side,
  type Traded,
} from '@tukar/core'
import { currencyUnits, priceUnits, ratePpm } from '@tukar/money'
import type { ErrorCode } from '@tukar/wire'

/** A small memory is enough, because no command is repeated here. */
const options = { rememberedMax: 16 }
const supplyMax = currencyUnits(2 ** 52)
const [quoteId, baseId, marketId] = [1, 2, 1]

/** Why the core would reject these rules for a halted market without orders; null if it accepts them. */
export function faultOfRules(
  rules: MarketRules,
  baseDecimals: number,
  quoteDecimals: number,
): ErrorCode | null {
  // The trial would list the currency twice.
  if (rules.baseId === rules.quoteId) return 'market.bad_rules'
  const commands: readonly Command[] = [
    listing(rules.quoteId, 'QUOTE', quoteDecimals),
    listing(rules.baseId, 'BASE', baseDecimals),
    { kind: 'set_market', ...rules },
  ]
  const refused = play(commands, 0).find((event) => event.kind === 'refused')
  return refused?.kind === 'refused' ? refused.code : null
}

/** The cost of one side of a trade of Rp 1,000,000 by kind, in units of Rp 0.01. */
export type SideCost = Readonly<Record<'fee' | 'bourse' | 'vat' | 'income_tax', number>>

export const costSides = ['buyingTaker', 'buyingMaker', 'sellingTaker', 'sellingMaker'] as const
export type Costs = Readonly<Record<(typeof costSides)[number], SideCost>>

/** Rp 1,000,000 in units; also the traded quantity of the base in units. */
const grossUnits = 100_000_000

/**
 * The cost of a trade of Rp 1,000,000 for each side at a time, as the core charges it. Both sides receive
 * exactly that value, so each charged unit is worth Rp 0.01.
 */
export function costsAt(schedules: readonly ChargeSchedule[], timeMs: number): Costs {
  const buying = tradeAt(schedules, timeMs, 'buy')
  const selling = tradeAt(schedules, timeMs, 'sell')
  return {
    buyingTaker: costOf(buying, 'buy'),
    buyingMaker: costOf(selling, 'buy'),
    sellingTaker: costOf(selling, 'sell'),
    sellingMaker: costOf(buying, 'sell'),
  }
}

function costOf({ charges }: Traded, side: Side): SideCost {
  const cost = { fee: 0, bourse: 0, vat: 0, income_tax: 0 }
  for (const charge of charges) {
    if (charge.side === side) cost[charge.chargeKind] += charge.amount
  }
  return cost
}

function tradeAt(schedules: readonly ChargeSchedule[], timeMs: number, takerSide: Side): Traded {
  const sides = takerSide === 'buy' ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const)
  const events = play(
    [
      listing(quoteId, 'IDR', 2),
      listing(baseId, 'BASE', 8),
      { kind: 'set_market', ...trialRules },
      ...schedules.map((row): Command => ({ kind: 'set_schedule', ...row, marketId })),
      { kind: 'set_market_state', marketId, state: 'open' },
      credit(1_001, quoteId),
      credit(1_002, baseId),
      ...sides.map(placeOrder),
    ],
    timeMs,
  )
  const traded = events.find((event) => event.kind === 'traded')
  if (traded?.kind !== 'traded') throw new Error('the trial trade did not execute')
  return traded
}

/** One whole base costs Rp 1,000,000. */
const trialRules: MarketRules = {
  marketId,
  symbol: 'BASE_IDR',
  baseId,
  quoteId,
  tick: priceUnits(grossUnits),
  lot: currencyUnits(grossUnits),
  notionalMin: currencyUnits(1),
  quantityMax: currencyUnits(grossUnits),
  priceMin: priceUnits(grossUnits),
  priceMax: priceUnits(grossUnits),
  referencePrice: priceUnits(grossUnits),
  buyBandPpm: ratePpm(1_000_000),
  sellBandPpm: ratePpm(1_000_000),
  openOrdersMax: 1,
}

function listing(currencyId: number, code: string, decimals: number): Command {
  return { kind: 'list_currency', currencyId, code, decimals, supplyMax }
}

function credit(accountId: number, currencyId: number): Command {
  const cause = { reason: 'trial', source: 'trial:1' }
  const amount = currencyUnits(grossUnits)
  return { kind: 'credit', accountId, currencyId, amount, railId: custodyAccounts.bank, ...cause }
}

function placeOrder(side: Side): Command {
  return {
    kind: 'place',
    accountId: side === 'buy' ? 1_001 : 1_002,
    marketId,
    side,
    price: priceUnits(grossUnits),
    size: { by: 'quantity', quantity: currencyUnits(grossUnits) },
    timeInForce: 'GTC',
    postOnly: false,
  }
}

/** All events of the commands, at one moment. */
function play(commands: readonly Command[], timeMs: number): readonly CoreEvent[] {
  const exchange = createExchange(options)
  exchange.beginBatch(timeMs)
  return commands.flatMap((command) => [...exchange.apply({ command, id: null }).events])
}
