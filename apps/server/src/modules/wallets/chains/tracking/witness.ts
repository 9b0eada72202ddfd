/**
 * A second node of each chain, of another keeper than the first: what is much is looked at through it as
 * well before it is credited, so that one node that lies, or was led astray, is not believed alone (FLT-28).
 */
import type { BitcoinNode } from '../../../../adapters/bitcoin/index.ts'
import type { EvmChainName } from '../../../../adapters/chain-nodes/index.ts'
import { type EvmNode, isSeenBy } from '../../../../adapters/evm/index.ts'
import type { ChainName } from '../chains.ts'
import type { ChainDeposit } from '../deposits/deposit-row.ts'

/** Unknown: it did not answer. Differs: it says otherwise, or does not have it yet. */
export type WitnessResult = 'seen' | 'differs' | 'unknown'

export type Witness = {
  /** Whether a chain has a second node. */
  has(chain: ChainName): boolean
  /** Whether it has the same deposit in the same block. */
  see(row: ChainDeposit): Promise<WitnessResult>
}

export type SecondNodes = {
  readonly bitcoin: Pick<BitcoinNode, 'blockIds' | 'block'> | null
  readonly evm: Readonly<Record<EvmChainName, EvmNode | null>>
}

/** Asks them; a chain without one is never asked. */
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
  // A block that does not stand may still be known to it.
  if (ids.value[0] !== block.hash) return 'differs'
  const found = await node.block(block.hash)
  if (found.status !== 'done') return 'unknown'
  const made = found.value.transactions.find((one) => one.txid === txid)?.outputs[index]
  return made?.address === toAddress && made.amount === amount ? 'seen' : 'differs'
}
