/** Reads what the overview tells beside what waits: wire names stop here. */
import { partyStates } from '@tukar/wire'
import { isRecord, type JsonRecord, textAt } from '../../api/json.ts'

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

export type Party = {
  readonly name: string
  readonly state: (typeof partyStates)[number]
  readonly since: string
}

export type Alarm = {
  readonly no: string
  readonly at: string
  readonly action: string
  readonly about: string
  /** What the signer wants and the console asks for; null: it is not about that. */
  readonly figures: { readonly signer: string; readonly console: string } | null
}

export type OverviewMore = {
  readonly markets: readonly OverviewMarket[]
  readonly flows: readonly Flow[]
  readonly custody: readonly CustodyRow[]
  readonly parties: readonly Party[]
  readonly alarms: readonly Alarm[]
}

const recordsAt = (data: JsonRecord, key: string): readonly JsonRecord[] => {
  const value = data[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

const textOrNull = (record: JsonRecord, key: string): string | null =>
  textAt(record, key) === '' ? null : textAt(record, key)

function readFigures({ figures }: JsonRecord): Alarm['figures'] {
  if (!isRecord(figures)) return null
  return { signer: textAt(figures, 'signer'), console: textAt(figures, 'console') }
}

/** Reads the data of the overview; what a server does not tell is empty. */
export function readMore(data: JsonRecord): OverviewMore {
  return {
    markets: recordsAt(data, 'markets').map((row) => ({
      id: textAt(row, 'id'),
      pair: textAt(row, 'pair'),
      state: textAt(row, 'state'),
      lastPrice: textOrNull(row, 'last_price'),
      change: textOrNull(row, 'change_24h'),
      volume: textAt(row, 'volume_quote'),
    })),
    flows: recordsAt(data, 'flows').map((row) => ({
      symbol: textAt(row, 'ccurrency_symbol'),
      incoming: textAt(row, 'incoming'),
      outgoing: textAt(row, 'outgoing'),
      incomingWorth: textOrNull(row, 'incoming_idr'),
      outgoingWorth: textOrNull(row, 'outgoing_idr'),
    })),
    custody: recordsAt(data, 'custody').map((row) => ({
      symbol: textAt(row, 'ccurrency_symbol'),
      verdict: textAt(row, 'verdict'),
      held: textOrNull(row, 'held'),
      owed: textAt(row, 'owed'),
      inFlight: textAt(row, 'in_flight'),
      gap: textOrNull(row, 'gap'),
    })),
    parties: recordsAt(data, 'parties').flatMap((row) => {
      const state = partyStates.find((one) => one === textAt(row, 'state'))
      return state === undefined
        ? []
        : [{ name: textAt(row, 'name'), state, since: textAt(row, 'since') }]
    }),
    alarms: recordsAt(data, 'alarms').map((row) => ({
      no: textAt(row, 'no'),
      at: textAt(row, 'at'),
      action: textAt(row, 'action'),
      about: textAt(row, 'about'),
      figures: readFigures(row),
    })),
  }
}
