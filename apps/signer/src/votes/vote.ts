/**
 * An operator's vote for a payout, as the exchange stores and sends it. The text that a passkey signed is
 * built again from the vote, exactly as the exchange does (`desk/votes.ts`); a test in
 * `wallets/chains/voting`, which starts this program, keeps both equal.
 */
import { createHash } from 'node:crypto'
import { hasOnly, isRecord, isToken, isWhole, parseJson, parseUnits } from '../shape.ts'
import type { Assertion } from './assertion.ts'

export type Vote = {
  /** The kind of decision. */
  readonly kind: string
  readonly decision: string
  /** The number of its row in the exchange. */
  readonly subject: number
  /** The displayed payout, as JSON. */
  readonly shown: string
  readonly nonce: string
  readonly assertion: Assertion
}

/** The payout as an operator saw it. */
export type ShownPayout = {
  readonly id: string
  readonly chain: string
  readonly currency: string
  readonly contract: string | null
  readonly destination: string
  /** The received amount, in the smallest units of the chain. */
  readonly amount: bigint
  /** The exchange's fee, in units of its ledger. */
  readonly fee: bigint
  readonly hold: string | null
  /** The account that owns the money. */
  readonly owner: number
}

export const votesMax = 20
const version = 'tukar payout vote 1'
const wordLengthMax = 40
const shownLengthMax = 2_000
const bytesPattern = /^[\w-]{1,4000}$/
const shownFields = 10

/** The challenge of a vote, which a passkey signs, in base64url. */
export function createChallenge({
  kind,
  decision,
  subject,
  shown,
  nonce,
}: Omit<Vote, 'assertion'>): string {
  const signed = ['vote', kind, decision, subject, toHex(shown)]
  return createHash('sha256')
    .update(JSON.stringify([nonce, signed]))
    .digest('base64url')
}

/** Parses votes; null for anything else. */
export function parseVotes(value: unknown): readonly Vote[] | null {
  if (!Array.isArray(value) || value.length > votesMax) return null
  const votes = value.map(readVote).filter((vote) => vote !== null)
  return votes.length === value.length ? votes : null
}

function readVote(value: unknown): Vote | null {
  const names = ['kind', 'decision', 'subject', 'shown', 'nonce', 'assertion']
  if (!isRecord(value) || !hasOnly(value, names)) return null
  const { kind, decision, subject, shown, nonce } = value
  const assertion = readAssertion(value['assertion'])
  if (!isToken(kind, wordLengthMax) || !isToken(decision, wordLengthMax)) return null
  if (!isWhole(subject) || assertion === null) return null
  if (typeof shown !== 'string' || shown.length > shownLengthMax) return null
  if (typeof nonce !== 'string' || nonce.length > shownLengthMax) return null
  return { kind, decision, subject, shown, nonce, assertion }
}

function readAssertion(value: unknown): Assertion | null {
  const names = ['id', 'authenticatorData', 'clientDataJSON', 'signature'] as const
  if (!isRecord(value) || !hasOnly(value, names)) return null
  const [id, authenticatorData, clientDataJSON, signature] = names.map((name) => value[name])
  if (!isBytes(id) || !isBytes(authenticatorData)) return null
  if (!isBytes(clientDataJSON) || !isBytes(signature)) return null
  return { id, authenticatorData, clientDataJSON, signature }
}

function isBytes(value: unknown): value is string {
  return typeof value === 'string' && bytesPattern.test(value)
}

/**
 * The payout that an operator saw; null if it was something else. Further items of the list are for the
 * exchange only.
 */
export function parseShown(text: string): ShownPayout | null {
  const whole = parseJson(text)
  const value: unknown = Array.isArray(whole) ? whole[0] : undefined
  if (!Array.isArray(value) || value.length !== shownFields || value[0] !== version) return null
  const [, id, chain, currency, contract, destination, amountText, feeText, hold, owner] =
    value satisfies unknown[]
  const [amount, fee] = [parseUnits(amountText), parseUnits(feeText)]
  if (!isText(id) || !isText(chain) || !isText(currency) || !isText(destination)) return null
  if (contract !== null && !isText(contract)) return null
  if (hold !== null && !isText(hold)) return null
  if (amount === null || fee === null || !isWhole(owner)) return null
  return { id, chain, currency, contract, destination, amount, fee, hold, owner }
}

function isText(value: unknown): value is string {
  return isToken(value, 128)
}

function toHex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
