/** Draws the next command: mostly a sensible one, with any kind of mistake now and then. */
import { currencyUnits as units, priceUnits, ratePpm } from '@tukar/money'
import {
  chargeBases,
  chargeKinds,
  chargePayers,
  type Command,
  marketStates,
  type MarketState,
  type OrderSize,
  type PlaceOrder,
  type Side,
} from '../index.ts'
import { orStrange, orStranger } from './hostile.ts'
import { availableOf, type Model, type ModelHold, type ModelMarket } from './oracle-model.ts'
import type { Random } from './random.ts'
import { dayMs, railIds, userIds, usualAmounts } from './universe.ts'

/** How often each kind is drawn, in ten thousandths. */
const weights = [
  ['place', 5_600],
  ['cancel', 1_500],
  ['cancel_all', 80],
  ['credit', 700],
  ['debit', 400],
  ['hold', 350],
  ['release', 150],
  ['settle', 300],
  ['reverse_credit', 180],
  ['grant', 120],
  ['adjust', 250],
  ['suspend_account', 45],
  ['resume_account', 135],
  ['list_currency', 10],
  ['set_market', 50],
  ['set_market_state', 100],
  ['set_schedule', 12],
  ['begin_epoch', 18],
] as const satisfies readonly (readonly [Command['kind'], number])[]

const cause = { reason: 'simulation', source: 'simulation:2' }
const kindsByWeight = weights.flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind),
)

/** The next command. It reads the model, so that the command often has an effect. */
export function drawCommand(random: Random, model: Model): Command {
  const kind = random.pick(kindsByWeight)
  switch (kind) {
    case 'place':
      return drawOrder(random, model)
    case 'cancel':
    case 'cancel_all':
      return drawCancel(random, model, kind)
    case 'credit':
      return { kind, ...drawCredit(random, model), railId: drawRail(random), ...cause }
    case 'debit':
    case 'reverse_credit':
      return { kind, ...drawMoney(random), railId: drawRail(random), ...cause }
    case 'hold':
      return { kind, ...drawMoney(random), ...cause }
    case 'release':
    case 'settle':
      return drawHoldEnd(random, model, kind)
    case 'grant':
    case 'adjust':
      return drawTreasuryMove(random, model, kind)
    case 'suspend_account':
      return { kind, accountId: orStranger(random, random.pick(userIds)) }
    case 'resume_account': {
      const suspended = [...model.suspended]
      const accountId = random.pick(suspended.length > 0 ? suspended : userIds)
      return { kind, accountId: orStranger(random, accountId) }
    }
    case 'begin_epoch':
      return { kind, epoch: orStrange(random, model.epoch + random.between(0, 3)) }
    case 'list_currency':
    case 'set_market':
    case 'set_market_state':
    case 'set_schedule':
      return drawRule(random, model, kind)
  }
}

function drawMarket(random: Random, model: Model): ModelMarket {
  return random.pick(model.markets)
}

/** Around the last price, drawn back to the listing's reference, so that it wanders but never leaves. */
function drawPrice(random: Random, market: ModelMarket): number {
  const { rules } = market
  const last = Number(market.lastPrice ?? BigInt(rules.referencePrice))
  const middle = random.chance(0.1) ? Math.floor((last + rules.referencePrice) / 2) : last
  const step = rules.tick * Math.max(1, Math.floor(rules.referencePrice / (rules.tick * 1_000)))
  const reach = random.chance(0.02) ? 400 : 3
  const price = middle + step * random.between(-reach, reach)
  return random.chance(0.02) ? price + 1 : price - (price % rules.tick)
}

