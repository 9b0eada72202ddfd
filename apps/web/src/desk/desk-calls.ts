/** The console's calls. */
import { networkFailure } from '../api/answer.ts'
import { isRecord, parseJson } from '../api/json.ts'
import { type Failure, type RawOutcome, send, takeAnswer } from '../api/request.ts'
import { currentSession } from '../api/session.ts'
import { clientConfig } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'
import type { CaseDetail, CaseRow, Decision, Verdict } from './cases.ts'
import { keptWhileLeaving } from './left/left-sending.ts'
import { sendSigned } from './passkeys/signed-call.ts'
import type { CasePart } from './place.ts'
import {
  type Me,
  type OperatorEntry,
  type Overview,
  type Paged,
  type Proposal,
  readCases,
  readDetail,
  readMail,
  readMe,
  readOperators,
  readOverview,
  readProposals,
  readRevealed,
  type Revealed,
  type ShownMail,
} from './wire-reading.ts'

/** What a call brought, or why it brought nothing. */
export type Told<Value> = { readonly ok: true; readonly value: Value } | Failure

/** Reads what a call brought. */
export function told<Value>(
  outcome: RawOutcome,
  read: (body: Extract<RawOutcome, { ok: true }>['body']) => Value,
): Told<Value> {
  return outcome.ok ? { ok: true, value: read(outcome.body) } : outcome
}

/** Asks the console's host. */
export function get(
  path: string,
  query: Record<string, string | number> = {},
): Promise<RawOutcome> {
  return send({ host: 'api', method: 'GET', path: `/desk/${path}`, query })
}

/** Tells the console's host, signed where it wants that; asked once, whatever comes. */
export function post(path: string, body: unknown): Promise<RawOutcome> {
  return keptWhileLeaving(path, body, () =>
    sendSigned({ host: 'api', method: 'POST', path: `/desk/${path}`, body }),
  )
}

/** Who one is here. */
export async function loadMe(): Promise<Told<Me | null>> {
  return told(await get('me'), readMe)
}

/** What waits, and the figures of money. */
export async function loadOverview(): Promise<Told<Overview>> {
  return told(await get('overview'), readOverview)
}

/** A page of a queue. */
export async function loadCases(
  part: CasePart,
  queue: string,
  page: number,
): Promise<Told<Paged<CaseRow>>> {
  return told(await get(part, { queue, page }), (body) => readCases(body, part))
}

/** A case with all that is known of it. */
export async function loadCase(part: CasePart, id: number): Promise<Told<CaseDetail | null>> {
  return told(await get(`${part}/${id}`), (body) => readDetail(body, part))
}

/** Decides; the reason is kept in the record. */
export async function decide(
  part: CasePart,
  id: number,
  { decision, reason, evidence }: Verdict,
): Promise<Told<null>> {
  const shown = evidence === null ? {} : { evidence }
  return told(await post(`${part}/${id}/decide`, { decision, reason, ...shown }), () => null)
}

/** The mail that the person would get by a decision; a reason that he reads is in it. */
export async function previewCase(
  part: CasePart,
  id: number,
  decision: Decision,
  reason: string,
): Promise<Told<ShownMail | null>> {
  const body = reason === '' ? { decision } : { decision, reason }
  return told(await post(`${part}/${id}/preview`, body), readMail)
}

/** A person's data, whole, and where the payout that is looked at goes; that it was shown is recorded. */
export async function revealPerson(
  userId: number,
  reason: string,
  withdrawalId: number | null,
): Promise<Told<Revealed>> {
  const about = withdrawalId === null ? {} : { withdrawal_id: withdrawalId }
  return told(await post('reveal', { user_id: userId, reason, ...about }), readRevealed)
}

/** Locks a person's bank account, or opens it for a change: then his withdrawals wait. He is told. */
export async function turnBankLock(
  userId: number,
  isLocked: boolean,
  reason: string,
): Promise<Told<null>> {
  const path = `bank-account/${isLocked ? 'lock' : 'unlock'}`
  return told(await post(path, { user_id: userId, reason }), () => null)
}

/** Everybody who has a role. */
export async function loadOperators(): Promise<Told<readonly OperatorEntry[]>> {
  return told(await get('operators'), readOperators)
}

export type RoleChange = {
  readonly email: string
  readonly role: string
  readonly isGiven: boolean
  readonly reason: string
}

/** What waits for a second admin. */
export async function loadProposals(): Promise<Told<readonly Proposal[]>> {
  return told(await get('operators/proposals'), readProposals)
}

/** Confirms or declines what another admin proposed. */
export async function decideProposal(
  id: number,
  decision: 'confirm' | 'decline',
  reason: string,
): Promise<Told<null>> {
  return told(await post(`operators/proposals/${id}/decide`, { decision, reason }), () => null)
}

/** Proposes to give or take a role. */
export async function changeRole({ isGiven, ...rest }: RoleChange): Promise<Told<null>> {
  return told(await post('operators', { ...rest, is_given: isGiven }), () => null)
}

export type LoadedDocument = { readonly url: string }

/** The document of a deposit, as an address that this page alone knows. */
export async function loadDocument(id: number): Promise<Told<LoadedDocument>> {
  const token = currentSession()?.token ?? null
  const address = `${clientConfig.hosts.api}/desk/deposits/${id}/file`
  try {
    const headers = { 'accept-language': language, ...(token !== null && { jwt: token }) }
    const response = await fetch(address, { headers, credentials: 'same-origin' })
    if (!response.ok) {
      const body = parseJson(await response.text())
      const refused = takeAnswer(response.status, isRecord(body) ? body : {}, token)
      return refused.ok ? networkFailure : refused
    }
    const blob = await response.blob()
    // The server gives pictures alone; anything else is not opened here.
    if (!blob.type.startsWith('image/')) return networkFailure
    return { ok: true, value: { url: URL.createObjectURL(blob) } }
  } catch {
    return networkFailure
  }
}
