/** A real EVM node as `RealChain`. Well-known accounts send a token, fake tokens and failing transfers. */
import { randomBytes } from 'node:crypto'
import type { TemporaryChains } from '../../../../adapters/chain-nodes/testing/chains.ts'
import { createEvmNode } from '../../../../adapters/evm/index.ts'
import { dataOf } from '../../../../adapters/evm/testing/chain-rig.ts'
import { addressAt, signedBy } from '../../../../adapters/evm/testing/keys.ts'
import { evmSource } from '../tracking/sources.ts'
import { askNode, type RealChain, type RealEffect, type Sent } from './real-chain.ts'

const chainId = 1
/** Accounts with tokens, and one without. */
const rich = [1, 2, 3, 4] as const
const poor = 5
const richAmount = 10n ** 24n
const gasLimit = 120_000n
const feeMax = 100n * 10n ** 9n
const tipUsual = 10n ** 9n
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Deeper than any fork of a history. */
export const evmEpochSlots = 7
const finalDepth = 2 * evmEpochSlots

type Receipt = {
  readonly status: string
  readonly transactionHash: string
  readonly logs: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
}

/** Creates the chain; its deposits are of its token, or of its coin. */
export async function realEvm(
  { nodes, control }: TemporaryChains,
  rules: {
    readonly isToken: boolean
    readonly minUnits: number
    readonly travelLimit: number | null
  },
): Promise<RealChain> {
  const { ethereum } = nodes.evm
  if (ethereum === undefined) throw new Error('there is no EVM node')
  const { isToken, ...amounts } = rules
  const contract = ethereum.token.address
  const reach = { url: ethereum.url, authorization: null }
  const rpc = (method: string, ...params: readonly unknown[]) => askNode(reach, method, params)
  const node = createEvmNode({ url: () => ethereum.url, chainId })
  const height = async (): Promise<number> => Number(await rpc('eth_blockNumber'))
  const fake = await control.deploy('ethereum', { kind: 'TestToken', name: 'Tether USD' })
  for (const account of rich) {
    const gift = { address: addressAt(account), amount: richAmount }
    await control.pay('ethereum', { ...gift, asset: 'token' })
    await rpc('eth_sendTransaction', {
      from: addressAt(0),
      to: fake,
      data: dataOf('mint(address,uint256)', [gift.address, richAmount]),
    })
  }
  await control.mine('ethereum', finalDepth + 2)

  const send = async (sent: Sent): Promise<Sent | null> => {
    try {
      await rpc('eth_sendRawTransaction', sent.raw)
      return sent
    } catch {
      return null
    }
  }
  const build = (
    slot: { readonly sender: number; readonly nonce: number; readonly tip: bigint },
    call: { readonly to: string; readonly value: bigint; readonly data: string },
  ): Sent => {
    const { sender, nonce, tip } = slot
    const prices = { maxFeePerGas: feeMax + tip, maxPriorityFeePerGas: tip }
    const raw = signedBy(sender, { chainId, nonce, ...prices, gasLimit, ...call })
    return { txid: '', raw, slot: { kind: 'nonce', ...slot } }
  }
  const nonceOf = async (sender: number): Promise<number> =>
    Number(await rpc('eth_getTransactionCount', addressAt(sender), 'pending'))

  return {
    asset: {
      chain: 'ethereum',
      contract: isToken ? contract : null,
      currencyId: isToken ? 5 : 3,
      chainDecimals: isToken ? 6 : 18,
      unitDecimals: isToken ? 6 : 16,
      ...amounts,
    },
    finality: { kind: 'tag', usualDepth: finalDepth },
    settleBlocks: finalDepth + 2,
    hasCoinbases: false,
    source: () =>
      evmSource(node, () => ({
        contracts: new Set([contract]),
        expectedDecimals: new Map([[contract, ethereum.token.decimals]]),
      })),
    first: async () => {
      const block = (await rpc('eth_getBlockByNumber', '0x0', false)) as { hash: string }
      return block.hash
    },
    height,
    newAddress: () => `0x${randomBytes(20).toString('hex')}`,
    async pay({ outputs, kind }, instead) {
      const [output] = outputs
      if (output === undefined) return null
      const before = instead?.slot
      const sender = kind === 'failing' ? poor : (rich[Number(output.amount % 4n)] ?? 1)
      const slot =
        before?.kind === 'nonce'
          ? { ...before, tip: before.tip * 2n }
          : { sender, nonce: await nonceOf(sender), tip: tipUsual }
      const { to, amount } = output
      const data = dataOf('transfer(address,uint256)', [to, amount])
      if (kind === 'fake') return send(build(slot, { to: fake, value: 0n, data }))
      // A token transfer fails without tokens. A coin transfer to a user's address never fails.
      if (kind === 'failing' || isToken) return send(build(slot, { to: contract, value: 0n, data }))
      return send(build(slot, { to, value: amount, data: '0x' }))
    },
    doubleSpend({ slot }) {
      if (slot.kind !== 'nonce') throw new Error('this is of another chain')
      const to = addressAt(9)
      return Promise.resolve(
        build({ ...slot, tip: slot.tip * 2n }, { to, value: 1n, data: '0x' }).raw,
      )
    },
    resend: async (sent) => void (await send(sent)),
    mine: async (blocks) => void (await control.mine('ethereum', blocks)),
    fork: async (how) => void (await control.fork('ethereum', how)),
    async snapshot(places) {
      const hashes = new Map<number, string>()
      const head = await height()
      for (const place of places) {
        const block = (await rpc('eth_getBlockByNumber', hexOf(place.height), false)) as {
          readonly hash: string
        } | null
        if (block !== null) hashes.set(place.height, block.hash)
      }
      return { head, final: head - finalDepth, hashes }
    },
    async effects(above, addresses) {
      const found: RealEffect[] = []
      for (let at = above + 1; at <= (await height()); at += 1) {
        found.push(
          ...(await effectsOf(rpc, at, { addresses, contract: isToken ? contract : null })),
        )
      }
      return found
    },
  }
}

async function effectsOf(
  rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>,
  height: number,
  of: { readonly addresses: ReadonlySet<string>; readonly contract: string | null },
): Promise<readonly RealEffect[]> {
  const { addresses, contract } = of
  const block = (await rpc('eth_getBlockByNumber', hexOf(height), true)) as {
    transactions: readonly { hash: string; to: string | null; value: string }[]
  }
  const receipts = (await rpc('eth_getBlockReceipts', hexOf(height))) as readonly Receipt[]
  const right = receipts.filter(({ status }) => status === '0x1')
  if (contract === null) {
    return block.transactions.flatMap(({ hash: txid, to, value }) => {
      const isRight = right.some(({ transactionHash }) => transactionHash === txid)
      const amount = BigInt(value)
      const isOurs = isRight && amount > 0n && to !== null && addresses.has(to.toLowerCase())
      return isOurs ? [{ txid, to: to.toLowerCase(), amount }] : []
    })
  }
  return right.flatMap(({ transactionHash: txid, logs }) =>
    logs.flatMap(({ address, topics, data }) => {
      const to = `0x${(topics[2] ?? '').slice(-40)}`
      const isOurs = address.toLowerCase() === contract && topics[0] === transferTopic
      return isOurs && addresses.has(to) ? [{ txid, to, amount: BigInt(data) }] : []
    }),
  )
}

function hexOf(value: number): string {
  return `0x${value.toString(16)}`
}
