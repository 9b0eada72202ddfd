/** The calls of the address book. Failures go up as they are. */
import { newCommandId } from '../../api/command-id.ts'
import type { JsonRecord } from '../../api/json.ts'
import { type Failure, send } from '../../api/request.ts'
import { CallFailed } from '../../api/call.ts'
import { readCounterparties } from './book-wire-reading.ts'
import type { Counterparty, CounterpartyDraft } from './counterparty.ts'

/** Loads all entries, in the order of their labels. Throws where the call failed. */
export async function loadCounterparties(): Promise<readonly Counterparty[]> {
  const outcome = await send({ host: 'sync', method: 'GET', path: '/address-book' })
  if (!outcome.ok) throw new CallFailed(outcome)
  return readCounterparties(outcome.body)
}

async function post(path: string, body: JsonRecord, commandId?: string): Promise<Failure | null> {
  const outcome = await send({ host: 'sync', method: 'POST', path, body, commandId })
  return outcome.ok ? null : outcome
}

function bodyOf({ label, kind, address, name, homeAddress }: CounterpartyDraft): JsonRecord {
  return {
    label,
    kind,
    address: address.trim(),
    name: name.trim(),
    home_address: homeAddress.trim(),
  }
}

/** Saves a new entry, once, however often the line breaks; null when it is done, else why not. */
export async function saveCounterparty(draft: CounterpartyDraft): Promise<Failure | null> {
  return post('/address-book/save', bodyOf(draft), newCommandId())
}

/** Writes an entry again; null when it is done, else why not. */
export async function changeCounterparty(
  id: string,
  draft: CounterpartyDraft,
): Promise<Failure | null> {
  return post('/address-book/change', { id: Number(id), ...bodyOf(draft) })
}

/** Removes an entry; null when it is done, else why not. */
export async function removeCounterparty(id: string): Promise<Failure | null> {
  return post('/address-book/remove', { id: Number(id) })
}
