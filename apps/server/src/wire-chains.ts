/** Wires the chains: nodes, signer, deposits and withdrawals of coins. */
import path from 'node:path'
import { registerChainExplorer } from './adapters/chain-explorer/index.ts'
import { type ChainNodes, openChainNodes } from './adapters/chain-nodes/index.ts'
import {
  createLocalSigner,
  createSigner,
  type Signer,
  type SignerSettings,
  type SignerStatus,
  watchSigner,
} from './adapters/signer/index.ts'
import type { MarketData } from './market-data/port.ts'
import type { AccountsDeps } from './modules/accounts/index.ts'
import type { Eligibility } from './modules/agreement/index.ts'
import type { Desk } from './modules/desk/index.ts'
import type { Listing } from './modules/markets/index.ts'
import {
  approvalKeyOf,
  type ChainConsole,
  type ChainRegister,
  compareKeys,
  createAddressKeys,
  createTopUp,
  createSignerRules,
  createWitness,
  localEpochSlots,
  createCustodyMemory,
  openChainConsole,
  openChainDeposits,
  openChainWithdrawals,
  openRegister,
  overdueAfter,
  registerCurrencyDesk,
  registerAddressBook,
} from './modules/wallets/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { HttpHost } from './platform/http/host.ts'
import { type Gauge, healthGauge } from './platform/metrics/metrics.ts'

export type ChainsWiring = AccountsDeps & {
  readonly settings: Settings
  readonly http: HttpHost
  readonly desk: Desk
  readonly addGauges: (gauges: readonly Gauge[]) => void
  readonly gate: Eligibility
  readonly isClosed: () => boolean
  readonly listing: Listing
  readonly marketData: Pick<MarketData, 'knows' | 'ticker'>
  /** Registers the end of a module as soon as it has started. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

export type ChainsWired = Pick<ChainConsole, 'custody'> & { readonly register: ChainRegister }

/**
 * The caps of a simulation's signer. Per transaction, and per destination and day: the initial daily limit of a
 * user, which is twice the initial limit of one withdrawal. Per hour: four times that; per day: twenty times.
 */
const simulatedCaps: SignerSettings['caps'] = {
  BTC: { transaction: '0.5', destinationDay: '0.5', hour: '2', day: '10', fee: '0.01' },
  ETH: { transaction: '15', destinationDay: '15', hour: '60', day: '300', fee: '0.5' },
  BNB: { transaction: '50', destinationDay: '50', hour: '200', day: '1000', fee: '1' },
  USDT: { transaction: '50000', destinationDay: '50000', hour: '200000', day: '1000000', fee: '0' },
}
const tokensMax = 500
const otherCaps = { transaction: '1000', hour: '5000', day: '20000', fee: '1' } as const

/** Serves the calls and follows the chains; a simulation's own nodes start on first use. */
export async function wireChains(deps: ChainsWiring): Promise<ChainsWired> {
  const { settings, http, log, listing, marketData, addGauges, onStop } = deps
  const { isLocal, claimsEther } = settings.chains
  const folder = path.resolve(settings.dataDir, 'chains')
  const live = await openRegister({ ...deps, settings: settings.chains })
  const { register } = live
  const nodes = openChainNodes({
    settings: settings.chains,
    log,
    folder: path.join(folder, 'nodes'),
    epochSlots: localEpochSlots,
  })
  const signer = openSigner(deps, { register, nodes, folder: path.join(folder, 'signer') })
  reportNodes(deps, nodes)
  const addressKeys = createAddressKeys({ ...deps, signer, network: nodes.network })
  const chains = { register, nodes, signer, addressKeys, isLocal, claimsEther }
  registerAddressBook(http, { ...deps, register, nodes })
  const witness = createWitness(nodes.second)
  const deposits = await openChainDeposits(http, { ...deps, ...chains, witness })
  onStop(() => deposits.stop())
  const custody = createCustodyMemory(Date.now)
  const topUp = isLocal ? createFaucetTopUp(deps, nodes, register) : null
  const withdrawals = await openChainWithdrawals(http, {
    ...deps,
    ...chains,
    approvalKey: approvalKey(deps),
    accounts: () => addressKeys.accounts(),
    holdHours: settings.withdrawalHoldHours,
    firstTimeHolds: settings.firstTimeHolds,
    isReceiverAlwaysNeeded: settings.chains.isReceiverAlwaysNeeded,
    bumpAfterMs: settings.chains.bumpAfterMs,
    overdueAfterMs: overdueAfter(settings.chains.bumpAfterMs),
    begin: () => deposits.begin(),
    topUp,
    custody,
  })
  onStop(() => withdrawals.stop())
  const help = 'Payouts of coins under way that a person has to see to; -1 before the first look.'
  addGauges([{ name: 'tukar_coin_payouts_alarmed', help, read: () => withdrawals.alarmed() }])
  const atDesk = openChainConsole(http, {
    ...deps,
    ...chains,
    accounts: () => addressKeys.accounts(),
    topUp,
    memory: custody,
    currency: (currencyId) => wordsOf(listing, currencyId),
    wake() {
      deposits.wake()
      withdrawals.wake()
    },
  })
  onStop(() => atDesk.stop())
  const lastPrice = (marketId: number) =>
    marketData.knows(marketId) ? marketData.ticker(marketId).lastPrice : null
  const key = approvalKey(deps)
  registerCurrencyDesk(http, { ...deps, ...live, ...chains, approvalKey: key, lastPrice })
  if (isLocal) registerChainExplorer(http, () => nodes.local())
  // Stopped first, so that nothing waits for a node that does not answer.
  onStop(() => nodes.stop())
  return { ...atDesk, register }
}

function wordsOf(listing: Listing, currencyId: number) {
  const currency = listing.currency(currencyId)
  return { symbol: currency?.symbol ?? '', decimals: currency?.decimals ?? 0 }
}

/** The key with which the signer verifies approvals: from the settings, or of this installation. */
function approvalKey({ settings, keys }: Pick<ChainsWiring, 'settings' | 'keys'>): Buffer {
  const { signer } = settings.chains
  return signer === null ? approvalKeyOf(keys) : Buffer.from(signer.approvalKey)
}

/** In a simulation the faucet funds the hot wallet if it lacks coins. */
function createFaucetTopUp(
  { database }: Pick<ChainsWiring, 'database'>,
  nodes: ChainNodes,
  { assets }: ChainRegister,
) {
  return createTopUp({
    database,
    assets,
    pay(chain, payment) {
      const control = nodes.control()
      if (control === null) throw new Error('the local nodes are not running')
      return control.pay(chain, payment)
    },
  })
}

/** The signer of the settings, or a local one that starts on first use. */
function openSigner(
  deps: ChainsWiring,
  of: { readonly register: ChainRegister; readonly nodes: ChainNodes; readonly folder: string },
): Signer {
  const { settings, log, keys, engine, onStop } = deps
  const ending = new AbortController()
  const { signal } = ending
  const { signer } = settings.chains
  const enginePublicKey = engine.statementKey
  if (signer !== null) {
    log.warn({ enginePublicKey }, 'public key with which the signer verifies the engine')
    const named = createSigner({ reach: () => Promise.resolve(signer), signal })
    watchSignerHealth(deps, of.register, named, () => true)
    onStop(async () => ending.abort())
    return named
  }
  const local = createLocalSigner({
    log,
    folder: of.folder,
    approvalKey: approvalKeyOf(keys),
    settings: () => Promise.resolve({ enginePublicKey, ...signerSettings(of) }),
  })
  const own = createSigner({ reach: () => local.reach(), signal })
  watchSignerHealth(deps, of.register, own, () => local.pid() !== null)
  onStop(async () => {
    ending.abort()
    await local.stop()
  })
  return own
}

const signerStates = {
  resting: 'resting',
  signs: 'ok',
  silent: 'slow',
  stopped: 'down',
  broken: 'down',
} as const
const signerFigures = { resting: 0, signs: 0, silent: 1, stopped: 2, broken: 2 } as const

/** Reports a signer that stopped signing or does not answer, in the log and in metrics. */
function watchSignerHealth(
  { log, database, addGauges, desk, onStop }: ChainsWiring,
  register: ChainRegister,
  signer: Signer,
  isBegun: () => boolean,
): void {
  const onSigns = () =>
    compareKeys({ database, log, signer }).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'signer keys not compared'),
    )
  const compareRules = createSignerRules({ database, log, assets: () => register.assets })
  const onStatus = (status: SignerStatus) =>
    compareRules(status).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'signer rules not compared'),
    )
  const watch = watchSigner({ signer, isStarted: isBegun, log, onStatus, onSigns })
  const first = watch.poll()
  // The calls to the signer end before the signer does.
  onStop(() => first.then(() => watch.stop()))
  const help = 'The signer: 0 signs or rests, 1 says nothing, 2 stopped itself or is broken.'
  addGauges([{ name: 'tukar_signer_state', help, read: () => signerFigures[watch.state()] }])
  desk.addCounterparty('signer', () => ({
    state: signerStates[watch.state()],
    sinceMs: watch.sinceMs(),
  }))
}

