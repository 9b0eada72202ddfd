/**
 * The signer: handles requests one at a time, from the first check to the synced record. Every signature is
 * recorded before it is returned.
 */
import { isApproved, describePayment } from './approval.ts'
import type { Book } from './book/book.ts'
import type { BookRecord, Signed } from './book/records.ts'
import { type BookState, applyRecord } from './book/state.ts'
import type { KeyTree } from './keys/tree.ts'
import type { Plan } from './plan.ts'
import { type Refusal, type RefusalCode, refuse } from './refusal.ts'
import type { SignRequest } from './request.ts'
import {
  attemptLike,
  findBreach,
  computeCharges,
  type Known,
  sumOutgoing,
  sumOutgoingTo,
  createPlan,
  checkNow,
  checkAgreement,
  checkBinding,
  checkStatement,
} from './rules.ts'
import type { Caps, Settings } from './settings.ts'
import { isProvenToken, planToken, type TokenRequest } from './tokens.ts'
import { votesFrom } from './votes/vote-rules.ts'

export type SignerDeps = {
  readonly tree: KeyTree
  readonly settings: Settings
  readonly approvalKey: Buffer
  readonly book: Book
  /** The state of its records; only the signer changes it from here on. */
  readonly state: BookState
  /** The clock; tests replace it. */
  readonly nowMs?: () => number
  /** Checks whether a person reset the signer; called while it is stopped. */
  readonly findReset?: (
    trip: number,
  ) => Promise<{ readonly by: string; readonly why: string } | null>
}

export type Outcome =
  | { readonly signed: Signed; readonly isRepeat: boolean; readonly number: number }
  | Refusal

export type Status = {
  readonly number: number
  readonly tripped: BookState['trip']
  readonly isBroken: boolean
  /** Per currency: payments within the last hour and day, and the caps, in 10^-18. */
  readonly currencies: ReadonlyMap<
    string,
    {
      readonly leftHour: bigint
      readonly leftDay: bigint
      /** For the requested destination, within the last day; null if none was requested. */
      readonly leftTo: bigint | null
      readonly caps: Caps
    }
  >
  /** Votes: how many operators, and from which amount on, in 10^-18; null for none. */
  readonly votes: {
    readonly needed: number
    readonly from: ReadonlyMap<string, bigint>
  } | null
  /** The number of refusals by code since the start. */
  readonly refusals: ReadonlyMap<RefusalCode, number>
}

/** The result of voiding, with the number of the book's last record. */
export type Voided = {
  readonly isVoid: boolean
  /** The id that was paid from its hold; null for none. */
  readonly paidBy: string | null
  readonly number: number
}

export type VoidRequest = {
  readonly id: string
  /** The hold that is released; null for none. */
  readonly hold: string | null
  readonly bookAtLeast: number
}

export type Signer = {
  /** Signs, or returns a refusal. Throws if the book cannot be written, and then signs no more. */
  sign(request: SignRequest): Promise<Outcome>
  /**
   * Records that nothing will ever be signed under an id, nor for its hold; returns false if something was
   * signed under it before, because that may still be mined.
   */
  voidId(request: VoidRequest): Promise<Voided | Refusal>
  /**
   * Adds a token permanently, or returns a refusal; repeating it changes nothing. Returns the number of the
   * book's last record.
   */
  addToken(request: TokenRequest): Promise<{ readonly number: number } | Refusal>
  /** All transactions signed under an id, the first attempt first; empty for none. */
  signedUnder(id: string): readonly Signed[]
  /** The state of the signer, and payments to a destination if one is named. */
  status(destination?: string): Promise<Status>
}

/** Creates a signer on an open book. */
export function createSigner(deps: SignerDeps): Signer {
  const { state } = deps
  const refusals = new Map<RefusalCode, number>()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  return {
    sign: (request) =>
      inTurn(async () => {
        const outcome = await decide(deps, request)
        if ('refused' in outcome) {
          refusals.set(outcome.refused, (refusals.get(outcome.refused) ?? 0) + 1)
        }
        return outcome
      }),
    voidId: (request) => inTurn(() => voidNow(deps, request)),
    addToken: (request) =>
      inTurn(async () => {
        if (!isProvenToken(deps.approvalKey, request)) return refuse('token.forged')
        if (deps.book.isBroken()) return refuse('book.broken')
        await applyReset(deps)
        const planned = planToken(request, knownNow(deps))
        if ('refused' in planned) return planned
        if (planned.record !== null) await writeRecord(deps, planned.record)
        return { number: state.number }
      }),
    signedUnder: (id) => state.byId.get(id) ?? [],
    status: (destination) =>
      inTurn(async () => {
        await applyReset(deps)
        return readStatus(deps, refusals, destination ?? null)
      }),
  }
}

