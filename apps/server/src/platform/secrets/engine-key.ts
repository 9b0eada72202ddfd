/** Keys of the engine alone, from a secret that nothing else of the server is given. */
import { hkdfSync } from 'node:crypto'

const keyBytes = 32

/**
 * The key of a purpose, 32 bytes, from the engine's secret.
 *
 * `journal` seals the rows of the journal; `hold-statement` is the Ed25519 seed by which the engine states a hold.
 */
export function engineKeyOf(secret: Uint8Array, purpose: 'hold-statement' | 'journal'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `tukar engine ${purpose}`, keyBytes))
}
