/** The console's calls. */
import {
  depositDecisions,
  depositQueues,
  type DeskRole,
  type Route,
  routes,
  withdrawalDecisions,
  withdrawalQueues,
} from '@tukar/wire'
import { networkFailure, unreadable } from '../api/answer.ts'
import { type Answer, call, type CallPlan, type Outcome, buildPath } from '../api/call.ts'
import { isRecord, type JsonRecord, parseJson } from '../api/json.ts'
import { type Failure, takeAnswer } from '../api/request.ts'
import { currentSession } from '../api/session.ts'
import { clientConfig } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'
import {
  type Me,
  type OperatorEntry,
  type Overview,
  type Paged,
  type Proposal,
  type Revealed,
  type ShownMail,
  toCase,
  toDetail,
  toMe,
  toOperator,
  toOverview,
  toPage,
  toProposal,
  toRevealed,
} from './cases/case-wire.ts'
import type { CaseDetail, CaseRow, Decision, DecisionInput } from './cases/cases.ts'
import { storeWhileLeaving } from './unsent/resending.ts'
import { callSigned } from './passkeys/signed-call.ts'
import type { CasePart } from './frame/console-route.ts'

/** The value of a successful call, or the failure. */
export type CallResult<Value> = { readonly ok: true; readonly value: Value } | Failure

/** The data of an answer; undefined if the answer has none. */
type DataOf<Body> = Body extends { readonly data: infer Data } ? Data : undefined

/** Reads the data of an outcome; an unreadable answer is the failure `broken`. */
export function readData<Body extends JsonRecord, Value>(
  outcome: Outcome<Body>,
  read: (data: DataOf<Body>) => Value,
): CallResult<Value> {
  if (!outcome.ok) return outcome
  try {
    const { data }: { readonly data?: unknown } = outcome.body
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the field that the type names
    return { ok: true, value: read(data as DataOf<Body>) }
  } catch {
    return unreadable(outcome.body)
  }
}

/** Makes a GET call to the console's server. */
export async function get<R extends Route, Value>(
  route: R,
  plan: CallPlan<R>,
  read: (data: DataOf<Answer<R>>) => Value,
): Promise<CallResult<Value>> {
  return readData(await call(route, plan), read)
}

/** Posts to the console's server, signed if the server requires it; never retried. */
export async function post<R extends Route, Value>(
  route: R,
  plan: CallPlan<R>,
  read: (data: DataOf<Answer<R>>) => Value,
): Promise<CallResult<Value>> {
  const outcome = await storeWhileLeaving(route, plan, () => callSigned(route, plan))
  return readData(outcome, read)
}

/** Loads the signed-in operator. */
export function loadMe(): Promise<CallResult<Me>> {
  return get(routes.deskMe, {}, toMe)
}

/** Loads the queues, and the figures of money. */
export function loadOverview(): Promise<CallResult<Overview>> {
  return get(routes.deskOverview, {}, toOverview)
}

/** Loads a page of a queue. */
export function loadCases(
  part: CasePart,
  queue: string,
  page: number,
): Promise<CallResult<Paged<CaseRow>>> {
  if (part === 'deposits') {
    const input = { queue: depositQueues.find((one) => one === queue), page }
    return get(routes.deskDeposits, { input }, (data) => toPage(data, (row) => toCase(row, part)))
  }
  const input = { queue: withdrawalQueues.find((one) => one === queue), page }
  return get(routes.deskWithdrawals, { input }, (data) => toPage(data, (row) => toCase(row, part)))
}

/** Loads a case with all its details. */
export function loadCase(part: CasePart, id: number): Promise<CallResult<CaseDetail>> {
  const route = part === 'deposits' ? routes.deskDeposit : routes.deskWithdrawal
  return get(route, { id }, (data) => toDetail(data, part))
}

/** Returns a decision among those of a section; any other value is a programming error. */
export function decisionAmong<Word extends string>(words: readonly Word[], decision: string): Word {
  const known = words.find((word) => word === decision)
  if (known === undefined) throw new Error(`no such decision here: ${decision}`)
  return known
}

