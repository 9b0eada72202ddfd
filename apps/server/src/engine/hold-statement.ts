/**
 * The engine's statement about a hold, signed under a key that only the engine has (H-4). The signer pays
 * coins out only with a statement that their amount is held. It builds the same text; the vectors in
 * `apps/signer/fixtures/holds.json` keep both equal.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { CurrencyRow, HoldRow } from '@tukar/core'
import { deriveEngineKey } from '../platform/secrets/engine-key.ts'

export type HoldStatement = {
  /** The name given by `holdName`. */
  readonly hold: string
  /** The account that owns the money. */
  readonly owner: number
  readonly currency: string
  /** Those that the ledger counts the currency by. */
  readonly decimals: number
  /** The rest of the hold, in units, as digits. */
  readonly left: string
  /** The journal row as of which the statement is true, and its time. */
  readonly row: number
  readonly atMs: number
  /** Ed25519 over its text, 128 digits of hex. */
  readonly signature: string
}

/** The fields of a statement that are not about the hold itself. */
export type Stated = Pick<HoldStatement, 'row' | 'atMs'> & { readonly currency: CurrencyRow }

export type HoldStater = (hold: HoldRow, stated: Stated) => HoldStatement

const version = 'tukar hold 1'
const fields = [
  'hold',
  'owner',
  'currency',
  'decimals',
  'left',
  'row',
  'atMs',
] as const satisfies readonly (keyof HoldStatement)[]
/** PKCS8 of an Ed25519 key, up to its seed. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The name of a hold in approvals and statements. */
export function holdName(holdId: number): string {
  return `hold:${holdId}`
}

/** Creates statements under the key of the engine's secret. */
export function createHoldStater(secret: Uint8Array): HoldStater {
  const key = toPrivateKey(deriveEngineKey(secret, 'hold-statement'))
  return ({ holdId, accountId, remaining }, { currency, row, atMs }) => {
    const stated = {
      hold: holdName(holdId),
      owner: accountId,
      currency: currency.code,
      decimals: currency.decimals,
      left: String(remaining),
      row,
      atMs,
    }
    const text = JSON.stringify([version, ...fields.map((field) => stated[field])])
    return { ...stated, signature: sign(null, Buffer.from(text), key).toString('hex') }
  }
}

/** The public key of hold statements as 64 hex digits: the signer verifies statements with it. */
export function deriveStatementKey(secret: Uint8Array): string {
  const key = toPrivateKey(deriveEngineKey(secret, 'hold-statement'))
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('hex')
}

function toPrivateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([keyHead, seed]), format: 'der', type: 'pkcs8' })
}
