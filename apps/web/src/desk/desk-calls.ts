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
import type { CaseDetail, CaseRow, Decision, Verdict } from './cases/cases.ts'
import { keptWhileLeaving } from './left/left-sending.ts'
import { callSigned } from './passkeys/signed-call.ts'
import type { CasePart } from './frame/place.ts'

/** What a call brought, or why it brought nothing. */
export type Told<Value> = { readonly ok: true; readonly value: Value } | Failure

/** What an answer carries; undefined where it says no more than that something was done. */
type DataOf<Body> = Body extends { readonly data: infer Data } ? Data : undefined

/** Reads what a call brought; an answer that cannot be read is the failure `broken`. */
export function readData<Body extends JsonRecord, Value>(
  outcome: Outcome<Body>,
  read: (data: DataOf<Body>) => Value,
): Told<Value> {
  if (!outcome.ok) return outcome
  try {
    const { data }: { readonly data?: unknown } = outcome.body
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the field that the type names
    return { ok: true, value: read(data as DataOf<Body>) }
  } catch {
    return unreadable(outcome.body)
  }
}

/** Asks the console's host. */
export async function get<R extends Route, Value>(
  route: R,
  plan: CallPlan<R>,
  read: (data: DataOf<Answer<R>>) => Value,
): Promise<Told<Value>> {
  return readData(await call(route, plan), read)
}

/** Tells the console's host, signed where it wants that; asked once, whatever comes. */
export async function post<R extends Route, Value>(
  route: R,
  plan: CallPlan<R>,
  read: (data: DataOf<Answer<R>>) => Value,
): Promise<Told<Value>> {
  const outcome = await keptWhileLeaving(route, plan, () => callSigned(route, plan))
  return readData(outcome, read)
}

/** Who one is here. */
export function loadMe(): Promise<Told<Me>> {
  return get(routes.deskMe, {}, toMe)
}

/** What waits, and the figures of money. */
export function loadOverview(): Promise<Told<Overview>> {
  return get(routes.deskOverview, {}, toOverview)
}

/** A page of a queue. */
export function loadCases(
  part: CasePart,
  queue: string,
  page: number,
): Promise<Told<Paged<CaseRow>>> {
  if (part === 'deposits') {
    const input = { queue: depositQueues.find((one) => one === queue), page }
    return get(routes.deskDeposits, { input }, (data) => toPage(data, (row) => toCase(row, part)))
  }
  const input = { queue: withdrawalQueues.find((one) => one === queue), page }
  return get(routes.deskWithdrawals, { input }, (data) => toPage(data, (row) => toCase(row, part)))
}

/** A case with all that is known of it. */
export function loadCase(part: CasePart, id: number): Promise<Told<CaseDetail>> {
  const route = part === 'deposits' ? routes.deskDeposit : routes.deskWithdrawal
  return get(route, { id }, (data) => toDetail(data, part))
}

/** A decision among those that a part knows; another one is a fault of the page. */
export function decisionAmong<Word extends string>(words: readonly Word[], decision: string): Word {
  const known = words.find((word) => word === decision)
  if (known === undefined) throw new Error(`no such decision here: ${decision}`)
  return known
}

/** Decides; the reason is kept in the record. */
export function decide(
  part: CasePart,
  id: number,
  { decision, reason, evidence }: Verdict,
): Promise<Told<null>> {
  if (part === 'deposits') {
    const input = { decision: decisionAmong(depositDecisions, decision), reason }
    return post(routes.decideDeposit, { input, id }, () => null)
  }
  const shown = evidence === null ? {} : { evidence }
  const input = { decision: decisionAmong(withdrawalDecisions, decision), reason, ...shown }
  return post(routes.decideWithdrawal, { input, id }, () => null)
}

/** The mail that the person would get by a decision; a reason that he reads is in it. */
export function previewCase(
  part: CasePart,
  id: number,
  decision: Decision,
  reason: string,
): Promise<Told<ShownMail | null>> {
  const written = reason === '' ? {} : { reason }
  if (part === 'deposits') {
    const input = { decision: decisionAmong(depositDecisions, decision), ...written }
    return post(routes.previewDeposit, { input, id }, ({ mail }) => mail)
  }
  const input = { decision: decisionAmong(withdrawalDecisions, decision), ...written }
  return post(routes.previewWithdrawal, { input, id }, ({ mail }) => mail)
}

/** A person's data, whole, and where the payout that is looked at goes; that it was shown is recorded. */
export function revealPerson(
  userId: number,
  reason: string,
  withdrawalId: number | null,
): Promise<Told<Revealed>> {
  const about = withdrawalId === null ? {} : { withdrawal_id: withdrawalId }
  return post(routes.revealPerson, { input: { user_id: userId, reason, ...about } }, toRevealed)
}

/** Locks a person's bank account, or opens it for a change: then his withdrawals wait. He is told. */
export function turnBankLock(
  userId: number,
  isLocked: boolean,
  reason: string,
): Promise<Told<null>> {
  const route = isLocked ? routes.lockBankAccount : routes.unlockBankAccount
  return post(route, { input: { user_id: userId, reason } }, () => null)
}

/** Everybody who has a role. */
export function loadOperators(): Promise<Told<readonly OperatorEntry[]>> {
  return get(routes.deskOperators, {}, (data) => data.map(toOperator))
}

export type RoleChange = {
  readonly email: string
  readonly role: DeskRole
  readonly isGiven: boolean
  readonly reason: string
}

/** What waits for a second admin. */
export function loadProposals(): Promise<Told<readonly Proposal[]>> {
  return get(routes.deskProposals, {}, (data) => data.map(toProposal))
}

/** Confirms or declines what another admin proposed. */
export function decideProposal(
  id: number,
  decision: 'confirm' | 'decline',
  reason: string,
): Promise<Told<null>> {
  return post(routes.decideProposal, { input: { decision, reason }, id }, () => null)
}

/** Proposes to give or take a role. */
export function changeRole({ isGiven, ...rest }: RoleChange): Promise<Told<null>> {
  return post(routes.changeOperator, { input: { ...rest, is_given: isGiven } }, () => null)
}

export type LoadedDocument = { readonly url: string }

/** The document of a deposit, as an address that this page alone knows. */
export async function loadDocument(id: number): Promise<Told<LoadedDocument>> {
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
    // The server gives pictures alone; anything else is not opened here.
    if (!blob.type.startsWith('image/')) return networkFailure
    return { ok: true, value: { url: URL.createObjectURL(blob) } }
  } catch {
    return networkFailure
  }
}
