/** The seal of an address: whose it is, made when it was given. A row that somebody put or changed has none that fits. */
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { matchesProof, createProof } from '../../../../platform/secrets/proof.ts'
import type { ChainFamily } from '../chains.ts'

/** What the seal covers; the address in the form that is compared (EVM: lower case). */
export type GivenAddress = {
  readonly family: ChainFamily
  readonly userId: number
  readonly index: number
  readonly address: string
}

/** The seal, 32 bytes. */
export function sealOfAddress(keys: Keys, given: GivenAddress): Buffer {
  return createProof(keys, 'chain-address', valuesOf(given))
}

/** Whether an address is its user's. */
export function isSealedAddress(keys: Keys, given: GivenAddress, seal: Buffer | null): boolean {
  return matchesProof(keys, 'chain-address', valuesOf(given), seal)
}

function valuesOf({ family, userId, index, address }: GivenAddress) {
  return ['tukar chain address 1', family, userId, index, address]
}
