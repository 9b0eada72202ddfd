/**
 * A token that the exchange adds while the signer runs, and its proof: an HMAC over all fields with the key
 * of approvals (ADR 0019). The signer builds the same text; the vectors in `apps/signer/fixtures/tokens.json`
 * keep the two equal.
 */
import { createHmac } from 'node:crypto'

export type TokenOrder = {
  /** `evm:` followed by the chain id. */
  readonly chain: string
  readonly currency: string
  /** Contract address with its checksum. */
  readonly contract: string
  readonly decimals: number
  /**
   * Caps of the currency as decimal texts in whole tokens. They apply where the signer has no caps of its
   * own.
   */
  readonly transaction: string
  readonly hour: string
  readonly day: string
  readonly approvedBy: string
  readonly approvedAtMs: number
  readonly notAfterMs: number
}

export type ProvenToken = { readonly token: TokenOrder; readonly mac: string }

const version = 'tukar token 1'
const fields = [
  'chain',
  'currency',
  'contract',
  'decimals',
  'transaction',
  'hour',
  'day',
  'approvedBy',
  'approvedAtMs',
  'notAfterMs',
] as const satisfies readonly (keyof TokenOrder)[]

/** The text under the HMAC. It is a JSON list that differs from the text of every approval. */
export function textOfToken(token: TokenOrder): string {
  return JSON.stringify([version, ...fields.map((field) => token[field])])
}

/** Adds the proof to a token: 64 hex digits. */
export function proveToken(key: Buffer, token: TokenOrder): ProvenToken {
  return { token, mac: createHmac('sha256', key).update(textOfToken(token)).digest('hex') }
}
