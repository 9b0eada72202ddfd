/**
 * The one way in which operators change money or rules: what it would do is shown first, a reason is given,
 * a second person confirms where the kind asks for one (INV-22), and each step is in the record in the
 * transaction that makes it (INV-23). Who proposed it is known by his account, whatever he is called and
 * however he is signed in (ATT-101). Roles have proposals of their own (`role-proposals.ts`).
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
  /** The roles of an account as they are now; none where it is gone. */
  readonly rolesOf: (userId: number) => Promise<readonly DeskRole[]>
}

export type RequestedChange = { readonly kind: string; readonly input: unknown }

export type ProposedChange = RequestedChange & {
  readonly reason: string
  /** The caller's own id of this request: the same again proposes nothing new. */
  readonly requestId: string
}

export type ChangeVerdict = {
  readonly changeId: number
  readonly decision: 'confirm' | 'decline'
  readonly reason: string
}

export type ChangeOutcome = { readonly changeId: number; readonly status: ChangeStatus }

export type Changes = {
  /** Adds a kind; its module does so where it registers its own calls. */
  register<Input>(kind: ChangeKind<Input>): void
  /** The kinds that are there, with who may propose them. */
  kinds(): readonly { readonly kind: string; readonly roles: readonly DeskRole[] }[]
  /**
   * What a change would do; nothing is kept. Refuses `desk.change_unknown`, `desk.forbidden`,
   * `request.malformed`, and whatever its kind refuses.
   */
  preview(asked: RequestedChange, operator: Operator): Promise<ChangePreview>
  /**
   * Proposes a change, and carries it out at once where nobody else is needed. Refuses what `preview`
   * refuses, `desk.already_proposed` where the same waits, `command.id_reused` for another under this id.
   */
  propose(proposed: ProposedChange, operator: Operator): Promise<ChangeOutcome>
  /**
   * Confirms a change, and carries it out; or declines it, as whoever proposed it may do too. Refuses
   * `desk.case_unknown`, `user.own_account`, `desk.already_decided`, `desk.same_operator`,
   * `desk.vote_unproven`, `desk.proposer_without_role`, `desk.change_stale`, and what its kind refuses: then it waits on.
   */
  decide(verdict: ChangeVerdict, operator: Operator): Promise<ChangeOutcome>
  /** The input of a change of this kind that was carried out; null where votes do not prove it. */
  votedFor(kind: string, changeId: number): Promise<unknown>
  /** Carries out what a kill left undone, and ends what nobody decided about in time. */
  finish(): Promise<void>
}

/** A kind whose input is looked at where it comes in. */
type AnyKind = {
  readonly kind: string
  readonly roles: readonly DeskRole[]
  rolesFor(input: unknown): readonly DeskRole[]
  preview(input: unknown, operator: Operator): Promise<ChangePreview>
  apply(input: unknown, change: AppliedChange): Promise<void>
}

/** What the functions below stand on. */
type Running = ChangesDeps & {
  readonly kinds: ReadonlyMap<string, AnyKind>
  readonly runInQueue: KeyedQueue
}

/** Opens the changes of the console; the modules add their kinds. */
export function createChanges(deps: ChangesDeps): Changes {
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
        // What its kind refuses is in its row by then.
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
    // The same request may have come twice at once.
    const same = await findRequest(database, proposedBy, proposed.requestId)
    if (same !== null) return outcomeOf(same, proposed)
    await finishEarlier(running, subject)
    // Again, for what came before it in the line may have changed what it would do.
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
  // Whom it would stop neither agrees to it nor does away with it.
  if (isAboutHimself(found, operator)) throw new Refusal('user.own_account')
  return runInQueue(found.subject, async () => {
    // Looked at again: it may have waited in the line.
    const change = await findChange(database, changeId)
    if (change?.status !== 'waiting') throw new Refusal('desk.already_decided')
    if (decision === 'confirm') await finishEarlier(running, found.subject)
    if (decision === 'confirm') await refuseStale(running, change, operator)
    const { operatorId, pass } = operator
    await decideChange(running, change, { decision, reason, operatorId, pass })
    return decision === 'confirm' ? carryOut(running, changeId) : { changeId, status: 'declined' }
  })
}

/** Whether somebody else proposed this change of the operator's own account. */
export function isAboutHimself(
  { subject, proposedBy }: Pick<Change, 'subject' | 'proposedBy'>,
  { operatorId }: Pick<Operator, 'operatorId'>,
): boolean {
  return subject === accountSubject(operatorId) && proposedBy !== operatorId
}

/** What a kill left undone of the same comes first; refuses `desk.change_unfinished` if it cannot yet. */
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

/** Refuses what may not be confirmed by this operator, or is not what was proposed any more. */
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

/** Carries out a change that is to be, if nobody did meanwhile; refuses what its kind refuses. */
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
    log.error({ changeId, kind: change.kind }, 'a change has no votes that prove it, and ends')
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
    log.warn({ error: String(error), changeId }, 'a change by operators is tried again')
    return { changeId, status }
  }
  await end(database, change, null)
  return { changeId, status: 'applied' }
}

/**
 * Applies it; refuses `desk.change_impossible` for what the tables never take. Once more before that: what
 * somebody else did at the same moment is there by then.
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

/** Values out of range, and what breaks a rule of a table: classes 22 and 23 of PostgreSQL. */
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

function isAny(own: readonly DeskRole[], wanted: readonly DeskRole[]): boolean {
  return own.some((role) => wanted.includes(role))
}

function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** What became of a request that came before; refuses `command.id_reused` for another one. */
function outcomeOf({ changeId, status, ...known }: Change, asked: ProposedChange): ChangeOutcome {
  const isSame =
    known.kind === asked.kind &&
    known.reason === asked.reason &&
    JSON.stringify(known.input) === JSON.stringify(asked.input ?? null)
  if (!isSame) throw new Refusal('command.id_reused')
  return { changeId, status }
}
