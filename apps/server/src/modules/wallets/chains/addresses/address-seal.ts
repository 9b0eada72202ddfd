/**
 * The seal of an address: it proves the owner, and is made when the address is given. A row that was inserted
 * or changed by hand has no valid seal.
 */
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { matchesProof, createProof } from '../../../../platform/secrets/proof.ts'
import type { ChainFamily } from '../chains.ts'

/** The values that the seal covers; the address is in the form used for comparison (EVM: lower case). */
export type AssignedAddress = {
  readonly family: ChainFamily
  readonly userId: number
  readonly index: number
  readonly address: string
}

/** The seal, 32 bytes. */
export function sealOfAddress(keys: Keys, assigned: AssignedAddress): Buffer {
  return createProof(keys, 'chain-address', valuesOf(assigned))
}

/** Whether the seal of an address fits its user. */
export function isSealedAddress(
  keys: Keys,
  assigned: AssignedAddress,
  seal: Buffer | null,
): boolean {
  return matchesProof(keys, 'chain-address', valuesOf(assigned), seal)
}

function valuesOf({ family, userId, index, address }: AssignedAddress) {
  return ['tukar chain address 1', family, userId, index, address]
}
