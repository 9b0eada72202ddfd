/** The console's calls about the operator's own passkeys. */
import { isRecord, type JsonRecord, rowsOf, textAt } from '../../api/json.ts'
import { recordAt } from '../../wallets/transfer-reading.ts'
import { get, post, type Told, told } from '../desk-calls.ts'
import { makePasskey } from './authenticator.ts'

export type Passkey = {
  readonly id: string
  readonly name: string
  readonly addedAt: string
  readonly lastUsedAt: string | null
}

export type Passkeys = {
  readonly own: readonly Passkey[]
  /** The address of the pages that passkeys work at. */
  readonly origin: string
  readonly isNeeded: boolean
}

/** The operator's own passkeys. */
export async function loadPasskeys(): Promise<Told<Passkeys>> {
  return told(await get('passkeys'), readPasskeys)
}

function readPasskeys(body: JsonRecord): Passkeys {
  const own = rowsOf(body).map((row) => ({
    id: textAt(row, 'id'),
    name: textAt(row, 'name'),
    addedAt: textAt(row, 'added_at'),
    lastUsedAt: textAt(row, 'last_used_at') || null,
  }))
  const data = recordAt(body, 'data')
  return { own, origin: textAt(data, 'origin'), isNeeded: data['is_needed'] === true }
}

/** Makes a passkey on this device and adds it; `unmade` where the device made none. */
export async function addPasskey(name: string): Promise<Told<'added' | 'unmade'>> {
  const begun = await post('passkeys/begin', {})
  if (!begun.ok) return begun
  const data = recordAt(begun.body, 'data')
  const options = data['options']
  const response = isRecord(options) ? await makePasskey(options) : null
  if (response === null) return { ok: true, value: 'unmade' }
  const nonce = textAt(data, 'nonce')
  return told(await post('passkeys', { name, nonce, response }), () => 'added')
}

/** Removes one of them. */
export async function removePasskey(id: string): Promise<Told<null>> {
  return told(await post('passkeys/remove', { id }), () => null)
}
