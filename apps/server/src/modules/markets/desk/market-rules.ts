/**
 * Changes a market's rules (ATT-65): only while it is halted, by two operators, and never so that a resting
 * order could be filled for nothing. Base, quote and name cannot change.
 */
import { type ChangeMarketRules, MarketRulesInput } from '@tukar/wire'
import { Refusal, refusalOfCore } from '../../../platform/http/refusal.ts'
import { carryOut, type ChangeKind, type ChangeLine, type LocalText } from '../../desk/index.ts'
import type { ListedMarket } from '../listing.ts'
import { countResting, type RestingOrders } from './open-orders.ts'
import { type MarketDeskDeps, marketOf, pairOf, priceOf, rupiahValues } from './deps.ts'
import { readRules, type MarketRuleValues, rulesText, ruleWords } from './rules-reading.ts'
import { faultOfRules } from './trial.ts'
import { words } from './words.ts'

export const ruleNames = [
  'tick',
  'lot',
  'minimum',
  'quantity_max',
  'price_min',
  'price_max',
  'reference_price',
  'buy_band_ppm',
  'sell_band_ppm',
  'open_orders_max',
] as const

/** The change `market.rules`. */
export function marketRules(deps: MarketDeskDeps): ChangeKind<ChangeMarketRules> {
  return {
    kind: 'market.rules',
    roles: ['risk', 'admin'],
    input: MarketRulesInput,
    async preview(input) {
      // The listing is reloaded, so that the orders of this moment are counted below.
      await deps.listing.reload()
      const market = marketOf(deps, input.pair)
      if (market.state !== 'halted') throw new Refusal('market.not_halted')
      const rules = readRules(input, pairOf(deps, market))
      const lines = changedLines(deps, market, rules)
      if (lines.length === 0) throw new Refusal('market.unchanged')
      refuseUnsound(deps, market, rules)
      const { marketId, scale } = market
      const resting = await countResting(deps.database, marketId, rules, scale.baseScale)
      if (resting.offLot > 0) throw new Refusal('market.orders_off_lot', { count: resting.offLot })
      return {
        subject: `market:${marketId}`,
        title: words('rulesTitle', { pair: input.pair }),
        lines,
        warnings: warningsOf(resting),
        isSecondNeeded: true,
        before: { state: market.state, ...rulesText(market, pairOf(deps, market)) },
        after: rulesText(rules, pairOf(deps, market)),
      }
    },
    async apply(input, { changeId }) {
      const market = marketOf(deps, input.pair)
      const { marketId, symbol, baseId, quoteId } = market
      const rules = readRules(input, pairOf(deps, market))
      const command = { kind: 'set_market', marketId, symbol, baseId, quoteId, ...rules } as const
      await carryOut(deps.engine, command, `change:${changeId}:rules:${marketId}`)
      await deps.listing.reload()
    },
  }
}

function changedLines(
  deps: MarketDeskDeps,
  market: ListedMarket,
  rules: MarketRuleValues,
): readonly ChangeLine[] {
  const pair = pairOf(deps, market)
  const rupiahOf = rupiahValues(deps, pair, priceOf(deps, market))
  const before = ruleWords(market, pair, rupiahOf)
  const after = ruleWords(rules, pair, rupiahOf)
  const [old, next] = [rulesText(market, pair), rulesText(rules, pair)]
  return ruleNames
    .filter((name) => Number(old[name]) !== Number(next[name]))
    .map((name) => ({ text: words(name), before: before[name], after: after[name] }))
}

function refuseUnsound(deps: MarketDeskDeps, market: ListedMarket, rules: MarketRuleValues): void {
  const { marketId, symbol, baseId, quoteId } = market
  const { base, quote } = pairOf(deps, market)
  const whole = { marketId, symbol, baseId, quoteId, ...rules }
  const fault = faultOfRules(whole, base.decimals, quote.decimals)
  if (fault !== null) throw refusalOfCore(fault, {})
}

/** Warnings about open orders: they stay, even if new orders like them would be rejected. */
function warningsOf({ offTick, outside, otherSize }: RestingOrders): readonly LocalText[] {
  return [
    ...(offTick > 0 ? [words('ordersOffTick', { count: offTick })] : []),
    ...(outside > 0 ? [words('ordersOutside', { count: outside })] : []),
    ...(otherSize > 0 ? [words('ordersTooSmall', { count: otherSize })] : []),
  ]
}
