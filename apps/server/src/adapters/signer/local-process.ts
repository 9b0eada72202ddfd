/**
 * The signer that comes with the exchange, for simulation mode: a process of its own (`apps/signer`), begun
 * on first use, begun again when it is gone, ended with the server. It gets its own keys and nothing else of
 * the server's environment; its seed and its book stay in a folder of their own. Its input is held open and
 * never written to: when it ends, even because the server was killed, the signer ends itself.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Log } from '../../platform/logging/log.ts'
import type { SignerReach } from './requests.ts'

/** Built with everything else. */
const signerProgram = path.join(import.meta.dirname, '../../../../signer/dist/run.js')
/** It makes its seed and stretches its passphrase first. */
const startMsDefault = 20_000
/** After a start that failed, so that a broken installation is not started all the time. */
const pauseMs = 5_000
const stopMs = 3_000
const keyBytes = 32
const lineLengthMax = 1_000
const ownerOnly = 0o600
/** What a program needs to find its temporary files; nothing else is passed on. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG'] as const

/** What the signer may sign for, and its caps, as `apps/signer` reads them. */
export type SignerSettings = {
  readonly bitcoinNetwork: 'mainnet' | 'testnet' | 'regtest'
  readonly assets: readonly {
    readonly chain: string
    readonly currency: string
    readonly contract: string | null
    readonly decimals: number
  }[]
  readonly caps: Readonly<
    Record<string, { readonly [cap in 'transaction' | 'hour' | 'day' | 'fee']: string }>
  >
  /** How many tokens the exchange may add while it runs. */
  readonly tokensMax: number
}

export type LocalSignerOptions = {
  readonly log: Log
  /** Seed, passphrase, settings and book; made where it is not there. */
  readonly folder: string
  /** By which the server proves what it approved. */
  readonly approvalKey: Buffer
  /** Null while they cannot be told, as before the local chains are there. */
  readonly settings: () => Promise<SignerSettings | null>
  /** Another program, for tests. */
  readonly program?: string
  readonly startMs?: number
}

type Child = ChildProcessByStdio<Writable, Readable, null>
type Running = { readonly ready: Promise<SignerReach | null> }

export type LocalSigner = {
  /** Where it listens, once it does; null where it cannot be started now. */
  reach(): Promise<SignerReach | null>
  /** Its process; null while there is none. */
  pid(): number | null
  /** Ends it, and starts none again. */
  stop(): Promise<void>
}

/** A signer that is not started yet. */
export function createLocalSigner(options: LocalSignerOptions): LocalSigner {
  const { log, program = signerProgram, startMs = startMsDefault } = options
  const children = new Set<Child>()
  let current: Running | null = null
  let running: Child | null = null
  let failedAtMs = Number.NEGATIVE_INFINITY
  let isStopped = false

  const forget = (child: Child): void => {
    children.delete(child)
    if (running === child) {
      running = null
      current = null
    }
  }
  const begin = async (): Promise<SignerReach | null> => {
    const settings = await options.settings()
    if (settings === null || isStopped) return null
    const key = randomBytes(keyBytes).toString('base64url')
    const child = startChild(program, await environmentOf(options, settings, key))
    running = child
    children.add(child)
    child.once('close', (code, signal) => {
      forget(child)
      log.info({ code, signal }, 'the signer ended')
    })
    const port = await portOf(child, startMs)
    if (port !== null) return { url: `http://127.0.0.1:${port}`, key }
    child.kill('SIGKILL')
    forget(child)
    log.warn(existsSync(program) ? 'the signer did not start' : 'the signer is not built')
    return null
  }
  const start = (): Running => {
    const ready = begin().then(
      (reach) => {
        if (reach === null) fail()
        return reach
      },
      (error: unknown) => {
        log.warn({ error: String(error) }, 'the signer could not be started')
        fail()
        return null
      },
    )
    return { ready }
  }
  function fail(): void {
    failedAtMs = performance.now()
    current = null
  }

  return {
    async reach() {
      if (isStopped) return null
      if (current === null && performance.now() - failedAtMs < pauseMs) return null
      current ??= start()
      return current.ready
    },
    pid: () => running?.pid ?? null,
    async stop() {
      isStopped = true
      await current?.ready
      await Promise.all([...children].map(endChild))
    },
  }
}

async function environmentOf(
  { folder, approvalKey }: LocalSignerOptions,
  settings: SignerSettings,
  key: string,
): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'settings.json')
  await writeFile(file, JSON.stringify(settings), { mode: ownerOnly })
  const environment: Record<string, string> = {
    SIGNER_MODE: 'simulation',
    SIGNER_FOLDER: path.join(folder, 'book'),
    SIGNER_PASSPHRASE_FILE: path.join(folder, 'passphrase'),
    SIGNER_SETTINGS_FILE: file,
    SIGNER_KEY: key,
    SIGNER_APPROVAL_KEY: approvalKey.toString('utf8'),
  }
  for (const name of passedOn) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

function startChild(program: string, env: Record<string, string>): Child {
  const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => undefined)
  return child
}

/** The port in its first line, `{"port":n}`; null if there is none in time, or it ended. */
function portOf(child: Child, startMs: number): Promise<number | null> {
  let said = ''
  return new Promise((resolve) => {
    const end = (port: number | null): void => {
      clearTimeout(timer)
      resolve(port)
    }
    const timer = setTimeout(() => end(null), startMs)
    child.once('error', () => end(null))
    child.once('close', () => end(null))
    // Read on to the end: a full pipe would hold the child.
    child.stdout.on('data', (chunk: Buffer) => {
      if (said.length > lineLengthMax) return
      said += chunk.toString('latin1')
      const [line, rest] = said.split('\n', 2)
      if (rest !== undefined) end(readPort(line ?? ''))
    })
  })
}

function readPort(line: string): number | null {
  const [, port] = /^\{.*"port":\s*(\d{1,5})\b.*\}$/.exec(line.trim()) ?? []
  return port === undefined ? null : Number(port)
}

async function endChild(child: Child): Promise<void> {
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  child.stdin.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(timer)
}