function signerSettings({
  register,
  nodes,
}: {
  readonly register: ChainRegister
  readonly nodes: Pick<ChainNodes, 'network'>
}): Omit<SignerSettings, 'enginePublicKey'> {
  // Assets that were added in the console are not configured here: the signer learns of them from orders in its book.
  const configured = register.assets.filter(({ isAdded }) => !isAdded)
  const assets = configured.map(({ chainId, symbol, contract, chainDecimals }) => ({
    chain: chainId === null ? 'bitcoin' : `evm:${chainId}`,
    currency: symbol,
    contract,
    decimals: chainDecimals,
  }))
  const caps = assets.map(({ currency }) => [currency, simulatedCaps[currency] ?? otherCaps])
  return { bitcoinNetwork: nodes.network, assets, caps: Object.fromEntries(caps), tokensMax }
}

function reportNodes(
  { addGauges, desk }: ChainsWiring,
  { bitcoin, evm, second }: ChainNodes,
): void {
  const all = { bitcoin, ...evm }
  for (const [kind, nodes] of [
    ['node', all],
    ['second_node', { bitcoin: second.bitcoin, ...second.evm }],
  ] as const) {
    for (const [name, node] of Object.entries(nodes)) {
      if (node !== null) desk.addCounterparty(`${kind}.${name}`, () => node.health())
    }
  }
  addGauges(
    Object.entries(all).flatMap(([name, node]) =>
      node === null
        ? []
        : [healthGauge(`tukar_${name}_node_state`, `The ${name} node`, () => node.health())],
    ),
  )
}
