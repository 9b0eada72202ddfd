/**
 * The nodes that come with the exchange, for simulation mode alone: a bitcoin node and three EVM chains in
 * a process tree of their own (`launch/chains.mjs`). The very first use installs what they are made of.
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

/** It installs, then becomes `apps/chains`. */
const nodesProgram = path.join(import.meta.dirname, '../../../../../launch/chains.mjs')
/** An installation with an empty cache on a slow line is the longest part. */
const startMsDefault = 180_000
const pauseMs = 10_000
/** It writes the states of its chains first. */
const stopMs = 10_000

export const evmChainNames = ['ethereum', 'arbitrum', 'bnb'] as const
export type EvmChainName = (typeof evmChainNames)[number]
export type LocalChainName = 'bitcoin' | EvmChainName

export type LocalEvmNode = {
  readonly url: string
  readonly chainId: number
  /** The one token that is deployed there. */
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number }
}

/** Where the nodes listen, those that were asked for. */
export type LocalNodes = {
  readonly bitcoin?: { readonly url: string; readonly user: string; readonly password: string }
  readonly evm: Readonly<Partial<Record<EvmChainName, LocalEvmNode>>>
  readonly control: { readonly url: string; readonly key: string }
}

export type LocalNodesOptions = {
  readonly log: Log
  /** Where the chains are kept over restarts. */
  readonly folder: string
  /** All of them if left out. */
  readonly only?: readonly LocalChainName[]
  /** Milliseconds between blocks; a chain that is left out makes none by itself. */
  readonly blockMs?: Readonly<Partial<Record<LocalChainName, number>>>
  /** Fixed ports, so that addresses outlive a restart; the system chooses the others. */
  readonly ports?: Readonly<Partial<Record<LocalChainName | 'control', number>>>
  /** An EVM chain's `safe` block is that many below its head, `finalized` twice as many. */
  readonly epochSlots?: number
  readonly startMs?: number
}

export type LocalNodesProcess = LocalProgram<LocalNodes>

/** Nodes that are not started yet. */
export function createLocalNodes(options: LocalNodesOptions): LocalNodesProcess {
  const { log, startMs = startMsDefault } = options
  return createLocalProgram({
    log,
    name: 'the local nodes',
    program: nodesProgram,
    environment: async (key) => environment(options, key),
    hear(line, key) {
      const { step, trouble, ready } = fieldsOf(parseJson(line)?.value)
      if (step !== undefined) log.info({ step }, 'the local nodes')
      if (trouble !== undefined) log.warn({ trouble }, 'the local nodes')
      return ready === undefined ? null : { ready: nodesOf(fieldsOf(ready), key) }
    },
    startMs,
    restartDelayMs: pauseMs,
    stopMs,
    // It ends the installation or the nodes below it.
    giveUpBy: 'SIGTERM',
    // What installs is npm.
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
