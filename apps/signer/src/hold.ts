/**
 * The engine's statement about the money of a payout: a hold of its ledger, signed under a key that only the
 * engine has (ADR 0016). The engine builds the same text; the vectors in `fixtures/holds.json` keep both
 * equal.
 */
import { type KeyObject, verify } from 'node:crypto'
import { type Refusal, refuse } from './refusal.ts'
import type { SignRequest } from './request.ts'
import { capDecimals, capUnits, type Settings } from './settings.ts'
import { hasOnly, isRecord, isToken, isWhole, parseUnits } from './shape.ts'

export type HoldStatement = {
  /** The ledger's hold, as named by the approval. */
  readonly hold: string
  /** The account that owns the money. */
  readonly owner: number
  readonly currency: string
  /** The decimals of the currency in the ledger. */
  readonly decimals: number
  /** The rest of the hold, in units of the ledger. */
  readonly left: bigint
  /** The journal row as of which the statement is true, and its time. */
  readonly row: number
  readonly atMs: number
  /** Ed25519 over its text, 128 digits of hex. */
  readonly signature: string
}

/** How long a statement is valid: it is requested right before the request that carries it. */
export const statementLifeMs = 2 * 60_000
/** The tolerated difference of two clocks in one data center. */
const clockSkewMs = 60_000
const version = 'tukar hold 1'
const fields = ['hold', 'owner', 'currency', 'decimals', 'left', 'row', 'atMs'] as const
const currencyLengthMax = 20
const holdLengthMax = 128
const signaturePattern = /^[0-9a-f]{128}$/

/** The text that is signed: a list, so that no two statements share one. */
export function textOfStatement(statement: Omit<HoldStatement, 'signature'>): string {
  const values = fields.map((field) => {
    const value = statement[field]
    return typeof value === 'bigint' ? String(value) : value
  })
  return JSON.stringify([version, ...values])
}

/** Parses a statement; null for anything else. */
export function parseStatement(value: unknown): HoldStatement | null {
  if (!isRecord(value) || !hasOnly(value, [...fields, 'signature'])) return null
  const { hold, owner, currency, decimals, row, atMs, signature } = value
  const left = parseUnits(value['left'])
  if (!isToken(hold, holdLengthMax) || !isWhole(owner) || !isWhole(row) || !isWhole(atMs))
    return null
  if (!isToken(currency, currencyLengthMax) || !isWhole(decimals, capDecimals)) return null
  if (left === null || typeof signature !== 'string' || !signaturePattern.test(signature)) {
    return null
  }
  return { hold, owner, currency, decimals, left, row, atMs, signature }
}

/**
 * Why a payout lacks a valid hold; null if it has one, or needs none.
 *
 * @param decimals the decimals of the amount on the chain
 * @param nowMs the current time
 */
export function checkHold(
  { approval, statement }: SignRequest,
  { enginePublicKey }: Pick<Settings, 'enginePublicKey'>,
  { decimals, nowMs }: { readonly decimals: number; readonly nowMs: number },
): Refusal | null {
  if (approval.hold === null) return statement === null ? null : refuse('approval.wrong_kind')
  if (statement === null) return refuse('hold.unstated')
  if (!isOfEngine(statement, enginePublicKey)) return refuse('hold.forged')
  const isOfPayout = approval.hold === statement.hold && approval.currency === statement.currency
  if (!isOfPayout) return refuse('hold.other')
  const ageMs = nowMs - statement.atMs
  if (ageMs > statementLifeMs || ageMs < -clockSkewMs) return refuse('hold.stale')
  const isCovered =
    capUnits(statement.left, statement.decimals) >= capUnits(approval.amount, decimals)
  return isCovered ? null : refuse('hold.too_small')
}

function isOfEngine(statement: HoldStatement, key: KeyObject): boolean {
  const text = Buffer.from(textOfStatement(statement))
  return verify(null, text, key, Buffer.from(statement.signature, 'hex'))
}
