/** Opens the console of chains, with the custody watch. */
import { type ChainNodes, evmChainNames } from '../../../../adapters/chain-nodes/index.ts'
import { addressKey } from '../../../../adapters/evm/index.ts'
import { hotWallet } from '../../../../adapters/signer/index.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { HttpHost } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { CoinCustody } from '../../../accounting/index.ts'
import type { Desk } from '../../../desk/index.ts'
import { type ChainAsset, chainAmountOf, type ChainName } from '../chains.ts'
import { type CustodyNodes, createReader } from '../custody/custody-reading.ts'
import type { CustodyMemory } from '../custody/custody-memory.ts'
import { lastJudged, watchCustody } from '../custody/custody-watch.ts'
import { registerChainConsole } from './routes.ts'
import type { CurrencyWords } from './figures.ts'
import type { ChainRegister } from '../register.ts'
import { registerReserves } from '../custody/reserve-routes.ts'
import { explorerUrl } from '../amount-text.ts'
import type { CoinTopUp, WalletAccounts } from '../withdrawals/deps.ts'

export type ChainConsoleDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'waitForProjection' | 'status' | 'moment'>
  readonly log: Log
  readonly desk: Desk
  /** The URL of our pages, without a trailing slash. */
  readonly origin: string
  readonly product: string
  readonly register: ChainRegister
  readonly nodes: ChainNodes
  /** Whether the nodes belong to the simulation; they start at first use. */
  readonly isLocal: boolean
  /** Null while the signer does not answer. */
  readonly accounts: () => Promise<WalletAccounts | null>
  /** Simulation: the chain's faucet tops up the hot wallet; null in live mode. */
  readonly topUp: CoinTopUp | null
  /** Keeps the readings and verdicts of custody. */
  readonly memory: CustodyMemory
  readonly currency: (currencyId: number) => CurrencyWords
  /** Processes due deposits and withdrawals at once. */
  readonly wake: () => void
}

/** The result of `openChainConsole`. */
export type ChainConsole = {
  /** The custody of each currency, as the watch last judged it. */
  custody(): Promise<readonly CoinCustody[]>
  stop(): Promise<void>
}

/** Registers the console's routes and starts the custody watch. */
export function openChainConsole(http: HttpHost, deps: ChainConsoleDeps): ChainConsole {
  const { database, engine, log, desk, register, nodes, isLocal, memory } = deps
  const { keys } = desk
  const { assets } = register
  const read = createReader({
    database,
    keys,
    assets,
    nodes: () => createCustodyNodes(deps),
    clock: Date.now,
  })
  const topUpReserve = createReserveTopUp(deps)
  const judging = { database, engine, keys, memory, assets, clock: Date.now }
  const watch = watchCustody({ ...judging, log, read, topUp: topUpReserve })
  const place = isLocal ? 'local' : nodes.network === 'mainnet' ? 'mainnet' : 'testnet'
  const hasLender = deps.topUp !== null
  registerChainConsole(http, desk, {
    ...deps,
    keys,
    assets,
    listed: assets,
    hasLender,
    machine: {
      wake: deps.wake,
      epoch() {
        const { state, epoch } = engine.status()
        if (state !== 'leading') throw new Refusal('engine.unavailable')
        return epoch
      },
    },
    currency: deps.currency,
    transactionUrl: (chain, txid) => explorerUrl(place, chain, txid),
    blockHashAt: (chain, height) => blockHashAt(nodes, chain, height),
  })
  registerReserves(http, desk, { database, engine, keys, memory, listed: assets, hasLender })
  return {
    custody: () => lastJudged(judging),
    stop: () => watch.stop(),
  }
}

/** Pays a whole coin from a simulation's faucet to the hot wallet. */
function createReserveTopUp({ topUp, accounts }: ChainConsoleDeps) {
  if (topUp === null) return null
  return async (asset: ChainAsset): Promise<void> => {
    const walletAccounts = await accounts()
    if (walletAccounts === null) return
    const isBitcoin = asset.chain === 'bitcoin'
    const address = isBitcoin
      ? walletAccounts.bitcoin.at(hotWallet).address
      : walletAccounts.evm.at(hotWallet)
    const amount = chainAmountOf(10 ** asset.unitDecimals, asset)
    await topUp(asset.chain, { address, amount, contract: null, purpose: 'gas' })
  }
}

/** The nodes that can be read now; null while local nodes are not running. */
async function createCustodyNodes({
  nodes,
  isLocal,
  accounts,
}: ChainConsoleDeps): Promise<CustodyNodes | null> {
  if (isLocal && nodes.control() === null) return null
  const walletAccounts = await accounts()
  if (walletAccounts === null) return null
  const hotAddress = addressKey(walletAccounts.evm.at(hotWallet))
  const evm: CustodyNodes['evm'] = new Map(
    evmChainNames.flatMap((name) => {
      const node = nodes.evm[name]
      return node === null ? [] : [[name, { node, hotAddress }] as const]
    }),
  )
  const { bitcoin: node } = nodes
  return { bitcoin: node === null ? null : { node, account: walletAccounts.bitcoin }, evm }
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
