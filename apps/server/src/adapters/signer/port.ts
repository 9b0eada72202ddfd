/**
 * What the exchange asks of the signer, a process with keys of its own that checks everything itself
 * (ATT-97, ATT-98). Amounts are the smallest units of a chain, as digits.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'
import type { Approved } from './approval.ts'
import type { ProvenToken } from './token.ts'

/** Which key of a family: of people (0) or of the house (1), and its number. */
export type SignerKeyAt = { readonly branch: 0 | 1; readonly index: number }

/** Where payouts leave from and change comes back to, on every chain of a family. */
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
  /** The destination's key, where it is ours. */
  readonly own: SignerKeyAt | null
}

export type EvmSpend = {
  readonly family: 'evm'
  readonly from: SignerKeyAt
  readonly nonce: number
  readonly gasLimit: string
  readonly gasPrice: { readonly kind: 'dynamic'; readonly max: string; readonly priority: string }
  /** The destination's key, where it is ours. */
  readonly own: SignerKeyAt | null
}

/** The same again gives the same bytes, whoever writes by then (FLT-31). */
export type SignOrder = Approved & { readonly spend: BitcoinSpend | EvmSpend }

/** Who asks, and the last number of the signer's book that was seen: a book behind it was restored. */
export type SignerAsker = { readonly epoch: number; readonly bookAtLeast: number }

/** What the engine says of a hold, under a key that it alone has: `apps/signer/src/hold.ts` reads it. */
export type StatedHold = {
  readonly hold: string
  readonly owner: number
  readonly currency: string
  readonly decimals: number
  /** What is still held, in units of the ledger, as digits. */
  readonly left: string
  readonly row: number
  readonly atMs: number
  readonly signature: string
}

/** An operator's vote as his passkey signed it: `apps/signer/src/votes/vote.ts` reads it. */
export type SignedVote = {
  readonly kind: string
  readonly decision: string
  readonly subject: number
  /** What he was shown, as JSON. */
  readonly shown: string
  readonly nonce: string
  readonly assertion: {
    readonly id: string
    readonly authenticatorData: string
    readonly clientDataJSON: string
    readonly signature: string
  }
}

/** The signer reads no more votes of one order: `votesMax` of `apps/signer/src/votes/vote.ts`. */
export const signedVotesMax = 20

export type SigningAsker = SignerAsker & {
  /** What the engine says of the hold behind it; null where there is none. */
  readonly statement: StatedHold | null
  /** Of the operators who agreed to it; none where nobody had to. */
  readonly votes: readonly SignedVote[]
}

/**
 * What came of a call. `refused`: the signer's own code, and nothing was signed by this call. `unknown`:
 * nobody can tell; the same order again finds out.
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
  /** The address that payouts leave from. */
  readonly hotWallet: string
}

export type SignerKeys = {
  readonly bitcoin: FamilyKeys & { readonly network: string }
  readonly evm: FamilyKeys
}

/** The most of a currency within one transaction, an hour and a day, as decimal texts, and to one destination a day. */
export type SignerCaps = {
  readonly transaction: string
  readonly hour: string
  readonly day: string
  /** Null: the day's cap alone. */
  readonly destinationDay: string | null
}

/** What left within the last hour and day, fees included, and for the destination that was asked about; decimal texts. */
export type SignerSpent = {
  readonly hour: string
  readonly day: string
  /** Null where none was asked about. */
  readonly destinationDay: string | null
}

/** So many operators have to agree to payouts of so much on, which are decimal texts by currency. */
export type SignerVoteRule = {
  readonly needed: number
  readonly from: ReadonlyMap<string, string>
}

export type SignerStatus = {
  readonly book: number
  /** Why it stopped itself, until a person resets it; null while it signs. */
  readonly tripped: { readonly cap: string; readonly currency: string } | null
  readonly isBroken: boolean
  /** The most of each currency that it lets out. */
  readonly caps: ReadonlyMap<string, SignerCaps>
  /** Whose votes it wants; null: nobody's, or a signer of before that does not say. */
  readonly votes: SignerVoteRule | null
  /** What it let out of each currency. */
  readonly spent: ReadonlyMap<string, SignerSpent>
}

export type SignerVoiding = {
  readonly isVoid: boolean
  /** The id that was paid from the hold; null where none was. */
  readonly paidBy: string | null
  readonly book: number
}

export type Signer = {
  /** What addresses are made of; no private key ever comes here. */
  keys(): Promise<SignerAnswer<SignerKeys>>
  /** How it is, and what left for a destination, where one is named. */
  status(destination?: string): Promise<SignerAnswer<SignerStatus>>
  /** Signs, with the number of the book that the signature has. */
  sign(
    order: SignOrder,
    asker: SigningAsker,
  ): Promise<SignerAnswer<SignedBytes & { readonly book: number }>>
  /** Has it write down that nothing will ever be signed under an id, nor for its hold; false where something was. */
  voidId(
    what: { readonly id: string; readonly hold: string | null },
    asker: SignerAsker,
  ): Promise<SignerAnswer<SignerVoiding>>
  /** Has it take on a token for good (ADR 0019); the same again changes nothing. */
  addToken(token: ProvenToken, asker: SignerAsker): Promise<SignerAnswer<{ readonly book: number }>>
  /** All that was signed under an id, the first first. */
  signedUnder(id: string): Promise<SignerAnswer<readonly SignedBytes[]>>
  /** From recent calls. */
  health(): ServiceHealth
}
