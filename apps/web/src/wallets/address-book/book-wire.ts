/** Converts the address book from wire names. */
import type { CounterpartyRow } from '@tukar/wire'
import type { Counterparty } from './counterparty.ts'

/** An entry; missing fields become empty texts. */
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
