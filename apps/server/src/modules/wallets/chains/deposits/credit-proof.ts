/**
 * The proof that a deposit may be credited. It is made once the chain's node confirmed the deposit, deep
 * enough, at an address of its owner. The state in the row alone is not trusted.
 */
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { matchesProof, createProof } from '../../../../platform/secrets/proof.ts'
import type { ChainDeposit } from './deposit-row.ts'

/** The values that the proof covers: the fact on the chain, its owner, and the number of earlier credits. */
export type Creditable = Pick<
  ChainDeposit,
  'chain' | 'txid' | 'index' | 'contract' | 'toAddress' | 'userId' | 'currencyId' | 'units' | 'life'
>

/** The proof, 32 bytes. */
export function proofOfCredit(keys: Keys, row: Creditable): Buffer {
  return createProof(keys, 'chain-credit', creditOf(row))
}

/** Whether the proof of a deposit fits its row. */
export function isProvenCredit(keys: Keys, row: Creditable, proof: Buffer | null): boolean {
  return matchesProof(keys, 'chain-credit', creditOf(row), proof)
}

/** The proof that the credit of a life was reversed, so that the next life may be credited; 32 bytes. */
export function proofOfReversal(keys: Keys, row: Creditable): Buffer {
  return createProof(keys, 'chain-credit', reversalOf(row, row.life))
}

/** Whether the credit of the previous life was reversed; true for the first life. */
export function isProvenLife(keys: Keys, row: Creditable, proof: Buffer | null): boolean {
  return row.life === 1 || matchesProof(keys, 'chain-credit', reversalOf(row, row.life - 1), proof)
}

/** The proof of the decision that the chain removed a credited deposit; 32 bytes. */
export function reversalDecisionProof(keys: Keys, row: Creditable): Buffer {
  return createProof(keys, 'chain-credit', takingBackOf(row))
}

/** Whether the proof of that decision fits the row. */
export function isProvenReversalDecision(
  keys: Keys,
  row: Creditable,
  proof: Buffer | null,
): boolean {
  return matchesProof(keys, 'chain-credit', takingBackOf(row), proof)
}

function takingBackOf(row: Creditable) {
  return ['tukar chain taking back 1', ...creditOf(row)]
}

function creditOf(row: Creditable) {
  const { toAddress, userId, currencyId, units, life } = row
  return ['tukar chain credit 1', ...factOf(row), toAddress, userId, currencyId, units, life]
}

function reversalOf(row: Creditable, life: number) {
  return ['tukar chain reversal 1', ...factOf(row), life]
}

function factOf({ chain, txid, index, contract }: Creditable) {
  return [chain, txid, index, contract]
}
