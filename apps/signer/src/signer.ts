/**
 * The signer: one request after the other, from the first check to the synced record, so that two at
 * once are two in a row. Whatever it gives out is written down before.
 */
import { isApproved, paymentOf } from './approval.ts'
import type { Book } from './book/book.ts'
import type { BookRecord, Signed } from './book/records.ts'
import { type BookState, takeIn } from './book/state.ts'
import type { KeyTree } from './keys/tree.ts'
import type { Plan } from './plan.ts'
import { type Refusal, type RefusalCode, refuse } from './refusal.ts'
import type { SignRequest } from './request.ts'
import {
  attemptLike,
  breachOf,
  chargesOf,
  type Known,
  leftOf,
  leftTo,
  planOf,
  refusalNow,
  refusalOfAgreement,
  refusalOfBinding,
  refusalOfStatement,
} from './rules.ts'
import type { Caps, Settings } from './settings.ts'
import { isProvenToken, planToken, type TokenRequest } from './tokens.ts'
import { votesFrom } from './votes/vote-rules.ts'

export type SignerParts = {
  readonly tree: KeyTree
  readonly settings: Settings
  readonly approvalKey: Buffer
  readonly book: Book
  /** As its records say; from here on the signer's own. */
  readonly state: BookState
  /** The time of day; a test has its own. */
  readonly nowMs?: () => number
  /** Looks whether a person reset the signer; asked while it is tripped. */
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
  /** Per currency what left within the last hour and day, and the caps, in 10^-18. */
  readonly currencies: ReadonlyMap<
    string,
    {
      readonly leftHour: bigint
      readonly leftDay: bigint
      /** For the destination that was asked about, within the last day; null where none was. */
      readonly leftTo: bigint | null
      readonly caps: Caps
    }
  >
  /** Whose votes it wants: how many operators', and from how much on, in 10^-18; null: nobody's. */
  readonly votes: {
    readonly needed: number
    readonly from: ReadonlyMap<string, bigint>
  } | null
  /** How often each refusal was given since the start. */
  readonly refusals: ReadonlyMap<RefusalCode, number>
}

/** What came of voiding, and the number of the book by then. */
export type Voided = {
  readonly isVoid: boolean
  /** The id that was paid from its hold; null where none was. */
  readonly paidBy: string | null
  readonly number: number
}

export type VoidRequest = {
  readonly id: string
  /** What goes back with it; null where nothing does. */
  readonly hold: string | null
  readonly bookAtLeast: number
}

export type Signer = {
  /** Signs, or says why not; throws where the book cannot be written, and then signs nothing more. */
  sign(request: SignRequest): Promise<Outcome>
  /**
   * Writes down that nothing will ever be signed under an id, nor for its hold; false where something was
   * signed under it already, and may be in a block one day.
   */
  voidId(request: VoidRequest): Promise<Voided | Refusal>
  /** Adds a token for good, or says why not; the same again changes nothing. Gives the book's number. */
  addToken(request: TokenRequest): Promise<{ readonly number: number } | Refusal>
  /** All that was signed under an id, the first attempt first; empty for none. */
  signedUnder(id: string): readonly Signed[]
  /** How it is, and what left for a destination, where one is named. */
  status(destination?: string): Promise<Status>
}

/** A signer on an open book. */
export function createSigner(parts: SignerParts): Signer {
  const { state } = parts
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
        const outcome = await decide(parts, request)
        if ('refused' in outcome) {
          refusals.set(outcome.refused, (refusals.get(outcome.refused) ?? 0) + 1)
        }
        return outcome
      }),
    voidId: (request) => inTurn(() => voidNow(parts, request)),
    addToken: (request) =>
      inTurn(async () => {
        if (!isProvenToken(parts.approvalKey, request)) return refuse('token.forged')
        if (parts.book.isBroken()) return refuse('book.broken')
        await lookForReset(parts)
        const planned = planToken(request, knownNow(parts))
        if ('refused' in planned) return planned
        if (planned.record !== null) await writeDown(parts, planned.record)
        return { number: state.number }
      }),
    signedUnder: (id) => state.byId.get(id) ?? [],
    status: (destination) =>
      inTurn(async () => {
        await lookForReset(parts)
        return statusNow(parts, refusals, destination ?? null)
      }),
  }
}

