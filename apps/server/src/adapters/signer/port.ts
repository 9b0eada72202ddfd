/**
 * Port of the signer, a process with its own keys that checks every order itself (ATT-97, ATT-98). Amounts
 * are digits in the smallest units of a chain.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'
import type { Approved } from './approval.ts'
import type { ProvenToken } from './token.ts'

/** A key of a family: branch 0 is for users, branch 1 for the operator. */
export type SignerKeyAt = { readonly branch: 0 | 1; readonly index: number }

/** Payouts leave from this key, and change returns to it, on every chain of a family. */
export const hotWallet: SignerKeyAt = { branch: 1, index: 0 }

export type BitcoinSpend = {
  readonly family: 'bitcoin'
  readonly inputs: readonly {
    readonly txid: string
    readonly vout: number
    readonly amount: string
    readonly key: SignerKeyAt
  }[]
  readonly change: { readonly key: SignerKeyAt; readonly amount: string } | null
  /** Key of the destination where the address is ours; otherwise null. */
  readonly own: SignerKeyAt | null
}

export type EvmSpend = {
  readonly family: 'evm'
  readonly from: SignerKeyAt
  readonly nonce: number
  readonly gasLimit: string
  readonly gasPrice: { readonly kind: 'dynamic'; readonly max: string; readonly priority: string }
  /** Key of the destination where the address is ours; otherwise null. */
  readonly own: SignerKeyAt | null
}

/** A repeated order returns the same bytes, whichever server is the leader by then (FLT-31). */
export type SignOrder = Approved & { readonly spend: BitcoinSpend | EvmSpend }

/**
 * Epoch of the caller, and the last number of the signer's book that the server has seen. A book behind that
 * number was restored from a backup.
 */
export type SignerAsker = { readonly epoch: number; readonly bookAtLeast: number }

/**
 * The engine's statement about a hold, signed with the engine's own key; `apps/signer/src/hold.ts` verifies
 * it.
 */
export type StatedHold = {
  readonly hold: string
  readonly owner: number
  readonly currency: string
  readonly decimals: number
  /** Amount that is still held, in units of the ledger, as digits. */
  readonly left: string
  readonly row: number
  readonly atMs: number
  readonly signature: string
}

/** An operator's vote, signed with a passkey; `apps/signer/src/votes/vote.ts` verifies it. */
export type SignedVote = {
  readonly kind: string
  readonly decision: string
  readonly subject: number
  /** Data that the operator was shown, as JSON. */
  readonly shown: string
  readonly nonce: string
  readonly assertion: {
    readonly id: string
    readonly authenticatorData: string
    readonly clientDataJSON: string
    readonly signature: string
  }
}

/** Maximum number of votes that the signer reads per order: `votesMax` of `apps/signer/src/votes/vote.ts`. */
export const signedVotesMax = 20

export type SigningAsker = SignerAsker & {
  /** The engine's statement about the hold of the payment; null where there is no hold. */
  readonly statement: StatedHold | null
  /** Votes of the operators who agreed; empty where no vote is needed. */
  readonly votes: readonly SignedVote[]
}

/**
 * Result of a call. `refused`: the signer's error code; this call signed nothing. `unknown`: the effect is
 * not known; repeat the same order to find out.
 */
export type SignerAnswer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'refused'; readonly code: string }
  | { readonly status: 'unknown'; readonly reason: string }

export type SignedBytes = {
  readonly txid: string
  /** Hex; with 0x on EVM chains. */
  readonly raw: string
}

export type FamilyKeys = {
  readonly path: string
  /** Extended public key of the account. */
  readonly key: string
  /** Address from which payouts leave. */
  readonly hotWallet: string
}

export type SignerKeys = {
  readonly bitcoin: FamilyKeys & { readonly network: string }
  readonly evm: FamilyKeys
}

/**
 * Maximum amount of a currency per transaction, hour and day, and per destination and day, as decimal texts.
 */
export type SignerCaps = {
  readonly transaction: string
  readonly hour: string
  readonly day: string
  /** Null: only the cap of the day applies. */
  readonly destinationDay: string | null
}

/**
 * Amounts sent within the last hour and day, fees included, and to the queried destination; decimal texts.
 */
export type SignerSpent = {
  readonly hour: string
  readonly day: string
  /** Null where no destination was queried. */
  readonly destinationDay: string | null
}

/**
 * Number of operators who must agree to a payout, and the amount by currency from which the rule applies, as
 * decimal texts.
 */
export type SignerVoteRule = {
  readonly needed: number
  readonly from: ReadonlyMap<string, string>
}

export type SignerStatus = {
  readonly book: number
  /** The cap at which the signer stopped itself, until an operator resets it; null while it signs. */
  readonly tripped: { readonly cap: string; readonly currency: string } | null
  readonly isBroken: boolean
  /** Caps by currency. */
  readonly caps: ReadonlyMap<string, SignerCaps>
  /** The signer's vote rule. Null: no votes are needed, or the signer's version does not report the rule. */
  readonly votes: SignerVoteRule | null
  /** Amounts sent by currency. */
  readonly spent: ReadonlyMap<string, SignerSpent>
}

export type SignerVoiding = {
  readonly isVoid: boolean
  /** The approval id that was paid from the hold; null where none was. */
  readonly paidBy: string | null
  readonly book: number
}

export type Signer = {
  /** Public keys from which addresses are derived. Private keys never leave the signer. */
  keys(): Promise<SignerAnswer<SignerKeys>>
  /** State of the signer, and the amount sent to a destination where one is given. */
  status(destination?: string): Promise<SignerAnswer<SignerStatus>>
  /** Signs a transaction; returns its bytes and the book number of the signature. */
  sign(
    order: SignOrder,
    asker: SigningAsker,
  ): Promise<SignerAnswer<SignedBytes & { readonly book: number }>>
  /**
   * Records that nothing will ever be signed for an approval id, nor for its hold. `isVoid` is false where a
   * signature exists.
   */
  voidId(
    what: { readonly id: string; readonly hold: string | null },
    asker: SignerAsker,
  ): Promise<SignerAnswer<SignerVoiding>>
  /** Adds a token permanently (ADR 0019). Repetitions change nothing. */
  addToken(token: ProvenToken, asker: SignerAsker): Promise<SignerAnswer<{ readonly book: number }>>
  /** All transactions signed for an approval id, the oldest first. */
  signedUnder(id: string): Promise<SignerAnswer<readonly SignedBytes[]>>
  /** Health from recent calls. */
  health(): ServiceHealth
}
