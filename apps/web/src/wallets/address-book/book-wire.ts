/** The address book as the pages know it: wire names stop here. */
import type { CounterpartyRow } from '@tukar/wire'
import type { Counterparty } from './counterparty.ts'

/** An entry; what it lacks is an empty text. */
export function toCounterparty(row: CounterpartyRow): Counterparty {
  return {
    id: String(row.id),
    label: row.label,
    kind: row.kind,
    family: row.family,
    address: row.address ?? '',
    name: row.name ?? '',
    homeAddress: row.home_address ?? '',
  }
}
