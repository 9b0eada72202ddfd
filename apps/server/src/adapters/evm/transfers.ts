/**
 * Transfers to us in a block. Policy (ATT-74..77): the coin counts by the value of a successful transaction
 * sent directly to our address, a token by each Transfer log of a listed contract. Coins from a contract's
 * internal call, a contract's destruction or a block reward appear in neither; they are never credited
 * automatically.
 */
import type { CoinMove, FullReceipt, Log } from './blocks.ts'
import type { EvmTransfer, EvmWatch } from './port.ts'

/** Index of the coin that a transaction itself transfers. */
export const coinIndex = -1
/** Keccak-256 of Transfer(address,address,uint256). */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Ordinary transactions, and Arbitrum's deposit from Ethereum (0x64). Arbitrum's retried and submitted
 * tickets also have a receiver and a value, but do not move money by themselves.
 */
const coinTypes = new Set([0x0, 0x1, 0x2, 0x3, 0x4, 0x64])
const wordDigits = 64
const addressTopic = /^0x0{24}[0-9a-f]{40}$/

/** Whether a transaction's own value goes to one of our addresses. */
export function isCoinToUs(move: CoinMove, { addresses }: EvmWatch): boolean {
  return move.to !== null && move.value > 0n && coinTypes.has(move.type) && addresses.has(move.to)
}

/** Sender, receiver and amount of a token transfer log; null for other logs and for zero amounts. */
export function readTransferLog(
  log: Log,
): { readonly from: string; readonly to: string; readonly amount: bigint } | null {
  const [topic, from, to, another] = log.topics
  // An NFT transfer has the same topic, with the token id in place of the amount.
  if (topic !== transferTopic || from === undefined || to === undefined) return null
  if (another !== undefined || log.data.length !== 2 + wordDigits) return null
  if (!addressTopic.test(from) || !addressTopic.test(to)) return null
  const amount = BigInt(log.data)
  return amount === 0n ? null : { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, amount }
}

/** Whether a log of a listed token is a transfer to one of our addresses. */
export function isTokenToUs(log: Log, watch: EvmWatch): boolean {
  if (!watch.contracts.has(log.contract)) return false
  const transfer = readTransferLog(log)
  return transfer !== null && watch.addresses.has(transfer.to)
}

/**
 * All transfers to us in one transaction: its own value first, then its logs in order (ATT-77).
 *
 * @param move null where the transaction has no value, or the value was not requested
 */
export function transfersOf(
  { move, receipt }: { readonly move: CoinMove | null; readonly receipt: FullReceipt },
  watch: EvmWatch,
): readonly EvmTransfer[] {
  const { txHash, isSuccess, logs } = receipt
  const transfers: EvmTransfer[] = []
  if (move?.to != null && isCoinToUs(move, watch)) {
    const { from, to, value: amount } = move
    transfers.push({ txHash, index: coinIndex, contract: null, from, to, amount, isSuccess })
  }
  for (const [index, log] of logs.entries()) {
    const transfer = readTransferLog(log)
    if (transfer === null || !isTokenToUs(log, watch)) continue
    transfers.push({ txHash, index, contract: log.contract, ...transfer, isSuccess })
  }
  return transfers
}

/** Unlisted contracts that logged a transfer to one of our addresses. */
export function strangeContractsOf(
  { logs }: { readonly logs: readonly Log[] },
  watch: EvmWatch,
): readonly string[] {
  const found = logs.filter((log) => {
    if (watch.contracts.has(log.contract)) return false
    const transfer = readTransferLog(log)
    return transfer !== null && watch.addresses.has(transfer.to)
  })
  return [...new Set(found.map(({ contract }) => contract))]
}

/**
 * Whether another node reports the same transfer (FLT-28). `others`: all transfers that it found in the same
 * transaction.
 */
export function isAmong(transfer: EvmTransfer, others: readonly EvmTransfer[]): boolean {
  return others.some(
    (other) =>
      other.txHash === transfer.txHash &&
      other.index === transfer.index &&
      other.contract === transfer.contract &&
      other.to === transfer.to &&
      other.amount === transfer.amount &&
      other.isSuccess === transfer.isSuccess,
  )
}
