/** The reviewer's calls. */
import { currentSession, endInvalidSession } from '../api/session.ts'
import { clientConfig } from '../app/client-config.ts'
import { get, post, told, type Told } from './desk-calls.ts'
import type { IdentityCase, IdentityRow, ShownFile, ShownIdentity, Verdict } from './identity.ts'
import { readIdentities, readIdentity, readShown } from './identity-wire-reading.ts'
import { type Paged, readMail, type ShownMail } from './wire-reading.ts'

/** A page of a queue. */
export async function loadIdentities(
  queue: string,
  page: number,
): Promise<Told<Paged<IdentityRow>>> {
  return told(await get('identity', { queue, page }), readIdentities)
}

/** A case, masked. */
export async function loadIdentity(id: number): Promise<Told<IdentityCase | null>> {
  return told(await get(`identity/${id}`), readIdentity)
}

/** A person's data, whole; that it was shown, and why, is recorded. */
export async function showIdentity(id: number, reason: string): Promise<Told<ShownIdentity>> {
  return told(await post(`identity/${id}/show`, { reason }), readShown)
}

/** The mail that the person would get. */
export async function previewMail(
  id: number,
  { decision, reason, piece }: Verdict,
): Promise<Told<ShownMail | null>> {
  return told(await post(`identity/${id}/preview`, { decision, reason, piece }), readMail)
}

/** Decides about the case as it was loaded; the note is kept in the record. */
export async function decideIdentity(
  { id, version }: Pick<IdentityCase, 'id' | 'version'>,
  { decision, reason, piece }: Verdict,
  note: string,
): Promise<Told<null>> {
  const body = { decision, reason, piece, version, ...(note !== '' && { note }) }
  return told(await post(`identity/${id}/decide`, body), () => null)
}

/** A file of a case that was shown, as an address that this page alone knows; null where it did not come. */
export async function loadFile(
  id: number,
  file: ShownFile,
  fileToken: string,
): Promise<string | null> {
  const session = currentSession()
  const query = new URLSearchParams({ token: fileToken }).toString()
  const path = `/desk/identity/${id}/file/${encodeURIComponent(file.id)}?${query}`
  try {
    const headers = session === null ? {} : { jwt: session.token }
    const address = `${clientConfig.hosts.api}${path}`
    const response = await fetch(address, { headers, credentials: 'same-origin' })
    if (response.status === 401 && session !== null) endInvalidSession(session.token)
    return response.ok ? URL.createObjectURL(await response.blob()) : null
  } catch {
    return null
  }
}
