/**
 * The listing of a market: two currencies that are listed, its rules, and the charges of a like one. It
 * begins halted, and all that shows markets takes it in from the engine's events.
 */
import { type AddMarket, AddMarketInput } from '@tukar/wire'
import { Refusal, refusalOfCore } from '../../../platform/http/refusal.ts'
import { carryOut, type ChangeKind } from '../../desk/index.ts'
import type { ListedMarket } from '../listing.ts'
import type { ScheduleRecord } from '../store.ts'
import { ruleNames } from './market-rules.ts'
import { currencyOf, type MarketDeskParts, marketOf, rupiahValues } from './parts.ts'
import { readRules, type Rules, rulesText, ruleWords } from './rules-reading.ts'
import { commandOfSchedule, scheduleIdOf } from './schedule-rows.ts'
import { faultOfRules } from './trial.ts'
import { withPairs, words } from './words.ts'

type Read = ReturnType<typeof read>

/** The kind `market.add`. */
export function marketAdd(parts: MarketDeskParts): ChangeKind<AddMarket> {
  return {
    kind: 'market.add',
    roles: ['risk', 'admin'],
    input: AddMarketInput,
    async preview(input) {
      const { symbol, base, quote, rules, like } = read(parts, input)
      if (parts.listing.marketOfPair(symbol) !== undefined) {
        throw new Refusal('market.already_listed', { pair: withPairs(symbol) })
      }
      const ids = { baseId: base.currencyId, quoteId: quote.currencyId }
      const whole = { marketId: freeMarketId(parts), symbol, ...ids, ...rules }
      const fault = faultOfRules(whole, base.decimals, quote.decimals)
      if (fault !== null) throw refusalOfCore(fault, {})
      const pair = { base, quote }
      const said = ruleWords(rules, pair, rupiahValues(parts, pair, rules.referencePrice))
      const both = { base: base.name, quote: quote.name }
      return {
        subject: `market:${symbol}`,
        title: words('addTitle', { pair: symbol }),
        lines: [
          { text: words('currencies'), before: null, after: words('baseAndQuote', both) },
          { text: words('state'), before: null, after: words('halted') },
          ...ruleNames.map((name) => ({ text: words(name), before: null, after: said[name] })),
          {
            text: words('charges'),
            before: null,
            after: words('likeMarket', { pair: like.symbol }),
          },
        ],
        warnings: [],
        isSecondNeeded: true,
        before: { charges: chargesOf(parts, like).map(chargeRecord) },
        after: { pair: symbol, state: 'halted', ...rulesText(rules, pair) },
      }
    },
    apply: async (input, { changeId }) => add(parts, read(parts, input), changeId),
  }
}

function read(parts: MarketDeskParts, input: AddMarket) {
  const base = currencyOf(parts, input.base)
  const quote = currencyOf(parts, input.quote)
  const like = marketOf(parts, input.charges_from)
  if (like.quoteId !== quote.currencyId) throw new Refusal('market.unlike')
  const rules: Rules = readRules(input, { base, quote })
  return { symbol: `${base.symbol}_${quote.symbol}`, base, quote, rules, like }
}

/** How often an id is looked for that another market does not get at the same time. */
const attempts = 10

/** Lists the market and its charges; what is there already is left as it is. */
async function add(parts: MarketDeskParts, wanted: Read, changeId: number): Promise<void> {
  const { listing, marketData } = parts
  const { symbol, base, quote, rules, like } = wanted
  for (let attempt = 0; listing.marketOfPair(symbol) === undefined; attempt += 1) {
    const marketId = freeMarketId(parts)
    const ids = { marketId, symbol, baseId: base.currencyId, quoteId: quote.currencyId }
    const source = `change:${changeId}:market:${marketId}`
    try {
      await carryOut(parts.engine, { kind: 'set_market', ...ids, ...rules }, source)
    } catch (error) {
      // Another market got the id in the same moment.
      const isTaken = error instanceof Refusal && error.code === 'market.fixed_rules'
      if (!isTaken || attempt >= attempts) throw error
    }
    await listing.reload()
  }
  const { marketId } = marketOf(parts, symbol)
  for (const [place, row] of chargesOf(parts, like).entries()) {
    const scheduleId = scheduleIdOf(changeId, place)
    const command = commandOfSchedule({ ...row, marketId, scheduleId })
    await carryOut(parts.engine, command, `change:${changeId}:schedule:${place}`)
  }
  await listing.reload()
  await untilKnown(() => marketData.knows(marketId))
}

/** Market data take a new market in by themselves, within moments. */
const [knownPauseMs, knownAttempts] = [20, 100]

async function untilKnown(isKnown: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < knownAttempts && !isKnown(); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, knownPauseMs))
  }
}

function freeMarketId({ listing }: MarketDeskParts): number {
  return Math.max(0, ...listing.markets().map(({ marketId }) => marketId)) + 1
}

function chargesOf({ listing }: MarketDeskParts, like: ListedMarket): readonly ScheduleRecord[] {
  return listing.schedules().filter(({ marketId }) => marketId === like.marketId)
}

function chargeRecord({ kind, payer, base, ratePpm, from }: ScheduleRecord) {
  return { kind, payer, base, rate_ppm: ratePpm, from }
}
