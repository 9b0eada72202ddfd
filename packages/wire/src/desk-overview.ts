/** What the console's overview tells beside what waits. Amounts are decimal texts of their currency. */
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import { Decimal, many, Time } from './answers/shapes.ts'

export const OverviewMarket = z.strictObject({
  id: z.int(),
  pair: z.string(),
  state: z.enum(['open', 'cancel_only', 'halted']),
  last_price: z.nullable(Decimal),
  /** Percent within 24 hours. */
  change_24h: z.nullable(Decimal),
  volume_quote: Decimal,
})
export type OverviewMarket = z.infer<typeof OverviewMarket>

/** What moved today, in Jakarta, over the rails; in rupiah by the last price, null where there is none. */
export const DeskFlow = z.strictObject({
  ccurrency_symbol: z.string(),
  incoming: Decimal,
  outgoing: Decimal,
  incoming_idr: z.nullable(Decimal),
  outgoing_idr: z.nullable(Decimal),
})
export type DeskFlow = z.infer<typeof DeskFlow>

/** What the chains hold of a currency against what is owed of it. */
export const DeskCustodyRow = z.strictObject({
  ccurrency_symbol: z.string(),
  verdict: z.enum(['whole', 'gap', 'stale', 'none']),
  held: z.nullable(Decimal),
  owed: Decimal,
  in_flight: Decimal,
  gap: z.nullable(Decimal),
})
export type DeskCustodyRow = z.infer<typeof DeskCustodyRow>

/** `resting`: nobody needed it, or asked it for anything, yet. */
export const partyStates = ['ok', 'slow', 'down', 'resting'] as const
export type PartyState = (typeof partyStates)[number]

export const DeskParty = z.strictObject({
  name: z.string(),
  state: z.enum(partyStates),
  since: Time,
})
export type DeskParty = z.infer<typeof DeskParty>

export const DeskAlarm = z.strictObject({
  /** Its number in the record. */
  no: z.int(),
  at: Time,
  action: z.string(),
  subject: z.string(),
  /** The subject as people call it. */
  about: z.string(),
  /** What the signer wants and what the console asks for, where the two differ; else null. */
  figures: z.nullable(
    z.strictObject({
      signer: z.string(),
      console: z.string(),
    }),
  ),
})
export type DeskAlarm = z.infer<typeof DeskAlarm>

export const DeskOverviewMore = z.strictObject({
  markets: many(OverviewMarket),
  flows: many(DeskFlow),
  custody: many(DeskCustodyRow),
  parties: many(DeskParty),
  /** Of the last seven days, the newest first. */
  alarms: many(DeskAlarm),
})
export type DeskOverviewMore = z.infer<typeof DeskOverviewMore>

/** Whose amounts a row is about. */
type Money = { readonly symbol: string; readonly decimals: number }

export type FlowFigures = Money & {
  /** In units, and in units of rupiah; null where there is no price. */
  readonly incoming: number
  readonly outgoing: number
  readonly incomingRupiah: number | null
  readonly outgoingRupiah: number | null
}

const rupiahDecimals = 2

/** What moved of a currency as its row of the wire. */
export function deskFlowRow(flow: FlowFigures): DeskFlow {
  const { symbol, decimals, incoming, outgoing, incomingRupiah, outgoingRupiah } = flow
  return {
    ccurrency_symbol: symbol,
    incoming: formatUnits(incoming, decimals),
    outgoing: formatUnits(outgoing, decimals),
    incoming_idr: textOf(incomingRupiah, rupiahDecimals),
    outgoing_idr: textOf(outgoingRupiah, rupiahDecimals),
  }
}

export type CustodyRowFigures = Money & {
  readonly verdict: DeskCustodyRow['verdict']
  readonly held: number | null
  readonly owed: number
  readonly inFlight: number
  readonly gap: number | null
}

/** Custody of a currency as its row of the wire; figures in units. */
export function deskCustodyRow(figures: CustodyRowFigures): DeskCustodyRow {
  const { symbol, decimals, verdict, held, owed, inFlight, gap } = figures
  return {
    ccurrency_symbol: symbol,
    verdict,
    held: textOf(held, decimals),
    owed: formatUnits(owed, decimals),
    in_flight: formatUnits(inFlight, decimals),
    gap: textOf(gap, decimals),
  }
}

function textOf(units: number | null, decimals: number): string | null {
  return units === null ? null : formatUnits(units, decimals)
}
