/** Reads answers about banks: wire names stop here. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'

/** Reads the list of banks: those alone that money can be sent to. */
export function readBanks(body: JsonRecord): readonly string[] {
  const data = isRecord(body['data']) ? body['data'] : body
  const rows: unknown = data['listsBank']
  if (!Array.isArray(rows)) return []
  const names = rows
    .filter(isRecord)
    .filter((row) => row['can_disburse'] === true || row['can_disburse'] === 1)
    .map((row) => textAt(row, 'name'))
    .filter((name) => name !== '')
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other))
}
