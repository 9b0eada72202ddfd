/**
 * The one way in which operators change money or rules. The effect is previewed, a reason is given, and a
 * second operator confirms if the kind requires it (INV-22). Each step is in the audit log, in the same
 * transaction (INV-23). The proposer is identified by account, regardless of name and session (ATT-101).
 * Roles have their own proposals (`role-proposals.ts`).
 */
import type { ChangeStatus, DeskRole } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { createKeyedQueue, type KeyedQueue } from '../../../platform/limits/keyed-queue.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { Operator } from '../operator.ts'
import {
  decideChange,
  end,
  endExpired,
  isProposed,
  isVotedFor,
  saveProposal,
  unprovenCode,
} from './change-record.ts'
import { type Change, findChange, findRequest, jsonOf, listApplying } from './change-store.ts'
import { type AppliedChange, accountSubject, type ChangeKind, type ChangePreview } from './kind.ts'

export type ChangesDeps = {
  readonly database: Database
  readonly log: Log
  readonly keys: Keys
  /** The current roles of an account; none if it is deleted. */
  readonly rolesOf: (userId: number) => Promise<readonly DeskRole[]>
}

export type RequestedChange = { readonly kind: string; readonly input: unknown }

export type ProposedChange = RequestedChange & {
  readonly reason: string
  /** The client's id of this request: a repeated request proposes nothing new. */
  readonly requestId: string
}

export type ChangeVerdict = {
  readonly changeId: number
  readonly decision: 'confirm' | 'decline'
  readonly reason: string
}

export type ChangeOutcome = { readonly changeId: number; readonly status: ChangeStatus }

export type ChangeService = {
  /** Adds a kind; its module does so where it registers its calls. */
  register<Input>(kind: ChangeKind<Input>): void
  /** The registered kinds, and the roles that may propose them. */
  kinds(): readonly { readonly kind: string; readonly roles: readonly DeskRole[] }[]
  /**
   * Previews the effect of a change; nothing is saved. Refuses `desk.change_unknown`, `desk.forbidden`,
   * `request.malformed`, and what its kind refuses.
   */
  preview(requested: RequestedChange, operator: Operator): Promise<ChangePreview>
  /**
   * Proposes a change, and applies it at once if no second operator is needed. Refuses what `preview`
   * refuses, `desk.already_proposed` if the same change waits, and `command.id_reused` for another change
   * under this id.
   */
  propose(proposed: ProposedChange, operator: Operator): Promise<ChangeOutcome>
  /**
   * Confirms and applies a change, or declines it; its proposer may decline it too. Refuses
   * `desk.case_unknown`, `user.own_account`, `desk.already_decided`, `desk.same_operator`,
   * `desk.vote_unproven`, `desk.proposer_without_role`, `desk.change_stale`, and what its kind refuses: then
   * the change keeps waiting.
   */
  decide(verdict: ChangeVerdict, operator: Operator): Promise<ChangeOutcome>
  /** The input of an applied change of this kind; null if votes do not prove it. */
  votedFor(kind: string, changeId: number): Promise<unknown>
  /** Completes changes that a crash interrupted, and ends those without a decision in time. */
  finish(): Promise<void>
}

/** A kind that validates its own input. */
type AnyKind = {
  readonly kind: string
  readonly roles: readonly DeskRole[]
  rolesFor(input: unknown): readonly DeskRole[]
  preview(input: unknown, operator: Operator): Promise<ChangePreview>
  apply(input: unknown, change: AppliedChange): Promise<void>
}

/** The dependencies of the functions below. */
type Running = ChangesDeps & {
  readonly kinds: ReadonlyMap<string, AnyKind>
  readonly runInQueue: KeyedQueue
}

