/** The nodes of the settings: remote nodes, or the local ones of a simulation. */
import type { ChainSettings } from '../../platform/config/chain-settings.ts'
import type { Log } from '../../platform/logging/log.ts'
import { type BitcoinNetwork, type BitcoinNode, createBitcoinNode } from '../bitcoin/index.ts'
import { createEvmNode, type EvmNode, evmChains } from '../evm/index.ts'
import { type NodesControl, nodesControl } from './control.ts'
import {
  createLocalNodes,
  type EvmChainName,
  type LocalNodes,
  type LocalNodesProcess,
} from './local-process.ts'

export type ChainNodes = {
  readonly network: BitcoinNetwork
  /** Null where the chain is not in use. */
  readonly bitcoin: BitcoinNode | null
  readonly evm: Readonly<Record<EvmChainName, EvmNode | null>>
  /** Nodes of a second provider where the settings name them; local chains have none. */
  readonly second: Pick<ChainNodes, 'bitcoin' | 'evm'>
  /** Whether nodes can be called. Starts local ones; returns false where they cannot be started now. */
  reach(): Promise<boolean>
  /** Control of local nodes; null for remote ones, and while the local ones do not run. */
  control(): NodesControl | null
  /** URLs of local nodes, for the explorer; null for remote ones, and while the local ones do not run. */
  local(): LocalNodes | null
  /** Aborts pending calls, and stops local nodes. */
  stop(): Promise<void>
}

export type ChainNodesDeps = {
  readonly settings: ChainSettings
  readonly log: Log
  /** Folder of local chains' state across restarts. */
  readonly folder: string
  /** Depth at which local EVM chains report a block as safe; twice as deep it is finalized. */
  readonly epochSlots: number
}

/** Opens the nodes. The first call starts local ones; opening starts and calls nothing. */
export function openChainNodes(deps: ChainNodesDeps): ChainNodes {
  const { settings } = deps
  return settings.isLocal ? openLocal(deps) : openNamed(settings)
}

function openLocal({ settings, log, folder, epochSlots }: ChainNodesDeps): ChainNodes {
  const { bitcoinBlockMs, evmBlockMs } = settings
  const blockMs = {
    bitcoin: bitcoinBlockMs,
    ethereum: evmBlockMs,
    arbitrum: evmBlockMs,
    bnb: evmBlockMs,
  }
  return localChainNodes(createLocalNodes({ log, folder, blockMs, epochSlots }))
}

/** Clients of local nodes, whoever starts them. */
export function localChainNodes(local: LocalNodesProcess): ChainNodes {
  const ending = new AbortController()
  const { signal } = ending
  const known: { nodes: LocalNodes | null } = { nodes: null }
  const reach = async (): Promise<LocalNodes | null> => {
    known.nodes = await local.reach()
    return known.nodes
  }
  const nodeOf = (name: EvmChainName): EvmNode => {
    const url = () => known.nodes?.evm[name]?.url ?? null
    return createEvmNode({ url, chainId: chainIdOf(name), signal })
  }
  const network = 'regtest'
  return {
    network,
    bitcoin: createBitcoinNode({
      network,
      reach: async () => (await reach())?.bitcoin ?? null,
      signal,
    }),
    evm: { ethereum: nodeOf('ethereum'), arbitrum: nodeOf('arbitrum'), bnb: nodeOf('bnb') },
    second: { bitcoin: null, evm: { ethereum: null, arbitrum: null, bnb: null } },
    reach: async () => (await reach()) !== null,
    control: () => (known.nodes === null ? null : nodesControl(known.nodes)),
    local: () => known.nodes,
    async stop() {
      ending.abort()
      await local.stop()
    },
  }
}

function openNamed(settings: ChainSettings): ChainNodes {
  const ending = new AbortController()
  const { signal } = ending
  const network = settings.bitcoin?.network ?? 'mainnet'
  return {
    network,
    ...namedNodes(settings, { network, signal }),
    second: namedNodes(settings.second, { network, signal }),
    reach: () => Promise.resolve(true),
    control: () => null,
    local: () => null,
    async stop() {
      ending.abort()
    },
  }
}

function namedNodes(
  { bitcoin, evm }: Pick<ChainSettings, 'bitcoin' | 'evm'>,
  { network, signal }: { readonly network: BitcoinNetwork; readonly signal: AbortSignal },
): Pick<ChainNodes, 'bitcoin' | 'evm'> {
  const nodeOf = (name: EvmChainName): EvmNode | null => {
    const reach = evm[name]
    if (reach === null) return null
    const { url, authorization } = reach
    const key = authorization === null ? {} : { authorization }
    return createEvmNode({ url: () => url, chainId: chainIdOf(name), signal, ...key })
  }
  const node =
    bitcoin === null
      ? null
      : createBitcoinNode({ network, reach: () => Promise.resolve(bitcoin), signal })
  const all = { ethereum: nodeOf('ethereum'), arbitrum: nodeOf('arbitrum'), bnb: nodeOf('bnb') }
  return { bitcoin: node, evm: all }
}

function chainIdOf(name: EvmChainName): number {
  const chain = evmChains.find((one) => one.name === name)
  if (chain === undefined) throw new Error(`${name} is not a supported chain`)
  return chain.chainId
}
