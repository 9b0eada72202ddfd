/** The calls of the address book. Failures are returned unchanged. */
import { routes } from '@tukar/wire'
import type { Failure } from '../../api/answer.ts'
import { call, load } from '../../api/call.ts'
import { newCommandId } from '../../api/command-id.ts'
import { toCounterparty } from './book-wire.ts'
import type { Counterparty, CounterpartyDraft } from './counterparty.ts'

/** Loads all entries, sorted by label. Throws if the call failed. */
export function loadCounterparties(): Promise<readonly Counterparty[]> {
  return load(routes.counterparties, {}, ({ data }) => data.map(toCounterparty))
}

function toInput({ label, kind, address, name, homeAddress }: CounterpartyDraft) {
  return {
    label,
    kind,
    address: address.trim(),
    name: name.trim(),
    home_address: homeAddress.trim(),
  }
}

/** Saves a new entry; retries never save it twice. Returns null on success, otherwise the failure. */
export async function saveCounterparty(draft: CounterpartyDraft): Promise<Failure | null> {
  const plan = { input: toInput(draft), commandId: newCommandId() }
  const outcome = await call(routes.saveCounterparty, plan)
  return outcome.ok ? null : outcome
}

/** Changes an entry; null on success, otherwise the failure. */
export async function changeCounterparty(
  id: string,
  draft: CounterpartyDraft,
): Promise<Failure | null> {
  const input = { id: Number(id), ...toInput(draft) }
  const outcome = await call(routes.changeCounterparty, { input })
  return outcome.ok ? null : outcome
}

/** Removes an entry; null on success, otherwise the failure. */
export async function removeCounterparty(id: string): Promise<Failure | null> {
  const outcome = await call(routes.removeCounterparty, { input: { id: Number(id) } })
  return outcome.ok ? null : outcome
}
