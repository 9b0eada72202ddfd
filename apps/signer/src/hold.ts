/**
 * What the engine of the exchange says of the money behind a payout: a hold of its ledger, signed under a key
 * that the engine alone has (ADR 0016). The engine makes the same text; the vectors in `fixtures/holds.json`
 * hold the two together.
 */
import { type KeyObject, verify } from 'node:crypto'
import { type Refusal, refuse } from './refusal.ts'
import type { SignRequest } from './request.ts'
import { capDecimals, capUnits, type Settings } from './settings.ts'
import { hasOnly, isRecord, isToken, isWhole, unitsOf } from './shape.ts'

export type HoldStatement = {
  /** The command by which the ledger holds the money, as the approval names it. */
  readonly hold: string
  /** The account whose money it is. */
  readonly owner: number
  readonly currency: string
  /** Those that the ledger counts the currency by. */
  readonly decimals: number
  /** What is still held, in units of the ledger. */
  readonly left: bigint
  /** The row of the journal up to which it is true, and when it was said. */
  readonly row: number
  readonly atMs: number
  /** Ed25519 over its text, 128 digits of hex. */
  readonly signature: string
}

/** A statement is good for so long: it is asked for right before the request that carries it. */
export const statementLifeMs = 2 * 60_000
/** Two clocks of one machine room. */
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

/** A statement as it is sent; null for anything else. */
export function readStatement(value: unknown): HoldStatement | null {
  if (!isRecord(value) || !hasOnly(value, [...fields, 'signature'])) return null
  const { hold, owner, currency, decimals, row, atMs, signature } = value
  const left = unitsOf(value['left'])
  if (!isToken(hold, holdLengthMax) || !isWhole(owner) || !isWhole(row) || !isWhole(atMs))
    return null
  if (!isToken(currency, currencyLengthMax) || !isWhole(decimals, capDecimals)) return null
  if (left === null || typeof signature !== 'string' || !signaturePattern.test(signature)) {
    return null
  }
  return { hold, owner, currency, decimals, left, row, atMs, signature }
}

/**
 * Why the money of a payout is not known to be set aside; null where it is, or where nobody's is needed.
 *
 * @param decimals those that the chain counts the payout by
 * @param nowMs the clock's time
 */
export function refusalOfHold(
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
