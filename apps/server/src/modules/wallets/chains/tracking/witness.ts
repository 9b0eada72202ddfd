/**
 * A second node of each chain, run by another operator than the first. Large deposits must be confirmed by
 * both before they are credited, so that one lying or deceived node is not enough (FLT-28).
 */
import type { BitcoinNode } from '../../../../adapters/bitcoin/index.ts'
import type { EvmChainName } from '../../../../adapters/chain-nodes/index.ts'
import { type EvmNode, isSeenBy } from '../../../../adapters/evm/index.ts'
import type { ChainName } from '../chains.ts'
import type { ChainDeposit } from '../deposits/deposit-row.ts'

/** `unknown`: it did not answer. `differs`: it contradicts, or does not have the deposit yet. */
export type WitnessResult = 'seen' | 'differs' | 'unknown'

export type Witness = {
  /** Whether a chain has a second node. */
  has(chain: ChainName): boolean
  /** Whether the second node has the same deposit in the same block. */
  see(row: ChainDeposit): Promise<WitnessResult>
}

export type SecondNodes = {
  readonly bitcoin: Pick<BitcoinNode, 'blockIds' | 'block'> | null
  readonly evm: Readonly<Record<EvmChainName, EvmNode | null>>
}

/** Creates the witness from the second nodes. */
export function createWitness({ bitcoin, evm }: SecondNodes): Witness {
  return {
    has: (chain) => (chain === 'bitcoin' ? bitcoin : evm[chain]) !== null,
    async see(row) {
      if (row.chain === 'bitcoin') return bitcoin === null ? 'unknown' : seeOutput(bitcoin, row)
      const node = evm[row.chain]
      return node === null ? 'unknown' : seeTransfer(node, row)
    },
  }
}

async function seeTransfer(node: EvmNode, row: ChainDeposit): Promise<WitnessResult> {
  const { txid: txHash, index, contract, toAddress: to, amount, block } = row
  if (block === null) return 'differs'
  const transfer = { txHash, index, contract, from: '', to, amount, isSuccess: true }
  const answer = await isSeenBy(node, { transfer, blockHash: block.hash })
  if (answer.status !== 'done') return 'unknown'
  return answer.value ? 'seen' : 'differs'
}

async function seeOutput(
  node: Pick<BitcoinNode, 'blockIds' | 'block'>,
  { txid, index, toAddress, amount, block }: ChainDeposit,
): Promise<WitnessResult> {
  if (block === null) return 'differs'
  const ids = await node.blockIds({ fromHeight: block.height, count: 1 })
  if (ids.status !== 'done') return 'unknown'
  // The node may still know a block that is no longer in its chain.
  if (ids.value[0] !== block.hash) return 'differs'
  const found = await node.block(block.hash)
  if (found.status !== 'done') return 'unknown'
  const made = found.value.transactions.find((one) => one.txid === txid)?.outputs[index]
  return made?.address === toAddress && made.amount === amount ? 'seen' : 'differs'
}
