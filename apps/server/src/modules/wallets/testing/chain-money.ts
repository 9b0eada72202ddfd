/** For tests of tampering: the balances, receivers and costs of one kind of money on its chain. */
import assert from 'node:assert/strict'
import { addressKey } from '../../../adapters/evm/index.ts'
import { hotWallet } from '../../../adapters/signer/index.ts'
import type { ListedAsset } from '../chains/register.ts'
import type { CoinOutDesk } from '../chains/testing/coin-out-desk.ts'
import type { CoinMoney } from './coin-money.ts'

export type ChainMoney = {
  /** The hot wallet's address. */
  readonly hot: string
  /** The received amount and balance of an address, in the chain's smallest units. */
  received(address: string): Promise<bigint>
  /** Keeps signed transactions out of all blocks; false if the chain cannot. */
  withhold(): boolean
  release(): Promise<void>
  /** Our payments to other addresses, and excessive fees, one sentence each. */
  strays(addresses: readonly string[]): Promise<readonly string[]>
}

/** Twice the quote of these nodes, with one fee increase. */
const weiPerGasMax = 6_000_000_000n
const satoshiPerByteMax = 8n

/** Opens the chain of this kind of money. */
export async function chainMoney(
  desk: CoinOutDesk,
  money: CoinMoney,
  { contract }: ListedAsset,
): Promise<ChainMoney> {
  const house = await desk.addressKeys.accounts()
  assert.ok(house !== null)
  return money.chain === 'bitcoin'
    ? bitcoinMoney(desk, house.bitcoin.at(hotWallet).address, money)
    : evmMoney(desk, { hot: house.evm.at(hotWallet), contract, thief: money.thiefAddress })
}

function bitcoinMoney(
  { chains, nodes }: CoinOutDesk,
  hot: string,
  { thiefAddress }: CoinMoney,
): ChainMoney {
  const simulated = 'simulated' in chains ? (chains.bitcoin ?? null) : null
  const received = async (address: string): Promise<bigint> => {
    const node = nodes.bitcoin
    const head = await node?.head()
    assert.ok(node !== null && head?.status === 'done')
    let sum = 0n
    for (let height = 1; height <= head.value.height; height += 1) {
      const ids = await node.blockIds({ fromHeight: height, count: 1 })
      assert.ok(ids.status === 'done')
      const block = await node.block(ids.value[0] ?? '')
      assert.ok(block.status === 'done')
      const outputs = block.value.transactions.flatMap((one) => one.outputs)
      for (const one of outputs) if (one.address === address) sum += one.amount
    }
    return sum
  }
  return {
    hot,
    received,
    withhold() {
      simulated?.withhold()
      return simulated !== null
    },
    release: async () => simulated?.release(),
    async strays(addresses) {
      if (simulated === null) return strayTo(thiefAddress, await received(thiefAddress))
      const known = new Set([...addresses, hot])
      return simulated
        .sent()
        .flatMap(({ txid, outputs, fee, virtualBytes }) => [
          ...outputs
            .filter(({ address }) => address === null || !known.has(address))
            .map(({ address, amount }) => `${txid} paid ${amount} to ${address}`),
          ...(fee > BigInt(virtualBytes) * satoshiPerByteMax ? [`${txid} cost ${fee}`] : []),
        ])
    },
  }
}

function evmMoney(
  { chains, nodes }: CoinOutDesk,
  {
    hot,
    contract,
    thief,
  }: { readonly hot: string; readonly contract: string | null; thief: string },
): ChainMoney {
  const received = async (address: string): Promise<bigint> => {
    const contracts = contract === null ? [] : [contract]
    const answer = await nodes.evm.ethereum?.balances(address, contracts, 'latest')
    assert.ok(answer?.status === 'done')
    const { coin, tokens } = answer.value
    return contract === null ? coin : (tokens[0] ?? 0n)
  }
  return {
    hot,
    received,
    withhold: () => false,
    release: () => Promise.resolve(),
    async strays(addresses) {
      if (!('simulated' in chains)) return strayTo(thief, await received(thief))
      const known = new Set([...addresses, hot].map(addressKey))
      return chains.simulated
        .sent()
        .flatMap(({ txHash, to, amount, gasPrice, contract: of }) => [
          ...(known.has(to) ? [] : [`${txHash} paid ${amount} of ${of ?? 'the coin'} to ${to}`]),
          ...(gasPrice > weiPerGasMax ? [`${txHash} offered ${gasPrice} a gas`] : []),
        ])
    },
  }
}

function strayTo(address: string, amount: bigint): readonly string[] {
  return amount === 0n ? [] : [`${address} was sent ${amount}`]
}
