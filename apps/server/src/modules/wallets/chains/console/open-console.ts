/** Chains at the operator console, with the watch over what we hold. */
import { type ChainNodes, evmChainNames } from '../../../../adapters/chain-nodes/index.ts'
import { addressKey } from '../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { HttpHost } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { CoinCustody } from '../../../books/index.ts'
import type { Desk } from '../../../desk/index.ts'
import { type ChainAsset, chainAmountOf, type ChainName } from '../chains.ts'
import { type CustodyNodes, createReader } from '../custody/custody-reading.ts'
import type { CustodyMemory } from '../custody/custody-memory.ts'
import { lastJudged, watchCustody } from '../custody/custody-watch.ts'
import { registerChainDesk } from './desk-routes.ts'
import type { CurrencyWords } from './desk-figures.ts'
import type { ChainRegister } from '../register.ts'
import { registerReserves } from '../custody/reserve-routes.ts'
import { explorerUrl } from '../amount-text.ts'
import type { CoinTopUp, HouseAccounts } from '../withdrawals/deps.ts'

export type ChainConsoleParts = {
  readonly database: Database
  readonly engine: Pick<Engine, 'waitForProjection' | 'status' | 'moment'>
  readonly log: Log
  readonly desk: Desk
  /** Where our pages are, without a slash at the end. */
  readonly origin: string
  readonly product: string
  readonly register: ChainRegister
  readonly nodes: ChainNodes
  /** Whether the nodes are a simulation's own: nothing begins them but their use. */
  readonly isLocal: boolean
  /** Null while the signer does not say. */
  readonly accounts: () => Promise<HouseAccounts | null>
  /** Simulation: what the hot wallet lacks comes from the chain's faucet; null in live mode. */
  readonly topUp: CoinTopUp | null
  /** Where what is read and judged of custody is kept. */
  readonly memory: CustodyMemory
  readonly currency: (currencyId: number) => CurrencyWords
  /** Looks at once at deposits and withdrawals that are due. */
  readonly wake: () => void
}

/** What `openChainConsole` began. */
export type ChainConsole = {
  /** What the chains hold of each currency, as the watch last judged it. */
  custody(): Promise<readonly CoinCustody[]>
  stop(): Promise<void>
}

/** Serves the console's calls and begins to watch. */
export function openChainConsole(http: HttpHost, parts: ChainConsoleParts): ChainConsole {
  const { database, engine, log, desk, register, nodes, isLocal, memory } = parts
  const { keys } = desk
  const { assets } = register
  const read = createReader({
    database,
    keys,
    assets,
    nodes: () => custodyNodesOf(parts),
    clock: Date.now,
  })
  const lend = lendingOf(parts)
  const judging = { database, engine, keys, memory, assets, clock: Date.now }
  const watch = watchCustody({ ...judging, log, read, lend })
  const place = isLocal ? 'local' : nodes.network === 'mainnet' ? 'mainnet' : 'testnet'
  registerChainDesk(http, desk, {
    ...parts,
    keys,
    assets,
    listed: assets,
    machine: {
      wake: parts.wake,
      epoch() {
        const { state, epoch } = engine.status()
        if (state !== 'leading') throw new Refusal('engine.unavailable')
        return epoch
      },
    },
    currency: parts.currency,
    transactionUrl: (chain, txid) => explorerUrl(place, chain, txid),
    blockHashAt: (chain, height) => blockHashAt(nodes, chain, height),
  })
  registerReserves(http, desk, { database, engine, keys, memory, listed: assets })
  return {
    custody: () => lastJudged(judging),
    stop: () => watch.stop(),
  }
}

/** Pays a whole coin from a simulation's faucet to the hot wallet. */
function lendingOf({ topUp, accounts }: ChainConsoleParts) {
  if (topUp === null) return null
  return async (asset: ChainAsset): Promise<void> => {
    const house = await accounts()
    if (house === null) return
    const isBitcoin = asset.chain === 'bitcoin'
    const address = isBitcoin ? house.bitcoin.at(hotWallet).address : house.evm.at(hotWallet)
    const amount = chainAmountOf(10 ** asset.unitDecimals, asset)
    await topUp(asset.chain, { address, amount, contract: null, purpose: 'gas' })
  }
}

/** What there is to read from now; null while local nodes run not. */
async function custodyNodesOf({
  nodes,
  isLocal,
  accounts,
}: ChainConsoleParts): Promise<CustodyNodes | null> {
  if (isLocal && nodes.control() === null) return null
  const house = await accounts()
  if (house === null) return null
  const hotAddress = addressKey(house.evm.at(hotWallet))
  const evm: CustodyNodes['evm'] = new Map(
    evmChainNames.flatMap((name) => {
      const node = nodes.evm[name]
      return node === null ? [] : [[name, { node, hotAddress }] as const]
    }),
  )
  const { bitcoin: node } = nodes
  return { bitcoin: node === null ? null : { node, account: house.bitcoin }, evm }
}

async function blockHashAt(
  { bitcoin, evm }: ChainNodes,
  chain: ChainName,
  height: number,
): Promise<string | null> {
  if (chain !== 'bitcoin') {
    const block = await evm[chain]?.blockAt(height)
    return block?.status === 'done' ? block.value.hash : null
  }
  const ids = await bitcoin?.blockIds({ fromHeight: height, count: 1 })
  return ids?.status === 'done' ? (ids.value[0] ?? null) : null
}
