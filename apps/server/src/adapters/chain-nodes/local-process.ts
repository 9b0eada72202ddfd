/**
 * The nodes that the exchange includes, for simulation mode only: a bitcoin node and three EVM chains in
 * their own process tree (`launch/chains.mjs`). The first use installs their packages.
 */
import path from 'node:path'
import type { Log } from '../../platform/logging/log.ts'
import { parseJson } from '../../platform/external/answers.ts'
import {
  createLocalProgram,
  type Environment,
  type LocalProgram,
} from '../../platform/processes/local-program.ts'
import { type Fields, fieldsOf } from '../../platform/external/answers.ts'

/** Installs the packages, then runs `apps/chains`. */
const nodesProgram = path.join(import.meta.dirname, '../../../../../launch/chains.mjs')
/** Installing with an empty cache on a slow connection takes longest. */
const startMsDefault = 180_000
const pauseMs = 10_000
/** The process first writes the state of its chains. */
const stopMs = 10_000

export const evmChainNames = ['ethereum', 'arbitrum', 'bnb'] as const
export type EvmChainName = (typeof evmChainNames)[number]
export type LocalChainName = 'bitcoin' | EvmChainName

export type LocalEvmNode = {
  readonly url: string
  readonly chainId: number
  /** The only token that is deployed on the chain. */
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number }
}

/** URLs of the nodes that were started. */
export type LocalNodes = {
  readonly bitcoin?: { readonly url: string; readonly user: string; readonly password: string }
  readonly evm: Readonly<Partial<Record<EvmChainName, LocalEvmNode>>>
  readonly control: { readonly url: string; readonly key: string }
}

export type LocalNodesOptions = {
  readonly log: Log
  /** Folder of the chains' state across restarts. */
  readonly folder: string
  /** Default: all chains. */
  readonly only?: readonly LocalChainName[]
  /** Milliseconds between blocks by chain; a missing chain makes no automatic blocks. */
  readonly blockMs?: Readonly<Partial<Record<LocalChainName, number>>>
  /** Fixed ports, so that URLs survive a restart; the system chooses the others. */
  readonly ports?: Readonly<Partial<Record<LocalChainName | 'control', number>>>
  /** An EVM chain's `safe` block is this far below its head, `finalized` twice as far. */
  readonly epochSlots?: number
  readonly startMs?: number
}

export type LocalNodesProcess = LocalProgram<LocalNodes>

/** Creates the nodes without starting them. */
export function createLocalNodes(options: LocalNodesOptions): LocalNodesProcess {
  const { log, startMs = startMsDefault } = options
  return createLocalProgram({
    log,
    name: 'the local nodes',
    program: nodesProgram,
    environment: async (key) => environment(options, key),
    hear(line, key) {
      const { step, trouble, ready } = fieldsOf(parseJson(line)?.value)
      if (step !== undefined) log.info({ step }, 'the local nodes are starting')
      if (trouble !== undefined) log.warn({ trouble }, 'the local nodes report a problem')
      return ready === undefined ? null : { ready: nodesOf(fieldsOf(ready), key) }
    },
    startMs,
    restartDelayMs: pauseMs,
    stopMs,
    // SIGTERM also stops the installation or the nodes below the process.
    giveUpBy: 'SIGTERM',
    // The installer is npm.
    passedOn: ['npm_execpath'],
  })
}

function environment(options: LocalNodesOptions, key: string): Environment {
  const { folder, only, blockMs, ports, epochSlots } = options
  const env: Record<string, string> = { CHAINS_KEY: key, CHAINS_FOLDER: folder }
  if (only !== undefined) env['CHAINS_ONLY'] = only.join(',')
  if (blockMs !== undefined) env['CHAINS_BLOCK_MS'] = listed(blockMs)
  if (ports !== undefined) env['CHAINS_PORTS'] = listed(ports)
  if (epochSlots !== undefined) env['CHAINS_EPOCH_SLOTS'] = String(epochSlots)
  return env
}

function listed(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}

function nodesOf(line: Fields, key: string): LocalNodes {
  const evm: Partial<Record<EvmChainName, LocalEvmNode>> = {}
  for (const name of evmChainNames) {
    const { url, chainId, token } = fieldsOf(line[name])
    const { address, symbol, decimals } = fieldsOf(token)
    if (typeof url !== 'string') continue
    const held = { address: String(address), symbol: String(symbol), decimals: Number(decimals) }
    evm[name] = { url, chainId: Number(chainId), token: held }
  }
  const { url, user } = fieldsOf(line['bitcoin'])
  const bitcoin =
    typeof url === 'string' ? { bitcoin: { url, user: String(user), password: key } } : {}
  return { ...bitcoin, evm, control: { url: String(line['control']), key } }
}