/** Sends a decision; the reason is stored in the audit log. */
export function decide(
  part: CasePart,
  id: number,
  { decision, reason, evidence }: DecisionInput,
): Promise<CallResult<null>> {
  if (part === 'deposits') {
    const input = { decision: decisionAmong(depositDecisions, decision), reason }
    return post(routes.decideDeposit, { input, id }, () => null)
  }
  const shown = evidence === null ? {} : { evidence }
  const input = { decision: decisionAmong(withdrawalDecisions, decision), reason, ...shown }
  return post(routes.decideWithdrawal, { input, id }, () => null)
}

/** Loads the e-mail that a decision would send to the person, including the reason. */
export function previewCase(
  part: CasePart,
  id: number,
  decision: Decision,
  reason: string,
): Promise<CallResult<ShownMail | null>> {
  const written = reason === '' ? {} : { reason }
  if (part === 'deposits') {
    const input = { decision: decisionAmong(depositDecisions, decision), ...written }
    return post(routes.previewDeposit, { input, id }, ({ mail }) => mail)
  }
  const input = { decision: decisionAmong(withdrawalDecisions, decision), ...written }
  return post(routes.previewWithdrawal, { input, id }, ({ mail }) => mail)
}

/** Loads a person's unmasked data, and the destination of the selected payout; the access is recorded. */
export function revealPerson(
  userId: number,
  reason: string,
  withdrawalId: number | null,
): Promise<CallResult<Revealed>> {
  const about = withdrawalId === null ? {} : { withdrawal_id: withdrawalId }
  return post(routes.revealPerson, { input: { user_id: userId, reason, ...about } }, toRevealed)
}

/**
 * Locks a person's bank account, or unlocks it for a change, which delays withdrawals. The person is
 * notified.
 */
export function setBankLock(
  userId: number,
  isLocked: boolean,
  reason: string,
): Promise<CallResult<null>> {
  const route = isLocked ? routes.lockBankAccount : routes.unlockBankAccount
  return post(route, { input: { user_id: userId, reason } }, () => null)
}

/** Loads everyone with a role. */
export function loadOperators(): Promise<CallResult<readonly OperatorEntry[]>> {
  return get(routes.deskOperators, {}, (data) => data.map(toOperator))
}

export type RoleChange = {
  readonly email: string
  readonly role: DeskRole
  readonly isGiven: boolean
  readonly reason: string
}

/** Loads the proposals that wait for a second admin. */
export function loadProposals(): Promise<CallResult<readonly Proposal[]>> {
  return get(routes.deskProposals, {}, (data) => data.map(toProposal))
}

/** Confirms or declines another admin's proposal. */
export function decideProposal(
  id: number,
  decision: 'confirm' | 'decline',
  reason: string,
): Promise<CallResult<null>> {
  return post(routes.decideProposal, { input: { decision, reason }, id }, () => null)
}

/** Proposes to grant or revoke a role. */
export function changeRole({ isGiven, ...rest }: RoleChange): Promise<CallResult<null>> {
  return post(routes.changeOperator, { input: { ...rest, is_given: isGiven } }, () => null)
}

export type LoadedDocument = { readonly url: string }

/** Loads the document of a deposit as an object URL. */
export async function loadDocument(id: number): Promise<CallResult<LoadedDocument>> {
  const token = currentSession()?.token ?? null
  const address = `${clientConfig.hosts.api}${buildPath(routes.deskDepositFile, id)}`
  try {
    const headers = { 'accept-language': language, ...(token !== null && { jwt: token }) }
    const response = await fetch(address, { headers, credentials: 'same-origin' })
    if (!response.ok) {
      const body = parseJson(await response.text())
      const refused = takeAnswer(response.status, isRecord(body) ? body : {}, token)
      return refused.ok ? networkFailure : refused
    }
    const blob = await response.blob()
    // The server sends images only; any other type is not opened.
    if (!blob.type.startsWith('image/')) return networkFailure
    return { ok: true, value: { url: URL.createObjectURL(blob) } }
  } catch {
    return networkFailure
  }
}
