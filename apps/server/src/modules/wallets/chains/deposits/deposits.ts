/** Coins coming in: chains followed, deposits looked at, and their calls. */
import type { ChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import type { HttpHost } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { createAddresses, hasAddresses } from '../addresses/addresses.ts'
import { type ChainFamily, type ChainName, chainTable } from '../chains.ts'
import { startChainDepositMachine } from './deposit-machine.ts'
import type { ChainDepositsParts } from './deposit-deps.ts'
import { registerChainDepositRoutes } from './deposit-routes.ts'
import { tellOfChainDeposit } from './deposit-notifications.ts'
import { createFinalLook } from '../tracking/final-check.ts'
import { createFollower } from '../tracking/follower.ts'
import type { ChainProfile } from '../register.ts'
import type { ScanParts } from '../tracking/scan.ts'
import { bitcoinSource, type ChainSource, evmSource } from '../tracking/sources.ts'
import { createWitness } from '../tracking/witness.ts'
import { createWatch } from '../addresses/watch.ts'

export type ChainDeposits = {
  /** Begins to follow the chains, if nobody does yet: there is something to send over them. */
  begin(): void
  /** Looks at once at chains and deposits. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Serves the calls. Chains are followed from the start where anybody has an address, or else from the first
 * request of one: a simulation whose chains nobody tries never installs them.
 */
export async function openChainDeposits(
  http: HttpHost,
  parts: ChainDepositsParts,
): Promise<ChainDeposits> {
  const { database, engine, log, nodes, register } = parts
  const sources = new Map<ChainName, ChainSource>()
  for (const profile of register.chains) sources.set(profile.chain, sourceOf(nodes, profile))
  const watches = { bitcoin: createWatch(database, 'bitcoin'), evm: createWatch(database, 'evm') }
  const machine = startChainDepositMachine({
    ...parts,
    assets: register.assets,
    finalLook: createFinalLook({
      sources,
      nodes: createWitness(nodes),
      finalityOf: (chain) => register.chain(chain)?.finality ?? null,
    }),
    tell: (transaction, row) => tellOfChainDeposit(parts, transaction, row),
  })
  const follower = createFollower({
    chains: register.chains.map((profile) => scanOf(parts, profile, { sources, watches })),
    status: () => engine.status(),
    log,
    reach: () => nodes.reach(),
    onTaken: () => machine.wake(),
  })
  const begin = () => follower.begin()
  const reach = () => nodes.reach()
  const { addressKeys: keys } = parts
  const wakeMachine = () => machine.wake()
  const epoch = (): number => {
    const { state, epoch: now } = engine.status()
    if (state !== 'leading') throw new Refusal('engine.unavailable')
    return now
  }
  await registerChainDepositRoutes(http, {
    ...parts,
    addresses: createAddresses({ ...parts, keys, seals: parts.keys, begin, reach }),
    claims: { ...parts, sources, watch: watches.evm, reach, epoch, onTaken: wakeMachine },
    wakeFollower: () => follower.wake(),
    wakeMachine,
  })
  if (!parts.isLocal || (await hasAddresses(database))) begin()
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
  { database, keys, log }: ChainDepositsParts,
  profile: ChainProfile,
  {
    sources,
    watches,
  }: {
    readonly sources: ReadonlyMap<ChainName, ChainSource>
    readonly watches: Readonly<Record<ChainFamily, ScanParts['watch']>>
  },
): ScanParts {
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
    const told = tokens.filter(({ isAdded }) => !isAdded)
    return {
      contracts: new Set(tokens.map(({ contract }) => contract)),
      told: new Map(told.map(({ contract, chainDecimals }) => [contract, chainDecimals])),
    }
  })
}
