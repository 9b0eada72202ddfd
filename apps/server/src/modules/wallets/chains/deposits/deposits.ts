/** Coin deposits: follows the chains, processes deposits, and registers the routes. */
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { HttpHost } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { createAddresses, hasAddresses } from '../addresses/addresses.ts'
import { type ChainFamily, type ChainName, chainTable } from '../chains.ts'
import { startChainDepositMachine } from './deposit-machine.ts'
import type { ChainDepositsDeps } from './deposit-deps.ts'
import { registerChainDepositRoutes } from './deposit-routes.ts'
import { notifyChainDeposit } from './deposit-notifications.ts'
import { createFinalCheck } from '../tracking/final-check.ts'
import { createFollower } from '../tracking/follower.ts'
import type { ChainProfile } from '../register.ts'
import type { ScanDeps } from '../tracking/scan.ts'
import { bitcoinSource, type ChainSource, evmSource } from '../tracking/sources.ts'
import { createWitness } from '../tracking/witness.ts'
import { createWatch } from '../addresses/watch.ts'

export type ChainDeposits = {
  /** Starts to follow the chains, unless they are followed already. */
  begin(): void
  /** Scans chains and processes deposits at once. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Registers the routes. If any user has an address, the chains are followed from the start. Otherwise they
 * are followed from the first request of an address, so that a simulation without coin deposits never
 * installs the nodes.
 */
export async function openChainDeposits(
  http: HttpHost,
  deps: ChainDepositsDeps,
): Promise<ChainDeposits> {
  const { database, engine, log, nodes, register } = deps
  const sources = new Map<ChainName, ChainSource>()
  for (const profile of register.chains) sources.set(profile.chain, sourceOf(nodes, profile))
  const watches = { bitcoin: createWatch(database, 'bitcoin'), evm: createWatch(database, 'evm') }
  const machine = startChainDepositMachine({
    ...deps,
    assets: register.assets,
    finalCheck: createFinalCheck({
      sources,
      nodes: createWitness(nodes),
      finalityOf: (chain) => register.chain(chain)?.finality ?? null,
    }),
    notify: (transaction, row) => notifyChainDeposit(deps, transaction, row),
  })
  const follower = createFollower({
    chains: register.chains.map((profile) => scanOf(deps, profile, { sources, watches })),
    status: () => engine.status(),
    log,
    reach: () => nodes.reach(),
    onStored: () => machine.wake(),
  })
  const begin = () => follower.begin()
  const reach = () => nodes.reach()
  const { addressKeys: keys } = deps
  const wakeMachine = () => machine.wake()
  const epoch = (): number => {
    const { state, epoch: now } = engine.status()
    if (state !== 'leading') throw new Refusal('engine.unavailable')
    return now
  }
  await registerChainDepositRoutes(http, {
    ...deps,
    addresses: createAddresses({ ...deps, keys, seals: deps.keys, begin, reach }),
    claims: { ...deps, sources, watch: watches.evm, reach, epoch, onStored: wakeMachine },
    wakeFollower: () => follower.wake(),
    wakeMachine,
  })
  if (!deps.isLocal || (await hasAddresses(database))) begin()
  return {
    begin,
    wake() {
      follower.wake()
      machine.wake()
    },
    async stop() {
      await follower.stop()
      await machine.stop()
    },
  }
}

function scanOf(
  { database, keys, log }: ChainDepositsDeps,
  profile: ChainProfile,
  {
    sources,
    watches,
  }: {
    readonly sources: ReadonlyMap<ChainName, ChainSource>
    readonly watches: Readonly<Record<ChainFamily, ScanDeps['watch']>>
  },
): ScanDeps {
  const source = sources.get(profile.chain)
  if (source === undefined) throw new Error(`${profile.chain} has no node`)
  return { database, keys, log, profile, source, watch: watches[chainTable[profile.chain].family] }
}

function sourceOf(nodes: ChainNodes, { chain, assets }: ChainProfile): ChainSource {
  if (chain === 'bitcoin') {
    if (nodes.bitcoin === null) throw new Error('bitcoin has no node')
    return bitcoinSource(nodes.bitcoin)
  }
  const node = nodes.evm[chain]
  if (node === null) throw new Error(`${chain} has no node`)
  return evmSource(node, () => {
    const tokens = assets.flatMap(({ contract, chainDecimals, isAdded }) =>
      contract === null ? [] : [{ contract, chainDecimals, isAdded }],
    )
    const configured = tokens.filter(({ isAdded }) => !isAdded)
    return {
      contracts: new Set(tokens.map(({ contract }) => contract)),
      expectedDecimals: new Map(
        configured.map(({ contract, chainDecimals }) => [contract, chainDecimals]),
      ),
    }
  })
}
