/** The reviewer's calls. */
import { type IdentityQueue, routes } from '@tukar/wire'
import { buildPath } from '../../api/call.ts'
import { currentSession, endInvalidSession } from '../../api/session.ts'
import { clientConfig } from '../../app/client-config.ts'
import { type Paged, type ShownMail, toPage } from '../cases/case-wire.ts'
import { get, post, type CallResult } from '../desk-calls.ts'
import type {
  IdentityCase,
  IdentityRow,
  ShownFile,
  ShownIdentity,
  IdentityDecisionInput,
} from './identity.ts'
import { toIdentity, toIdentityRow, toShown } from './identity-wire.ts'

/** Loads a page of a queue. */
export function loadIdentities(
  queue: IdentityQueue,
  page: number,
): Promise<CallResult<Paged<IdentityRow>>> {
  return get(routes.deskIdentities, { input: { queue, page } }, (data) =>
    toPage(data, toIdentityRow),
  )
}

/** Loads a masked case. */
export function loadIdentity(id: number): Promise<CallResult<IdentityCase>> {
  return get(routes.deskIdentity, { id }, toIdentity)
}

/** Loads a person's unmasked data; the access and its reason are recorded. */
export function showIdentity(id: number, reason: string): Promise<CallResult<ShownIdentity>> {
  return post(routes.showIdentity, { input: { reason }, id }, toShown)
}

/** Loads the e-mail that the person would get. */
export function previewMail(
  id: number,
  { decision, reason, piece }: IdentityDecisionInput,
): Promise<CallResult<ShownMail | null>> {
  const input = { decision, reason, piece }
  return post(routes.previewIdentity, { input, id }, ({ mail }) => mail)
}

/** Decides about the case in its loaded version; the note is stored in the audit log. */
export function decideIdentity(
  { id, version }: Pick<IdentityCase, 'id' | 'version'>,
  { decision, reason, piece }: IdentityDecisionInput,
  note: string,
): Promise<CallResult<null>> {
  const input = { decision, reason, piece, version, ...(note !== '' && { note }) }
  return post(routes.decideIdentity, { input, id }, () => null)
}

/** Loads a file of an unmasked case as an object URL; null if loading failed. */
export async function loadFile(
  id: number,
  file: ShownFile,
  fileToken: string,
): Promise<string | null> {
  const session = currentSession()
  const query = new URLSearchParams({ token: fileToken }).toString()
  const path = buildPath(routes.deskIdentityFile, id).replace(':file', encodeURIComponent(file.id))
  try {
    const headers = session === null ? {} : { jwt: session.token }
    const address = `${clientConfig.hosts.api}${path}?${query}`
    const response = await fetch(address, { headers, credentials: 'same-origin' })
    if (response.status === 401 && session !== null) endInvalidSession(session.token)
    return response.ok ? URL.createObjectURL(await response.blob()) : null
  } catch {
    return null
  }
}
