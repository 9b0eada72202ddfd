/**
 * The nodes that come with the exchange, for simulation mode alone: a bitcoin node and three EVM chains in
 * a process tree of their own (`launch/chains.mjs`), begun on first use, begun again when it is gone, ended
 * with the server. The very first use installs what they are made of. It gets its key and nothing else of
 * the server's environment. Its input is held open and never written to: when it ends, even because the
 * server was killed, the nodes end themselves.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Log } from '../../platform/logging/log.ts'
import { parsedJson } from '../../platform/outside/answers.ts'
import { type Fields, fieldsOf } from './fields.ts'

/** It installs, then becomes `apps/chains`. */
const nodesProgram = path.join(import.meta.dirname, '../../../../../launch/chains.mjs')
/** An installation with an empty cache on a slow line is the longest part. */
const startMsDefault = 180_000
/** After a start that failed, so that a broken installation is not started all the time. */
const pauseMs = 10_000
/** It writes the states of its chains first. */
const stopMs = 10_000
const keyBytes = 32
const lineLengthMax = 10_000
/** What npm and the programs need to find their files; nothing else is passed on. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'npm_execpath'] as const

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

type Child = ChildProcessByStdio<Writable, Readable, null>
type Running = { readonly child: Child; readonly ready: Promise<LocalNodes | null> }

export type LocalNodesProcess = {
  /** Where they listen, once they do; null where they cannot be started now. */
  reach(): Promise<LocalNodes | null>
  /** The process; null while there is none. */
  pid(): number | null
  /** Ends it, and starts none again. */
  stop(): Promise<void>
}

/** Nodes that are not started yet. */
export function createLocalNodes(options: LocalNodesOptions): LocalNodesProcess {
  const { log, startMs = startMsDefault } = options
  const children = new Set<Child>()
  let current: Running | null = null
  let failedAtMs = Number.NEGATIVE_INFINITY
  let isStopped = false

  const begin = (): Running => {
    const key = randomBytes(keyBytes).toString('base64url')
    const child = spawn(process.execPath, [nodesProgram], {
      env: environment(options, key),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.on('error', () => undefined)
    const forget = (): void => {
      children.delete(child)
      if (current?.child === child) current = null
    }
    children.add(child)
    child.once('close', (code, signal) => {
      forget()
      log.info({ code, signal }, 'the local nodes ended')
    })
    const ready = readyLine(child, startMs, log).then((line): LocalNodes | null => {
      if (line !== null) return nodesOf(line, key)
      failedAtMs = performance.now()
      child.kill('SIGTERM')
      forget()
      log.warn('the local nodes did not start')
      return null
    })
    return { child, ready }
  }

  return {
    async reach() {
      if (isStopped) return null
      if (current === null && performance.now() - failedAtMs < pauseMs) return null
      current ??= begin()
      return current.ready
    },
    pid: () => current?.child.pid ?? null,
    async stop() {
      isStopped = true
      await Promise.all([...children].map(endChild))
    },
  }
}

function environment(options: LocalNodesOptions, key: string): Record<string, string> {
  const { folder, only, blockMs, ports, epochSlots } = options
  const env: Record<string, string> = { CHAINS_KEY: key, CHAINS_FOLDER: folder }
  if (only !== undefined) env['CHAINS_ONLY'] = only.join(',')
  if (blockMs !== undefined) env['CHAINS_BLOCK_MS'] = listed(blockMs)
  if (ports !== undefined) env['CHAINS_PORTS'] = listed(ports)
  if (epochSlots !== undefined) env['CHAINS_EPOCH_SLOTS'] = String(epochSlots)
  for (const name of passedOn) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}

function listed(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}

/** What the process says once all nodes answer; null if it does not in time, or ended. */
function readyLine(child: Child, startMs: number, log: Log): Promise<Fields | null> {
  let said = ''
  return new Promise((resolve) => {
    const end = (line: Fields | null): void => {
      clearTimeout(timer)
      resolve(line)
    }
    const timer = setTimeout(() => end(null), startMs)
    child.once('error', () => end(null))
    child.once('close', () => end(null))
    // Read on to the end: a full pipe would hold the child.
    child.stdout.on('data', (chunk: Buffer) => {
      if (said.length > lineLengthMax) return
      const lines = (said + chunk.toString('utf8')).split('\n')
      said = lines.pop() ?? ''
      for (const line of lines) {
        const { step, trouble, ready } = fieldsOf(parsedJson(line)?.value)
        if (step !== undefined) log.info({ step }, 'the local nodes')
        if (trouble !== undefined) log.warn({ trouble }, 'the local nodes')
        if (ready !== undefined) end(fieldsOf(ready))
      }
    })
  })
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

async function endChild(child: Child): Promise<void> {
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  child.stdin.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(timer)
}
