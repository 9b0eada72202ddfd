/**
 * A token that the exchange adds while the signer runs, and its proof: an HMAC over all fields under the key
 * of the approvals (ADR 0019). The signer makes the same text; the vectors in `apps/signer/fixtures/tokens.json`
 * hold the two together.
 */
import { createHmac } from 'node:crypto'

export type TokenOrder = {
  /** `evm:` and the chain's id. */
  readonly chain: string
  readonly currency: string
  /** With its checksum. */
  readonly contract: string
  readonly decimals: number
  /** Caps of the currency as decimal texts in whole tokens; they count where the signer has none of its own. */
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

/** The text that is proven: a list, which no approval shares. */
export function textOfToken(token: TokenOrder): string {
  return JSON.stringify([version, ...fields.map((field) => token[field])])
}

/** A token with its proof, 64 digits of hex. */
export function proveToken(key: Buffer, token: TokenOrder): ProvenToken {
  return { token, mac: createHmac('sha256', key).update(textOfToken(token)).digest('hex') }
}
