/** The console's calls about the operator's passkeys. */
import { routes } from '@tukar/wire'
import { get, post, type CallResult } from '../desk-calls.ts'
import { makePasskey } from './authenticator.ts'

export type Passkey = {
  readonly id: string
  readonly name: string
  readonly addedAt: string
  readonly lastUsedAt: string | null
}

export type Passkeys = {
  readonly own: readonly Passkey[]
  /** The origin of the pages where passkeys work. */
  readonly origin: string
  readonly isNeeded: boolean
}

/** Loads the operator's passkeys. */
export function loadPasskeys(): Promise<CallResult<Passkeys>> {
  return get(routes.deskPasskeys, {}, ({ datas, origin, is_needed: isNeeded }) => ({
    own: datas.map(({ id, name, added_at: addedAt, last_used_at: lastUsedAt }) => ({
      id,
      name,
      addedAt,
      lastUsedAt,
    })),
    origin,
    isNeeded,
  }))
}

/** Creates a passkey on this device and adds it; `unmade` if the device did not create one. */
export async function addPasskey(name: string): Promise<CallResult<'added' | 'unmade'>> {
  const begun = await post(routes.beginPasskey, {}, (data) => data)
  if (!begun.ok) return begun
  const { nonce, options } = begun.value
  const response = await makePasskey(options)
  if (response === null) return { ok: true, value: 'unmade' }
  return post(routes.addPasskey, { input: { name, nonce, response } }, () => 'added')
}

/** Removes a passkey. */
export function removePasskey(id: string): Promise<CallResult<null>> {
  return post(routes.removePasskey, { input: { id } }, () => null)
}