async function voidNow(
  parts: SignerParts,
  { id, hold, bookAtLeast }: VoidRequest,
): Promise<Voided | Refusal> {
  const { state } = parts
  if (state.number < bookAtLeast) return refuse('book.behind')
  const paidBy = hold === null ? null : (state.holds.get(hold) ?? null)
  if (state.byId.has(id)) return { isVoid: false, paidBy, number: state.number }
  // What paid another id keeps its higher fees.
  const unpaid = paidBy === null ? hold : null
  const isWritten = state.voided.has(id) && (unpaid === null || state.voidedHolds.has(unpaid))
  if (!isWritten) {
    await writeDown(parts, { type: 'voided', atMs: knownNow(parts).atMs, id, hold: unpaid })
  }
  return { isVoid: true, paidBy, number: state.number }
}

async function decide(parts: SignerParts, request: SignRequest): Promise<Outcome> {
  const { approvalKey, book, state } = parts
  const { approval, mac } = request
  if (!isApproved(approvalKey, approval, mac)) return refuse('approval.forged')
  const known = knownNow(parts)
  const plan = planOf(request, known)
  if ('refused' in plan) return plan
  const before = attemptLike(request, plan, known)
  if (before !== undefined) return { signed: before, isRepeat: true, number: state.number }
  if (book.isBroken()) return refuse('book.broken')
  await lookForReset(parts)
  const refusal =
    refusalNow(request, known) ??
    refusalOfStatement(request, known) ??
    refusalOfBinding(request, plan, known) ??
    refusalOfAgreement(request, known)
  if (refusal !== null) return refusal
  const charges = chargesOf(request, plan, known)
  const breach = breachOf(request, plan, charges, known)
  const { atMs } = known
  if (breach !== null) {
    if ('refused' in breach) return breach
    await writeDown(parts, { type: 'tripped', atMs, id: approval.id, ...breach })
    return refuse(breach.cap)
  }
  const signed = recordOf(request, plan, { charges, atMs })
  await writeDown(parts, signed)
  return { signed, isRepeat: false, number: state.number }
}

/** On disk first, then known. */
async function writeDown({ book, state }: SignerParts, record: BookRecord): Promise<void> {
  await book.append(record)
  takeIn(state, record)
}

async function lookForReset(parts: SignerParts): Promise<void> {
  const { state, book, findReset } = parts
  if (state.trip === null || findReset === undefined || book.isBroken()) return
  const { number: trip } = state.trip
  const word = await findReset(trip)
  if (word === null) return
  await writeDown(parts, { type: 'reset', atMs: knownNow(parts).atMs, trip, ...word })
}

function knownNow({ state, settings, tree, nowMs: clock = Date.now }: SignerParts): Known {
  const nowMs = clock()
  // What left in the last hour does not vanish because somebody sets a clock back.
  return { state, settings, tree, nowMs, atMs: Math.max(nowMs, state.atMs) }
}

function statusNow(
  parts: SignerParts,
  refusals: Status['refusals'],
  destination: string | null,
): Status {
  const { settings, book, state } = parts
  const { atMs } = knownNow(parts)
  const currencies = new Map(
    [...state.tokenCaps, ...settings.caps].map(([currency, caps]) => {
      const { hour, day } = leftOf(state, currency, atMs)
      const to = destination === null ? null : leftTo({ state, atMs }, currency, destination)
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

function recordOf(
  { approval, statement, epoch }: SignRequest,
  plan: Plan,
  { charges, atMs }: Pick<Signed, 'charges' | 'atMs'>,
): Signed {
  const { finish, ...planned } = plan
  const { id, hold, approvedBy } = approval
  const payment = paymentOf(approval)
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
