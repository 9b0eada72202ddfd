/** One transaction by its hash, for a claim (SRV-65): its state, and its transfers to us. */
import { type CoinMove, type FullReceipt, readCoinMove, readHead, readReceipt } from './blocks.ts'
import { toQuantity } from './hex.ts'
import type { EvmAnswer, EvmBlockRef, EvmTransactionState, EvmWatch } from './port.ts'
import { query, failed, type EvmConnection } from './requests.ts'
import { strangeContractsOf, transfersOf } from './transfers.ts'

/** The current state of the transaction. */
export async function readTransaction(
  connection: EvmConnection,
  txHash: string,
  watch: EvmWatch,
): Promise<EvmAnswer<EvmTransactionState>> {
  const result = await query(
    connection,
    [
      { method: 'eth_getTransactionByHash', params: [txHash] },
      { method: 'eth_getTransactionReceipt', params: [txHash] },
      ...(['latest', 'safe', 'finalized'] as const).map((tag) => ({
        method: 'eth_getBlockByNumber',
        params: [tag, false],
      })),
    ],
    ([move, receipt, head, safe, finalized]) => ({
      move: move === null ? null : readCoinMove(move),
      receipt: readReceipt(receipt),
      head: readHead(head),
      safe: safe === null ? null : readHead(safe),
      finalized: finalized === null ? null : readHead(finalized),
    }),
  )
  if (result.status === 'failed') return result
  const { move, receipt, ...heads } = result.value
  if (move === null) return { status: 'done', value: { state: 'absent' } }
  if (receipt === null) return { status: 'done', value: { state: 'pending' } }
  if (move.txHash !== receipt.txHash || move.txHash !== txHash.toLowerCase()) {
    return failed('unreadable', 'the node returned another transaction')
  }
  const block = await blockAt(connection, receipt.blockNumber)
  if (block.status === 'failed') return block
  if (block.value.hash !== receipt.blockHash) {
    return failed('moved', `${txHash} was in a block that was reorganized`)
  }
  return { status: 'done', value: minedState({ move, receipt, block: block.value, heads }, watch) }
}

/** The block at a height. */
export async function blockAt(
  connection: EvmConnection,
  number: number,
): Promise<EvmAnswer<EvmBlockRef>> {
  const call = { method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }
  const block = await query(connection, [call], ([value]) =>
    value === null ? null : readHead(value),
  )
  if (block.status === 'failed') return block
  if (block.value === null) return failed('behind', `no block ${number}`)
  if (block.value.number !== number) return failed('unreadable', 'the node returned another block')
  return { status: 'done', value: block.value }
}

type Mined = {
  readonly move: CoinMove
  readonly receipt: FullReceipt
  readonly block: EvmBlockRef
  readonly heads: {
    readonly head: EvmBlockRef
    readonly safe: EvmBlockRef | null
    readonly finalized: EvmBlockRef | null
  }
}

function minedState({ move, receipt, block, heads }: Mined, watch: EvmWatch): EvmTransactionState {
  const { head, safe, finalized } = heads
  return {
    state: 'mined',
    block,
    confirmations: Math.max(1, head.number - block.number + 1),
    isSafe: safe !== null && block.number <= safe.number,
    isFinalized: finalized !== null && block.number <= finalized.number,
    isSuccess: receipt.isSuccess,
    transfers: transfersOf({ move, receipt }, watch),
    strangeContracts: strangeContractsOf(receipt, watch),
  }
}
