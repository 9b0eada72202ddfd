/** A real bitcoin node as `RealChain`. It spends outputs of one well-known key. */
import { createHash, randomBytes } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { createBitcoinNode } from '../../../../adapters/bitcoin/index.ts'
import { bitcoinNetworks } from '../../../../adapters/bitcoin/networks.ts'
import type { TemporaryChains } from '../../../../adapters/chain-nodes/testing/chains.ts'
import { bitcoinSource } from '../tracking/sources.ts'
import { askNode, type RealChain, type RealEffect, type Sent } from './real-chain.ts'

const network = bitcoinNetworks.regtest
const secret = createHash('sha256').update('a key of the tests').digest()
const own = p2wpkh(secp256k1.getPublicKey(secret, true), network)
const coinValue = 3_000_000n
const coinsAtOnce = 100
const coinsMin = 20
const buried = 20
const feeUsual = 2_000n
/** A replacement pays for its own relay and for the fee that it replaces. */
const feeStep = 4_000n
const replaceable = 0xffff_fffd
const tiers = [
  { fromAmount: 0n, count: 2 },
  { fromAmount: 50_000n, count: 4 },
  { fromAmount: 1_000_000n, count: 7 },
]

type Coin = { readonly txid: string; readonly index: number }
type Output = { readonly script: Uint8Array; readonly amount: bigint }
type Decoded = {
  readonly txid: string
  readonly vout: readonly {
    readonly value: number
    readonly scriptPubKey: { readonly hex: string }
  }[]
}

function signed(coin: Coin, outputs: readonly Output[], value: bigint) {
  const transaction = new Transaction()
  const witnessUtxo = { script: own.script, amount: value }
  transaction.addInput({ ...coin, witnessUtxo, sequence: replaceable })
  for (const output of outputs) transaction.addOutput(output)
  transaction.sign(secret)
  transaction.finalize()
  return { raw: transaction.hex, txid: transaction.id }
}

/** Creates the chain; `minUnits` and `travelLimit` are rules of its deposits. */
export function realBitcoin(
  { nodes, control }: TemporaryChains,
  rules: { readonly minUnits: number; readonly travelLimit: number | null },
): RealChain {
  const { bitcoin } = nodes
  if (bitcoin === undefined) throw new Error('there is no bitcoin node')
  const login = Buffer.from(`${bitcoin.user}:${bitcoin.password}`).toString('base64')
  const reach = { url: bitcoin.url, authorization: `Basic ${login}` }
  const rpc = (method: string, ...params: readonly unknown[]) => askNode(reach, method, params)
  const node = createBitcoinNode({ network: 'regtest', reach: () => Promise.resolve(bitcoin) })
  const coins: Coin[] = []
  const scripts = new Map<string, string>()

  /** Makes many outputs of equal value, deeper than any fork. */
  async function refill(): Promise<void> {
    const amount = coinValue * BigInt(coinsAtOnce) + feeStep * 10n
    const given = await control.pay('bitcoin', {
      address: own.address ?? '',
      amount,
      asset: 'coin',
    })
    await control.mine('bitcoin', 1)
    const { vout } = (await rpc('getrawtransaction', given, 1)) as Decoded
    const index = vout.findIndex(({ value }) => satoshi(value) === amount)
    const outputs = Array.from({ length: coinsAtOnce }, () => {
      return { script: own.script, amount: coinValue }
    })
    const { raw, txid } = signed({ txid: given, index }, outputs, amount)
    await rpc('sendrawtransaction', raw)
    await control.mine('bitcoin', buried)
    coins.push(...outputs.map((_, at) => ({ txid, index: at })))
  }

  const scriptOf = (address: string): Uint8Array => {
    const hex = scripts.get(address)
    if (hex === undefined) throw new Error(`${address} is of nobody`)
    return Buffer.from(hex, 'hex')
  }
  const build = (coin: Coin, fee: bigint, outputs: readonly Output[]): Sent => {
    const sum = outputs.reduce((total, { amount }) => total + amount, 0n)
    const rest = { script: own.script, amount: coinValue - sum - fee }
    const slot = { kind: 'coin', ...coin, fee } as const
    return { ...signed(coin, [...outputs, rest], coinValue), slot }
  }
  const block = async (height: number): Promise<{ hash: string; tx: readonly Decoded[] }> => {
    const hash = await rpc('getblockhash', height)
    return (await rpc('getblock', hash, true, true)) as { hash: string; tx: readonly Decoded[] }
  }

  return {
    asset: {
      chain: 'bitcoin',
      contract: null,
      currencyId: 2,
      chainDecimals: 8,
      unitDecimals: 8,
      ...rules,
    },
    finality: { kind: 'confirmations', tiers },
    settleBlocks: 14,
    hasCoinbases: true,
    source: () => bitcoinSource(node),
    first: async () => String(await rpc('getblockhash', 0)),
    height: async () => Number(await rpc('getblockcount')),
    newAddress() {
      const made = p2wpkh(secp256k1.getPublicKey(someSecret(), true), network)
      const address = made.address ?? ''
      scripts.set(address, Buffer.from(made.script).toString('hex'))
      return address
    },
    async pay({ outputs }, instead) {
      if (coins.length < coinsMin) await refill()
      const before = instead?.slot
      const coin = before?.kind === 'coin' ? before : coins.pop()
      if (coin === undefined) return null
      const fee = before?.kind === 'coin' ? before.fee + feeStep : feeUsual
      const wanted = outputs.map(({ to, amount }) => ({ script: scriptOf(to), amount }))
      const sent = build({ txid: coin.txid, index: coin.index }, fee, wanted)
      return send(rpc, sent)
    },
    doubleSpend({ slot }) {
      if (slot.kind !== 'coin') throw new Error('this is of another chain')
      const { txid, index, fee } = slot
      return Promise.resolve(build({ txid, index }, fee + feeStep, []).raw)
    },
    resend: async (sent) => void (await send(rpc, sent)),
    mine: async (blocks, to) => void (await control.mine('bitcoin', blocks, to)),
    fork: async (how) => void (await control.fork('bitcoin', how)),
    async snapshot(places) {
      const hashes = new Map<number, string>()
      const head = Number(await rpc('getblockcount'))
      for (const { height } of places) {
        if (height <= head) hashes.set(height, String(await rpc('getblockhash', height)))
      }
      return { head, final: null, hashes }
    },
    async effects(above, addresses) {
      const wanted = new Map([...addresses].map((address) => [scripts.get(address), address]))
      const found: RealEffect[] = []
      for (let at = above + 1; at <= Number(await rpc('getblockcount')); at += 1) {
        for (const { txid, vout } of (await block(at)).tx) {
          for (const { value, scriptPubKey } of vout) {
            const to = wanted.get(scriptPubKey.hex)
            if (to !== undefined) found.push({ txid, to, amount: satoshi(value) })
          }
        }
      }
      return found
    },
  }
}

async function send(
  rpc: (method: string, ...params: readonly unknown[]) => Promise<unknown>,
  sent: Sent,
): Promise<Sent | null> {
  try {
    await rpc('sendrawtransaction', sent.raw)
    return sent
  } catch {
    // Its inputs are spent already; the history continues without it.
    return null
  }
}

function someSecret(): Uint8Array {
  return randomBytes(32)
}

function satoshi(value: number): bigint {
  return BigInt(Math.round(value * 1e8))
}