async function voidNow(
  deps: SignerDeps,
  { id, hold, bookAtLeast }: VoidRequest,
): Promise<Voided | Refusal> {
  const { state } = deps
  if (state.number < bookAtLeast) return refuse('book.behind')
  const paidBy = hold === null ? null : (state.holds.get(hold) ?? null)
  if (state.byId.has(id)) return { isVoid: false, paidBy, number: state.number }
  // If another id was paid from the hold, that payment may still raise its fee.
  const unpaid = paidBy === null ? hold : null
  const isWritten = state.voided.has(id) && (unpaid === null || state.voidedHolds.has(unpaid))
  if (!isWritten) {
    await writeRecord(deps, { type: 'voided', atMs: knownNow(deps).atMs, id, hold: unpaid })
  }
  return { isVoid: true, paidBy, number: state.number }
}

async function decide(deps: SignerDeps, request: SignRequest): Promise<Outcome> {
  const { approvalKey, book, state } = deps
  const { approval, mac } = request
  if (!isApproved(approvalKey, approval, mac)) return refuse('approval.forged')
  const known = knownNow(deps)
  const plan = createPlan(request, known)
  if ('refused' in plan) return plan
  const before = attemptLike(request, plan, known)
  if (before !== undefined) return { signed: before, isRepeat: true, number: state.number }
  if (book.isBroken()) return refuse('book.broken')
  await applyReset(deps)
  const refusal =
    checkNow(request, known) ??
    checkStatement(request, known) ??
    checkBinding(request, plan, known) ??
    checkAgreement(request, known)
  if (refusal !== null) return refusal
  const charges = computeCharges(request, plan, known)
  const breach = findBreach(request, plan, charges, known)
  const { atMs } = known
  if (breach !== null) {
    if ('refused' in breach) return breach
    await writeRecord(deps, { type: 'tripped', atMs, id: approval.id, ...breach })
    return refuse(breach.cap)
  }
  const signed = toRecord(request, plan, { charges, atMs })
  await writeRecord(deps, signed)
  return { signed, isRepeat: false, number: state.number }
}

/** Written to disk first, then applied to the state. */
async function writeRecord({ book, state }: SignerDeps, record: BookRecord): Promise<void> {
  await book.append(record)
  applyRecord(state, record)
}

async function applyReset(deps: SignerDeps): Promise<void> {
  const { state, book, findReset } = deps
  if (state.trip === null || findReset === undefined || book.isBroken()) return
  const { number: trip } = state.trip
  const word = await findReset(trip)
  if (word === null) return
  await writeRecord(deps, { type: 'reset', atMs: knownNow(deps).atMs, trip, ...word })
}

function knownNow({ state, settings, tree, nowMs: clock = Date.now }: SignerDeps): Known {
  const nowMs = clock()
  // Payments of the last hour must not vanish because a clock is set back.
  return { state, settings, tree, nowMs, atMs: Math.max(nowMs, state.atMs) }
}

function readStatus(
  deps: SignerDeps,
  refusals: Status['refusals'],
  destination: string | null,
): Status {
  const { settings, book, state } = deps
  const { atMs } = knownNow(deps)
  const currencies = new Map(
    [...state.tokenCaps, ...settings.caps].map(([currency, caps]) => {
      const { hour, day } = sumOutgoing(state, currency, atMs)
      const to = destination === null ? null : sumOutgoingTo({ state, atMs }, currency, destination)
      return [currency, { leftHour: hour, leftDay: day, leftTo: to, caps }]
    }),
  )
  const { number, trip: tripped } = state
  const votes = votesNow(settings, currencies)
  return { number, tripped, isBroken: book.isBroken(), currencies, votes, refusals }
}

function votesNow({ votes }: Settings, currencies: Status['currencies']): Status['votes'] {
  if (typeof votes === 'string') return null
  const from = [...currencies].map(
    ([currency, { caps }]) => [currency, votesFrom({ votes }, currency, caps) ?? 0n] as const,
  )
  return { needed: votes.needed, from: new Map(from) }
}

function toRecord(
  { approval, statement, epoch }: SignRequest,
  plan: Plan,
  { charges, atMs }: Pick<Signed, 'charges' | 'atMs'>,
): Signed {
  const { finish, ...planned } = plan
  const { id, hold, approvedBy } = approval
  const payment = describePayment(approval)
  return {
    type: 'signed',
    atMs,
    id,
    epoch,
    payment,
    hold,
    owner: statement?.owner ?? null,
    approvedBy,
    charges,
    ...planned,
    ...finish(),
  }
}
