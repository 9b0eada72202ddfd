/** Keys of the engine, derived from a secret that no other part of the server gets. */
import { hkdfSync } from 'node:crypto'

const keyBytes = 32

/**
 * The key of a purpose, 32 bytes, derived from the engine's secret.
 *
 * `journal` seals the rows of the journal; `hold-statement` is the Ed25519 seed for statements about holds.
 */
export function deriveEngineKey(secret: Uint8Array, purpose: 'hold-statement' | 'journal'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `tukar engine ${purpose}`, keyBytes))
}
