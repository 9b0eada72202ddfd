/** What the adapters of the chains tell, in the words of the tracker. */
import type {
  BitcoinBlock,
  BitcoinPool,
  BitcoinTransaction,
} from '../../../../adapters/bitcoin/index.ts'
import type { EvmBlock, EvmTransfer } from '../../../../adapters/evm/index.ts'
import type { BlockRef, PlacedSighting, PoolView, Sighting, BlockRange } from './chain-view.ts'

type Watch = { readonly has: (address: string) => boolean }

/** A bitcoin block as a stretch of its own; only outputs to these addresses are kept. */
export function toBitcoinRange(height: number, block: BitcoinBlock, addresses: Watch): BlockRange {
  const ref = { height, hash: block.blockId }
  const sightings = block.transactions.flatMap((transaction) =>
    outputsOf(transaction, addresses).map((one) => ({ ...one, block: ref })),
  )
  return { fromHeight: height, ...ref, parentHash: block.previousBlockId, sightings }
}

/** The pool of a bitcoin node as the tracker asks for it. */
export function bitcoinPoolView({ txids, news }: BitcoinPool, addresses: Watch): PoolView {
  const waiting = new Set(txids)
  return {
    has: (txid) => waiting.has(txid),
    sightings: news.flatMap((transaction) => outputsOf(transaction, addresses)),
  }
}

function outputsOf(transaction: BitcoinTransaction, addresses: Watch): readonly Sighting[] {
  const { txid, isCoinbase } = transaction
  return transaction.outputs.flatMap(({ address, amount }, index) => {
    if (address === null || !addresses.has(address)) return []
    const kind = { contract: null, isCoinbase, receipt: 'ok' } as const
    return [{ txid, index, toAddress: address, amount, ...kind }]
  })
}

/** An EVM block as a stretch of its own. */
export function toEvmRange(block: EvmBlock): BlockRange {
  const { number: height, hash, parentHash, transfers } = block
  const sightings = transfers.map((transfer) => evmSighting(transfer, { height, hash }))
  return { fromHeight: height, height, hash, parentHash, sightings }
}

/** A transfer of a block, or of one transaction that somebody named. */
export function evmSighting(transfer: EvmTransfer, block: BlockRef): PlacedSighting {
  const { txHash: txid, index, contract, to: toAddress, amount, isSuccess } = transfer
  const receipt = isSuccess ? 'ok' : 'failed'
  return { txid, index, toAddress, contract, amount, isCoinbase: false, receipt, block }
}
