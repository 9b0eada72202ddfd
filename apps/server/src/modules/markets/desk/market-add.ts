/**
 * Lists a market: two listed currencies, its rules, and the charges of a similar market. The new market is
 * halted, and all readers of the listing learn of it from the engine's events.
 */
import { type AddMarket, AddMarketInput } from '@tukar/wire'
import { Refusal, refusalOfCore } from '../../../platform/http/refusal.ts'
import { carryOut, type ChangeKind } from '../../desk/index.ts'
import type { ListedMarket } from '../listing.ts'
import type { ScheduleRecord } from '../store.ts'
import { ruleNames } from './market-rules.ts'
import { currencyOf, type MarketDeskDeps, marketOf, rupiahValues } from './deps.ts'
import { readRules, type MarketRuleValues, rulesText, ruleWords } from './rules-reading.ts'
import { commandOfSchedule, scheduleIdOf } from './schedule-rows.ts'
import { faultOfRules } from './trial.ts'
import { withPairs, words } from './words.ts'

type Read = ReturnType<typeof read>

/** The change `market.add`. */
export function marketAdd(deps: MarketDeskDeps): ChangeKind<AddMarket> {
  return {
    kind: 'market.add',
    roles: ['risk', 'admin'],
    input: AddMarketInput,
    async preview(input) {
      const { symbol, base, quote, rules, like } = read(deps, input)
      if (deps.listing.marketOfPair(symbol) !== undefined) {
        throw new Refusal('market.already_listed', { pair: withPairs(symbol) })
      }
      const ids = { baseId: base.currencyId, quoteId: quote.currencyId }
      const whole = { marketId: freeMarketId(deps), symbol, ...ids, ...rules }
      const fault = faultOfRules(whole, base.decimals, quote.decimals)
      if (fault !== null) throw refusalOfCore(fault, {})
      const pair = { base, quote }
      const ruleTexts = ruleWords(rules, pair, rupiahValues(deps, pair, rules.referencePrice))
      const both = { base: base.name, quote: quote.name }
      return {
        subject: `market:${symbol}`,
        title: words('addTitle', { pair: symbol }),
        lines: [
          { text: words('currencies'), before: null, after: words('baseAndQuote', both) },
          { text: words('state'), before: null, after: words('halted') },
          ...ruleNames.map((name) => ({ text: words(name), before: null, after: ruleTexts[name] })),
          {
            text: words('charges'),
            before: null,
            after: words('likeMarket', { pair: like.symbol }),
          },
        ],
        warnings: [],
        isSecondNeeded: true,
        before: { charges: chargesOf(deps, like).map(chargeRecord) },
        after: { pair: symbol, state: 'halted', ...rulesText(rules, pair) },
      }
    },
    apply: async (input, { changeId }) => add(deps, read(deps, input), changeId),
  }
}

function read(deps: MarketDeskDeps, input: AddMarket) {
  const base = currencyOf(deps, input.base)
  const quote = currencyOf(deps, input.quote)
  const like = marketOf(deps, input.charges_from)
  if (like.quoteId !== quote.currencyId) throw new Refusal('market.unlike')
  const rules: MarketRuleValues = readRules(input, { base, quote })
  return { symbol: `${base.symbol}_${quote.symbol}`, base, quote, rules, like }
}

/** How often a free id is tried, because another market may take it at the same time. */
const attempts = 10

/** Lists the market and its charges; whatever exists already stays unchanged. */
async function add(deps: MarketDeskDeps, requested: Read, changeId: number): Promise<void> {
  const { listing, marketData } = deps
  const { symbol, base, quote, rules, like } = requested
  for (let attempt = 0; listing.marketOfPair(symbol) === undefined; attempt += 1) {
    const marketId = freeMarketId(deps)
    const ids = { marketId, symbol, baseId: base.currencyId, quoteId: quote.currencyId }
    const source = `change:${changeId}:market:${marketId}`
    try {
      await carryOut(deps.engine, { kind: 'set_market', ...ids, ...rules }, source)
    } catch (error) {
      // Another market got this id at the same time.
      const isTaken = error instanceof Refusal && error.code === 'market.fixed_rules'
      if (!isTaken || attempt >= attempts) throw error
    }
    await listing.reload()
  }
  const { marketId } = marketOf(deps, symbol)
  for (const [place, row] of chargesOf(deps, like).entries()) {
    const scheduleId = scheduleIdOf(changeId, place)
    const command = commandOfSchedule({ ...row, marketId, scheduleId })
    await carryOut(deps.engine, command, `change:${changeId}:schedule:${place}`)
  }
  await listing.reload()
  await waitUntilKnown(() => marketData.knows(marketId))
}

/** Market data learn of a new market within moments. */
const [retryMs, attemptsMax] = [20, 100]

async function waitUntilKnown(isKnown: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax && !isKnown(); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

function freeMarketId({ listing }: MarketDeskDeps): number {
  return Math.max(0, ...listing.markets().map(({ marketId }) => marketId)) + 1
}

function chargesOf({ listing }: MarketDeskDeps, like: ListedMarket): readonly ScheduleRecord[] {
  return listing.schedules().filter(({ marketId }) => marketId === like.marketId)
}

function chargeRecord({ kind, payer, base, ratePpm, from }: ScheduleRecord) {
  return { kind, payer, base, rate_ppm: ratePpm, from }
}
