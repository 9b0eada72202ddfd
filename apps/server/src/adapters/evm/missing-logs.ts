/**
 * Detection of logs that a node omitted (FLT-28). Where a block's bloom filter may contain a transfer of a
 * listed token, and the node returned none, that block's logs are requested again by its hash.
 */
import { type BloomBits, bloomBitsOf, mayHold } from './bloom.ts'
import type { FullBlock, Log } from './blocks.ts'

/** A contract, and the bits that its address and the topic set. */
export type Bits = { readonly contract: string; readonly bits: BloomBits }

/** The bits of each contract with the topic. */
export function watchedBits(contracts: readonly string[], topic: string): readonly Bits[] {
  const topicBits = bloomBitsOf(topic)
  return contracts.map((contract) => ({
    contract,
    bits: [...bloomBitsOf(contract), ...topicBits],
  }))
}

/** Whether the filter may contain a contract that has no log here. */
export function hasMissingLogs(
  { bloom }: FullBlock,
  logs: readonly Log[],
  watched: readonly Bits[],
): boolean {
  const loggedContracts = new Set(logs.map(({ contract }) => contract))
  return watched.some(
    ({ contract, bits }) => !loggedContracts.has(contract) && mayHold(bloom, bits),
  )
}