/** Creates the changes of the console; the modules add their kinds. */
export function createChanges(deps: ChangesDeps): ChangeService {
  const kinds = new Map<string, AnyKind>()
  const running = { ...deps, kinds, runInQueue: createKeyedQueue() }
  return {
    register(kind) {
      if (kinds.has(kind.kind)) throw new Error(`${kind.kind} is registered twice`)
      kinds.set(kind.kind, readingInput(kind))
    },
    kinds: () => [...kinds.values()],
    preview: async ({ kind, input }, operator) =>
      kindFor(running, kind, operator).preview(input, operator),
    propose: (proposed, operator) => propose(running, proposed, operator),
    decide: (verdict, operator) => decide(running, verdict, operator),
    async votedFor(kind, changeId) {
      const { database, keys } = running
      const change = await findChange(database, changeId)
      const isOf = change?.kind === kind && (await isVotedFor(database, keys, change))
      return isOf ? change.input : null
    },
    async finish() {
      const { database, runInQueue } = running
      for (const { changeId, kind, subject } of await listApplying(database)) {
        if (!kinds.has(kind)) continue
        // The refusal of the kind is already in the row of the change.
        await runInQueue(subject, () => carryOut(running, changeId)).catch(passRefusal)
      }
      await endExpired(database)
    },
  }
}

function kindFor({ kinds }: Running, name: string, { roles }: Operator): AnyKind {
  const kind = kinds.get(name)
  if (kind === undefined) throw new Refusal('desk.change_unknown')
  if (!isAny(roles, kind.roles)) throw new Refusal('desk.forbidden')
  return kind
}

async function propose(
  running: Running,
  proposed: ProposedChange,
  operator: Operator,
): Promise<ChangeOutcome> {
  const { database, runInQueue } = running
  const { operatorId: proposedBy, pass } = operator
  const known = await findRequest(database, proposedBy, proposed.requestId)
  if (known !== null) return outcomeOf(known, proposed)
  const kind = kindFor(running, proposed.kind, operator)
  const { subject } = await kind.preview(proposed.input, operator)
  return runInQueue(subject, async () => {
    // The same request may have arrived twice at once.
    const same = await findRequest(database, proposedBy, proposed.requestId)
    if (same !== null) return outcomeOf(same, proposed)
    await finishEarlier(running, subject)
    // Previewed again, because an earlier change in the queue may have changed the effect.
    const preview = await kind.preview(proposed.input, operator)
    const changeId = await saveProposal(running, { ...proposed, proposedBy, pass, preview })
    return preview.isSecondNeeded ? { changeId, status: 'waiting' } : carryOut(running, changeId)
  })
}

async function decide(
  running: Running,
  { changeId, decision, reason }: ChangeVerdict,
  operator: Operator,
): Promise<ChangeOutcome> {
  const { database, runInQueue } = running
  const found = await findChange(database, changeId)
  if (found === null) throw new Refusal('desk.case_unknown')
  kindFor(running, found.kind, operator)
  // An operator whom the change restricts may neither confirm nor decline it.
  if (isAboutHimself(found, operator)) throw new Refusal('user.own_account')
  return runInQueue(found.subject, async () => {
    // Read again, because it may have waited in the queue.
    const change = await findChange(database, changeId)
    if (change?.status !== 'waiting') throw new Refusal('desk.already_decided')
    if (decision === 'confirm') await finishEarlier(running, found.subject)
    if (decision === 'confirm') await refuseStale(running, change, operator)
    const { operatorId, pass } = operator
    await decideChange(running, change, { decision, reason, operatorId, pass })
    return decision === 'confirm' ? carryOut(running, changeId) : { changeId, status: 'declined' }
  })
}

/** Whether another operator proposed this change of the operator's own account. */
export function isAboutHimself(
  { subject, proposedBy }: Pick<Change, 'subject' | 'proposedBy'>,
  { operatorId }: Pick<Operator, 'operatorId'>,
): boolean {
  return subject === accountSubject(operatorId) && proposedBy !== operatorId
}

/**
 * Completes an interrupted change of the same subject first; refuses `desk.change_unfinished` if that is not
 * possible yet.
 */
