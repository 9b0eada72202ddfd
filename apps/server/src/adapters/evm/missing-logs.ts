/**
 * Logs that a node left out (FLT-28): where the filter in a block's head says that a listed token may have
 * said a transfer, and the node told none of it, that block is asked for once more by its hash.
 */
import { type BloomBits, bloomBitsOf, mayHold } from './bloom.ts'
import type { FullBlock, Log } from './blocks.ts'

/** A contract, and the bits that it and the topic set. */
export type Bits = { readonly contract: string; readonly bits: BloomBits }

/** The bits to look for. */
export function watchedBits(contracts: readonly string[], topic: string): readonly Bits[] {
  const topicBits = bloomBitsOf(topic)
  return contracts.map((contract) => ({
    contract,
    bits: [...bloomBitsOf(contract), ...topicBits],
  }))
}

/** Whether the filter knows of a contract that has no log here. */
export function needsAgain(
  { bloom }: FullBlock,
  logs: readonly Log[],
  watched: readonly Bits[],
): boolean {
  const told = new Set(logs.map(({ contract }) => contract))
  return watched.some(({ contract, bits }) => !told.has(contract) && mayHold(bloom, bits))
}
