/** The console's overview, besides the queues. Amounts are decimal texts of their currency. */
import { formatUnits } from '@tukar/money'
import type { DeskCustodyRow, DeskFlow } from '../answers/desk.ts'

/** `resting`: it was not called yet. */
export const partyStates = ['ok', 'slow', 'down', 'resting'] as const
export type PartyState = (typeof partyStates)[number]

/** The currency of a row's amounts. */
type Money = { readonly symbol: string; readonly decimals: number }

export type FlowFigures = Money & {
  /** In units, and in units of rupiah; null without a price. */
  readonly incoming: number
  readonly outgoing: number
  readonly incomingRupiah: number | null
  readonly outgoingRupiah: number | null
}

const rupiahDecimals = 2

/** The flows of a currency as a row of the wire. */
export function deskFlowRow(flow: FlowFigures): DeskFlow {
  const { symbol, decimals, incoming, outgoing, incomingRupiah, outgoingRupiah } = flow
  return {
    ccurrency_symbol: symbol,
    incoming: formatUnits(incoming, decimals),
    outgoing: formatUnits(outgoing, decimals),
    incoming_idr: toText(incomingRupiah, rupiahDecimals),
    outgoing_idr: toText(outgoingRupiah, rupiahDecimals),
  }
}

export type CustodyRowFigures = Money & {
  readonly verdict: DeskCustodyRow['verdict']
  readonly held: number | null
  readonly owed: number
  readonly inFlight: number
  readonly gap: number | null
}

/** The custody of a currency as a row of the wire; figures in units. */
export function deskCustodyRow(figures: CustodyRowFigures): DeskCustodyRow {
  const { symbol, decimals, verdict, held, owed, inFlight, gap } = figures
  return {
    ccurrency_symbol: symbol,
    verdict,
    held: toText(held, decimals),
    owed: formatUnits(owed, decimals),
    in_flight: formatUnits(inFlight, decimals),
    gap: toText(gap, decimals),
  }
}

function toText(units: number | null, decimals: number): string | null {
  return units === null ? null : formatUnits(units, decimals)
}
