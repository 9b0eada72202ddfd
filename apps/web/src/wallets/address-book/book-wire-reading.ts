/** Reads the address book: wire names stop here. */
import { counterpartyKinds } from '@tukar/wire'
import { type JsonRecord, rowsOf, textAt } from '../../api/json.ts'
import type { Counterparty } from './counterparty.ts'

/** Reads the entries; what is none is left out. */
export function readCounterparties(body: JsonRecord): readonly Counterparty[] {
  return rowsOf(body).flatMap((row) => {
    const [id, label, family] = [textAt(row, 'id'), textAt(row, 'label'), textAt(row, 'family')]
    const kind = counterpartyKinds.find((one) => one === textAt(row, 'kind'))
    if (id === '' || label === '' || kind === undefined) return []
    const isKnown = family === 'bitcoin' || family === 'evm'
    return [
      {
        id,
        label,
        kind,
        family: isKnown ? family : null,
        address: isKnown ? textAt(row, 'address') : '',
        name: textAt(row, 'name'),
        homeAddress: textAt(row, 'home_address'),
      },
    ]
  })
}
