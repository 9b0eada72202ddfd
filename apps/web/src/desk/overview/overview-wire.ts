/** Converts the overview's further figures from wire names. */
import type { DeskOverview, PartyState } from '@tukar/wire'

export type OverviewMarket = {
  readonly id: string
  readonly pair: string
  readonly state: string
  readonly lastPrice: string | null
  readonly change: string | null
  readonly volume: string
}

export type Flow = {
  readonly symbol: string
  readonly incoming: string
  readonly outgoing: string
  readonly incomingWorth: string | null
  readonly outgoingWorth: string | null
}

export type CustodyRow = {
  readonly symbol: string
  readonly verdict: string
  readonly held: string | null
  readonly owed: string
  readonly inFlight: string
  readonly gap: string | null
}

export type Counterparty = {
  readonly name: string
  readonly state: PartyState
  readonly since: string
}

export type Alarm = {
  readonly no: string
  readonly at: string
  readonly action: string
  readonly about: string
  /** The signer's figure and the console's figure; null if the alarm has none. */
  readonly figures: { readonly signer: string; readonly console: string } | null
}

export type OverviewMore = {
  readonly markets: readonly OverviewMarket[]
  readonly flows: readonly Flow[]
  readonly custody: readonly CustodyRow[]
  readonly parties: readonly Counterparty[]
  readonly alarms: readonly Alarm[]
}

/** The overview's further figures; a section that could not be read is empty. */
export function toMore({ markets, flows, custody, parties, alarms }: DeskOverview): OverviewMore {
  return {
    markets: (markets ?? []).map((row) => ({
      id: String(row.id),
      pair: row.pair,
      state: row.state,
      lastPrice: row.last_price,
      change: row.change_24h,
      volume: row.volume_quote,
    })),
    flows: (flows ?? []).map((row) => ({
      symbol: row.ccurrency_symbol,
      incoming: row.incoming,
      outgoing: row.outgoing,
      incomingWorth: row.incoming_idr,
      outgoingWorth: row.outgoing_idr,
    })),
    custody: (custody ?? []).map((row) => ({
      symbol: row.ccurrency_symbol,
      verdict: row.verdict,
      held: row.held,
      owed: row.owed,
      inFlight: row.in_flight,
      gap: row.gap,
    })),
    parties: (parties ?? []).map(({ name, state, since }) => ({ name, state, since })),
    alarms: (alarms ?? []).map(({ no, at, action, about, figures }) => ({
      no: String(no),
      at,
      action,
      about,
      figures,
    })),
  }
}
