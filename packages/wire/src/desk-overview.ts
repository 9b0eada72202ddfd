/** What the console's overview tells beside what waits. Amounts are decimal texts of their currency. */
import { formatUnits } from '@tukar/money'

export type OverviewMarket = {
  readonly id: number
  readonly pair: string
  readonly state: 'open' | 'cancel_only' | 'halted'
  readonly last_price: string | null
  /** Percent within 24 hours. */
  readonly change_24h: string | null
  readonly volume_quote: string
}

/** What moved today, in Jakarta, over the rails; in rupiah by the last price, null where there is none. */
export type DeskFlow = {
  readonly ccurrency_symbol: string
  readonly incoming: string
  readonly outgoing: string
  readonly incoming_idr: string | null
  readonly outgoing_idr: string | null
}

/** What the chains hold of a currency against what is owed of it. */
export type DeskCustodyRow = {
  readonly ccurrency_symbol: string
  readonly verdict: 'whole' | 'gap' | 'stale' | 'none'
  readonly held: string | null
  readonly owed: string
  readonly in_flight: string
  readonly gap: string | null
}

/** `resting`: nobody needed it, or asked it for anything, yet. */
export const partyStates = ['ok', 'slow', 'down', 'resting'] as const
export type PartyState = (typeof partyStates)[number]

export type DeskParty = {
  readonly name: string
  readonly state: PartyState
  readonly since: string
}

export type DeskAlarm = {
  /** Its number in the record. */
  readonly no: number
  readonly at: string
  readonly action: string
  readonly subject: string
  /** The subject as people call it. */
  readonly about: string
  /** What the signer wants and what the console asks for, where the two differ; else null. */
  readonly figures: { readonly signer: string; readonly console: string } | null
}

export type DeskOverviewMore = {
  readonly markets: readonly OverviewMarket[]
  readonly flows: readonly DeskFlow[]
  readonly custody: readonly DeskCustodyRow[]
  readonly parties: readonly DeskParty[]
  /** Of the last seven days, the newest first. */
  readonly alarms: readonly DeskAlarm[]
}

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
