/**
 * A charge rate from a date on (SRV-60), for one market or for all markets of a currency. It never applies to
 * the past: each fill is charged by the rate of its time.
 */
import { feeRatePpmMax, grossRatePpmMax } from '@tukar/core'
import { ChargeScheduleInput, type SetChargeSchedule } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import { jakartaDayStart, jakartaTimeText } from '../../../platform/text/dates.ts'
import { carryOut, type ChangeKind, type ChangePreview, type LocalText } from '../../desk/index.ts'
import type { ListedMarket } from '../listing.ts'
import type { ScheduleRecord } from '../store.ts'
import { costLines } from './cost-lines.ts'
import { type MarketDeskDeps, marketOf } from './deps.ts'
import { commandOfSchedule, rowAt, rowsOf, scheduleIdOf } from './schedule-rows.ts'
import { percentText, withPairs, words } from './words.ts'

/** The change `charge.schedule`. */
export function chargeSchedule(deps: MarketDeskDeps): ChangeKind<SetChargeSchedule> {
  return {
    kind: 'charge.schedule',
    roles: ['finance', 'admin'],
    input: ChargeScheduleInput,
    async preview(input) {
      refuseUnsound(input)
      const markets = marketsOf(deps, input)
      const fromMs = fromOf(input)
      const news = markets.map((market, place) => rowOf(market, input, fromMs, place))
      for (const [place, row] of news.entries()) {
        refuseConflict(deps, row, markets[place]?.symbol ?? '')
      }
      return previewOf(deps, input, markets, news)
    },
    async apply(input, { changeId }) {
      const markets = marketsOf(deps, input)
      const fromMs = input.from === null ? Date.now() : jakartaDayStart(input.from)
      for (const [place, market] of markets.entries()) {
        const row = rowOf(market, input, fromMs, scheduleIdOf(changeId, place))
        await carryOut(deps.engine, commandOfSchedule(row), `change:${changeId}:schedule:${place}`)
      }
      await deps.listing.reload()
    },
  }
}

function refuseUnsound({ kind, payer, base, rate_ppm: ratePpm }: SetChargeSchedule): void {
  const isTrader = payer === 'maker' || payer === 'taker'
  if ((kind === 'fee') !== isTrader || (kind === 'fee' && base === 'fee')) {
    throw new Refusal('schedule.wrong_payer')
  }
  const max = base === 'fee' ? feeRatePpmMax : grossRatePpmMax
  if (ratePpm > max) throw new Refusal('schedule.rate_too_high', { max: percentText(max) })
}

function marketsOf(deps: MarketDeskDeps, input: SetChargeSchedule): readonly ListedMarket[] {
  if (input.pair !== null) return [marketOf(deps, input.pair)]
  const markets = deps.listing.markets().filter(({ scale }) => scale.quoteSymbol === input.quote)
  if (markets.length === 0) throw new Refusal('schedule.nothing_traded')
  return markets
}

function fromOf({ from }: SetChargeSchedule): number {
  const nowMs = Date.now()
  if (from === null) return nowMs
  const fromMs = jakartaDayStart(from)
  if (fromMs <= nowMs) throw new Refusal('schedule.past')
  return fromMs
}

function rowOf(
  { marketId }: ListedMarket,
  { kind, payer, base, rate_ppm: ratePpm }: SetChargeSchedule,
  from: number,
  scheduleId: number,
): ScheduleRecord {
  return { scheduleId, marketId, kind, payer, base, ratePpm, from }
}

/** Refuses a row that begins at the same time as another row of the same charge, or that changes nothing. */
function refuseConflict({ listing }: MarketDeskDeps, row: ScheduleRecord, pair: string): void {
  const own = rowsOf(listing.schedules(), row)
  if (own.some(({ from }) => from === row.from))
    throw new Refusal('schedule.taken', { pair: withPairs(pair) })
}

function previewOf(
  deps: MarketDeskDeps,
  input: SetChargeSchedule,
  markets: readonly ListedMarket[],
  news: readonly ScheduleRecord[],
): ChangePreview {
  const schedules = deps.listing.schedules()
  const rates = news.map((row, place) => {
    const before = rowAt(rowsOf(schedules, row), row.from)
    return { pair: markets[place]?.symbol ?? '', row, before }
  })
  if (rates.every(({ row, before }) => isSameRate(row, before))) {
    throw new Refusal('market.unchanged')
  }
  const warnings = rates.flatMap(({ pair, row }) => warningsOf(schedules, row, pair))
  return {
    subject: input.pair === null ? `charges:${input.quote}` : `market:${markets[0]?.marketId}`,
    title: titleOf(input, markets),
    lines: [
      ...rates.map(({ pair, row, before }) => ({
        text: words('rate', { pair }),
        before: rateWords(before, 'none'),
        after: rateWords(row, 'ended'),
      })),
      ...costLines(schedules, markets, news),
    ],
    warnings: [...warnings, words('openOrdersCharged')],
    isSecondNeeded: true,
    before: {
      rates: rates.map(({ pair, before }) => ({ pair, rate_ppm: before?.ratePpm ?? 0 })),
    },
    after: { ...input, pairs: markets.map(({ symbol }) => symbol) },
  }
}

function isSameRate(row: ScheduleRecord, before: ScheduleRecord | undefined): boolean {
  return (before?.ratePpm ?? 0) === row.ratePpm && (row.ratePpm === 0 || before?.base === row.base)
}

function titleOf(input: SetChargeSchedule, markets: readonly ListedMarket[]): LocalText {
  const pairs = markets.map(({ symbol }) => symbol).join(', ')
  const about = {
    kind: words(input.kind),
    payer: words(input.payer),
    where: input.pair ?? words('everyMarket', { quote: input.quote ?? '', pairs }),
    from: input.from === null ? words('now') : jakartaTimeText(jakartaDayStart(input.from)),
  }
  if (input.rate_ppm === 0) return words('chargeEndTitle', about)
  const percent = percentText(input.rate_ppm)
  const rate = words(input.base === 'fee' ? 'ofFee' : 'ofGross', { percent })
  return words('chargeTitle', { ...about, rate })
}

function rateWords(row: ScheduleRecord | undefined, nothing: 'none' | 'ended'): LocalText {
  if (row === undefined || row.ratePpm === 0) return words(nothing)
  const percent = percentText(row.ratePpm)
  return words(row.base === 'fee' ? 'ofFee' : 'ofGross', { percent })
}

/** Warnings about rows that follow the new one, and about charges on the same side. */
function warningsOf(
  schedules: readonly ScheduleRecord[],
  row: ScheduleRecord,
  pair: string,
): readonly LocalText[] {
  const later = rowsOf(schedules, row)
    .filter(({ from }) => from > row.from)
    .map(({ from, ratePpm }) =>
      words('laterRow', { pair, from: jakartaTimeText(from), percent: percentText(ratePpm) }),
    )
  const beside = row.kind === 'fee' ? [] : besidePayers(row)
  const addedUp = beside.flatMap((payer) => {
    const other = rowAt(rowsOf(schedules, { ...row, payer }), row.from)
    if (other === undefined || other.ratePpm === 0 || row.ratePpm === 0) return []
    return [words('addedUp', { pair, payer: words(payer), percent: percentText(other.ratePpm) })]
  })
  return [...later, ...addedUp]
}

/** Payers of the same side: the charge of buyers and the charge of both sides add up. */
function besidePayers({ payer }: ScheduleRecord): readonly ('buyer' | 'seller' | 'both')[] {
  return payer === 'both' ? ['buyer', 'seller'] : ['both']
}
