/** Converts the results of the chain adapters to the tracker's types. */
import type {
  BitcoinBlock,
  BitcoinPool,
  BitcoinTransaction,
} from '../../../../adapters/bitcoin/index.ts'
import type { EvmBlock, EvmTransfer } from '../../../../adapters/evm/index.ts'
import type { BlockRef, PlacedSighting, PoolView, Sighting, BlockRange } from './chain-view.ts'

type Watch = { readonly has: (address: string) => boolean }

/** Converts a bitcoin block to a range; only outputs to these addresses are included. */
export function toBitcoinRange(height: number, block: BitcoinBlock, addresses: Watch): BlockRange {
  const ref = { height, hash: block.blockId }
  const sightings = block.transactions.flatMap((transaction) =>
    outputsOf(transaction, addresses).map((one) => ({ ...one, block: ref })),
  )
  return { fromHeight: height, ...ref, parentHash: block.previousBlockId, sightings }
}

/** Converts a bitcoin node's memory pool to the tracker's view. */
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

/** Converts an EVM block to a range. */
export function toEvmRange(block: EvmBlock): BlockRange {
  const { number: height, hash, parentHash, transfers } = block
  const sightings = transfers.map((transfer) => evmSighting(transfer, { height, hash }))
  return { fromHeight: height, height, hash, parentHash, sightings }
}

/** Converts a transfer of a block, or of a transaction that a user claimed. */
export function evmSighting(transfer: EvmTransfer, block: BlockRef): PlacedSighting {
  const { txHash: txid, index, contract, to: toAddress, amount, isSuccess } = transfer
  const receipt = isSuccess ? 'ok' : 'failed'
  return { txid, index, toAddress, contract, amount, isCoinbase: false, receipt, block }
}