function drawSize(random: Random, market: ModelMarket, price: number): OrderSize {
  const { lot, notionalMin, quantityMax, baseId } = market.rules
  const usual = usualAmounts.find((row) => row.currencyId === baseId)?.amount ?? 1_000
  const min = Math.ceil((notionalMin * Number(market.scale)) / Math.max(price, 1) / lot)
  const lots = Math.max(1, Math.floor(usual / lot / random.pick([2, 6, 20, 60, 400])))
  const max = random.chance(0.02) ? lots + min : Math.min(lots + min, quantityMax / lot)
  const drawn = random.between(random.chance(0.05) || min > max ? 0 : min, max) * lot
  const quantity = random.chance(0.02) ? drawn + 1 : drawn
  if (random.chance(0.04)) return { by: 'balance' }
  if (random.chance(0.7)) return { by: 'quantity', quantity: units(orStrange(random, quantity)) }
  const budget = Math.ceil((quantity * price) / Number(market.scale)) + random.pick([0, 0, 1, 99])
  return { by: 'budget', budget: units(orStrange(random, budget)) }
}

function drawOrder(random: Random, model: Model): PlaceOrder {
  const market = drawMarket(random, model)
  const price = drawPrice(random, market)
  const side: Side = random.chance(0.5) ? 'buy' : 'sell'
  return {
    kind: 'place',
    accountId: orStranger(random, random.pick(userIds)),
    marketId: orStrange(random, market.rules.marketId),
    side,
    price: priceUnits(orStrange(random, price)),
    size: drawSize(random, market, price),
    timeInForce: random.pick(['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const),
    postOnly: random.chance(0.08),
  }
}

function drawCancel(random: Random, model: Model, kind: 'cancel' | 'cancel_all'): Command {
  const { orders, rules } = drawMarket(random, model)
  if (kind === 'cancel_all') {
    const marketId = random.chance(0.5) ? null : orStrange(random, rules.marketId)
    return { kind, accountId: orStranger(random, random.pick(userIds)), marketId }
  }
  const order = orders.length === 0 ? undefined : random.pick(orders)
  const orderId = order?.orderId ?? random.below(model.lastOrderId + 2)
  const accountId = random.chance(0.95) ? (order?.accountId ?? 1001) : random.pick(userIds)
  return { kind, accountId: orStranger(random, accountId), orderId: orStrange(random, orderId) }
}

function drawRail(random: Random): number {
  return random.chance(0.03) ? random.pick([1, 7, 99, 1001]) : random.pick(railIds)
}

/** Mostly for an account that has little, so that all accounts can trade. */
function drawCredit(random: Random, model: Model) {
  const money = drawMoney(random)
  if (random.chance(0.3)) return money
  const { currencyId, amount } = random.pick(usualAmounts)
  const smallHolders = userIds.filter((id) => availableOf(model, id, currencyId) < BigInt(amount))
  if (smallHolders.length === 0) return money
  return {
    accountId: random.pick(smallHolders),
    currencyId,
    amount: units(random.between(1, amount * 2)),
  }
}

function drawMoney(random: Random) {
  const { currencyId, amount } = random.pick(usualAmounts)
  const max = random.chance(0.001) ? 2 ** 52 : random.pick([amount, Math.ceil(amount / 10), 5])
  return {
    accountId: orStranger(random, random.pick(userIds)),
    currencyId: orStrange(random, currencyId),
    amount: units(orStrange(random, random.between(1, max))),
  }
}

function drawHoldEnd(random: Random, model: Model, kind: 'release' | 'settle'): Command {
  const hold: ModelHold | undefined =
    model.holds.length === 0 ? undefined : random.pick(model.holds)
  const holdId = orStrange(random, hold?.holdId ?? model.lastHoldId)
  if (kind === 'release') return { kind, holdId, ...cause }
  const left = Number(hold?.remaining ?? 1n)
  const amount = random.pick([left, Math.ceil(left / 3), left + 1, 1])
  const houseAccountId = random.pick([1, 1, ...railIds, 1001])
  return { kind, holdId, amount: units(orStrange(random, amount)), houseAccountId, ...cause }
}

/** Grants and corrections; now and then house money is paid out over a rail. */
function drawTreasuryMove(random: Random, model: Model, kind: 'grant' | 'adjust'): Command {
  const gathered = [...model.balances.values()].filter(
    (row) => row.accountId < 900 && row.available > 0n,
  )
  if (kind === 'adjust' && gathered.length > 0 && random.chance(0.4)) {
    const { accountId, currencyId, available } = random.pick(gathered)
    const owing = railIds.filter((id) => availableOf(model, id, currencyId) < 0n)
    const toAccountId = owing.length > 0 ? random.pick(owing) : 100
    const owed = -availableOf(model, toAccountId, currencyId)
    const amount = units(Number(owed > 0n && owed < available ? owed : available))
    return { kind, fromAccountId: accountId, toAccountId, currencyId, amount, ...cause }
  }
  const { accountId, currencyId, amount } = drawMoney(random)
  const houseAccountId = random.pick([1, 2, 3, 4, 5, 6, 7, 100, 101, accountId])
  if (kind === 'grant') return { kind, accountId, currencyId, amount, houseAccountId, ...cause }
  const other = random.chance(0.5) ? random.pick(userIds) : houseAccountId
  const isOut = random.chance(0.5)
  const fromAccountId = isOut ? accountId : other
  const toAccountId = isOut ? other : accountId
  return { kind, fromAccountId, toAccountId, currencyId, amount, ...cause }
}

/** Commands of operators; a market that is not open is usually opened again. */
function drawRule(
  random: Random,
  model: Model,
  kind: 'list_currency' | 'set_market' | 'set_market_state' | 'set_schedule',
): Command {
  const closed = model.markets.filter((each) => each.state !== 'open')
  const isHelped = kind === 'set_market_state' && closed.length > 0 && random.chance(0.9)
  const market = isHelped ? random.pick(closed) : drawMarket(random, model)
  const { marketId } = market.rules
  if (kind === 'list_currency') {
    const currencyId = orStrange(random, random.between(1, 12))
    const code = random.pick([
      'IDR',
      '',
      `NEW${currencyId}`,
      'a name that is far too long for a code',
    ])
    const supplyMax = units(orStrange(random, 1_000_000))
    return { kind, currencyId, code, decimals: orStrange(random, 4), supplyMax }
  }
  if (kind === 'set_market_state') {
    const isClosed = market.state !== 'open'
    const state: MarketState = isClosed ? 'open' : random.pick(marketStates)
    return { kind, marketId: orStrange(random, marketId), state }
  }
  if (kind === 'set_schedule') {
    const from = model.time + random.between(-30, 90) * dayMs
    return {
      kind,
      scheduleId: orStrange(random, random.between(1, 100_000)),
      marketId: orStrange(random, marketId),
      chargeKind: random.pick(chargeKinds),
      payer: random.pick(chargePayers),
      base: random.pick(chargeBases),
      ratePpm: ratePpm(orStrange(random, random.pick([0, 111, 2_000, 50_000]))),
      from: orStrange(random, from),
    }
  }
  return { kind, ...drawRules(random, model) }
}

/** New rules for a halted market, if there is one: other ticks, limits and bands, some of them invalid. */
function drawRules(random: Random, model: Model) {
  const halted = model.markets.filter((market) => market.state === 'halted')
  const { rules } = random.pick(halted.length > 0 ? halted : model.markets)
  const changed = {
    ...rules,
    marketId: random.chance(0.05) ? random.between(1, 6) : rules.marketId,
    symbol: random.chance(0.05) ? random.pick(['', 'BTC_IDR', 'NEW_ONE']) : rules.symbol,
    quoteId: random.chance(0.05) ? orStrange(random, 1) : rules.quoteId,
    lot: units(random.chance(0.1) ? random.pick([rules.lot * 2, 1]) : rules.lot),
    openOrdersMax: orStrange(random, random.between(2, 8)),
    notionalMin: units(orStrange(random, random.pick([1, 100_000]))),
    buyBandPpm: ratePpm(orStrange(random, random.pick([1_100_000, 1_200_000]))),
    sellBandPpm: ratePpm(orStrange(random, random.pick([800_000, 900_000]))),
  }
  if (!random.chance(0.05)) return changed
  const figure = random.pick(['tick', 'priceMin', 'priceMax', 'quantityMax'] as const)
  return { ...changed, [figure]: orStrange(random, rules[figure] * 2) }
}
