/** The whole server as a process of its own, for tests of what is seen from outside. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../engine/testing/until.ts'
import { toProgramUrl } from '../platform/database/embedded.ts'
import { freePort } from '../platform/database/testing/port-slices.ts'
import { testEngineSecret, testSecret } from '../platform/secrets/testing/secrets.ts'

const script = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../run.js')
const startWithinMs = 150_000

const kept: { folder: string | null } = { folder: null }

/** The data folder of all servers that this process starts; gone when it ends. */
function dataDir(): string {
  if (kept.folder !== null) return kept.folder
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-server-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  kept.folder = folder
  return folder
}

export type ServerProcess = {
  readonly url: string
  readonly port: number
  /** Where doors for this machine are open. */
  readonly localUrl: string
  /** Of the process. */
  readonly pid: number
  /** All that it has logged so far. */
  log(): string
  stop(): Promise<void>
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
}

/**
 * Starts a server without makers on this database; resolves once it is open. It works as the role of the program, and
 * changes the schema alone as the owner.
 *
 * @param databaseUrl as the owner
 */
export async function startServerProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      DATABASE_URL: toProgramUrl(databaseUrl),
      TUKAR_DATABASE_OWNER_URL: databaseUrl,
      DATA_DIR: dataDir(),
      PORT: String(port),
      TUKAR_LOCAL_PORT: String(port + 1),
      TUKAR_MAKERS: 'off',
      TUKAR_NEW_DEVICE_HOLD_SECONDS: '0',
      TUKAR_NEW_RECEIVER_HOLD_SECONDS: '0',
      TUKAR_SECRET_KEY: testSecret.toString('base64'),
      TUKAR_ENGINE_KEY: testEngineSecret.toString('base64'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isGone()) return
    child.kill(signal)
    await once(child, 'exit')
  }
  await until(
    'the server is open',
    () => isGone() || output.includes(' is open on '),
    startWithinMs,
  )
  if (isGone()) throw new Error(`the server ended: ${log}`)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    localUrl: `http://127.0.0.1:${port + 1}`,
    pid: child.pid ?? 0,
    log: () => log,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