async function finishEarlier(running: Running, subject: string): Promise<void> {
  const open = (await listApplying(running.database)).filter((one) => one.subject === subject)
  for (const { changeId } of open) {
    const found = await carryOut(running, changeId).catch((error: unknown) => {
      passRefusal(error)
      return null
    })
    if (found?.status === 'applying') throw new Refusal('desk.change_unfinished')
  }
}

/** Refuses if this operator may not confirm the change, or if its preview has changed since. */
async function refuseStale(running: Running, change: Change, operator: Operator): Promise<void> {
  const kind = kindFor(running, change.kind, operator)
  if (change.proposedBy === operator.operatorId) throw new Refusal('desk.same_operator')
  if (!(await isProposed(running.database, running.keys, change))) throw new Refusal(unprovenCode)
  if (!isAny(await running.rolesOf(change.proposedBy), kind.rolesFor(change.input))) {
    throw new Refusal('desk.proposer_without_role')
  }
  const { before } = await kind.preview(change.input, operator)
  if (jsonOf(before) !== change.before) throw new Refusal('desk.change_stale')
}

/** Applies a decided change unless that was done meanwhile; refuses what its kind refuses. */
async function carryOut(
  { database, keys, log, kinds }: Running,
  changeId: number,
): Promise<ChangeOutcome> {
  const change = await findChange(database, changeId)
  if (change === null) throw new Refusal('desk.case_unknown')
  const { status, input, proposedBy: operatorId, reason } = change
  const kind = kinds.get(change.kind)
  if (status !== 'applying' || kind === undefined) return { changeId, status }
  if (!(await isVotedFor(database, keys, change))) {
    log.error({ changeId, kind: change.kind }, 'change without proven votes ended')
    await end(database, change, new Refusal(unprovenCode))
    throw new Refusal(unprovenCode)
  }
  try {
    await applySurely(kind, input, { changeId, operatorId, reason })
  } catch (error) {
    if (error instanceof Refusal) {
      await end(database, change, error)
      throw error
    }
    log.warn({ error: String(error), changeId }, 'change not applied yet, tried again')
    return { changeId, status }
  }
  await end(database, change, null)
  return { changeId, status: 'applied' }
}

/**
 * Applies the change; refuses `desk.change_impossible` for values that the tables reject. It tries once more
 * before that, because a concurrent change may have caused the conflict.
 */
async function applySurely(kind: AnyKind, input: unknown, change: AppliedChange): Promise<void> {
  try {
    await kind.apply(input, change)
  } catch (first) {
    if (!isImpossible(first)) throw first
    await kind.apply(input, change).catch((again: unknown) => {
      throw isImpossible(again) ? new Refusal('desk.change_impossible') : again
    })
  }
}

/** PostgreSQL's error classes 22 and 23: values out of range and violated constraints. */
function isImpossible(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code)
}

function readingInput<Input>({ kind, roles, input: schema, ...own }: ChangeKind<Input>): AnyKind {
  const read = (input: unknown): Input => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw new Refusal('request.malformed')
    return parsed.data
  }
  return {
    kind,
    roles,
    rolesFor: (input) => own.rolesFor?.(read(input)) ?? roles,
    preview: async (input, operator) => own.preview(read(input), operator),
    apply: async (input, change) => own.apply(read(input), change),
  }
}

function isAny(own: readonly DeskRole[], allowed: readonly DeskRole[]): boolean {
  return own.some((role) => allowed.includes(role))
}

function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** The outcome of a repeated request; refuses `command.id_reused` for another request. */
function outcomeOf(
  { changeId, status, ...known }: Change,
  requested: ProposedChange,
): ChangeOutcome {
  const isSame =
    known.kind === requested.kind &&
    known.reason === requested.reason &&
    JSON.stringify(known.input) === JSON.stringify(requested.input ?? null)
  if (!isSame) throw new Refusal('command.id_reused')
  return { changeId, status }
}
