/** The whole server as a separate process, for tests from outside. */
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

const stored: { folder: string | null } = { folder: null }

/** The data folder of all servers that this process starts; deleted when it ends. */
function dataDir(): string {
  if (stored.folder !== null) return stored.folder
  const folder = mkdtempSync(path.join(tmpdir(), 'tukar-server-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  stored.folder = folder
  return folder
}

export type ServerProcess = {
  readonly url: string
  readonly port: number
  /** The address of the pages for this machine. */
  readonly localUrl: string
  /** The id of the process. */
  readonly pid: number
  /** The log so far. */
  log(): string
  stop(): Promise<void>
  /** Kills the process, like a crash. */
  kill(): Promise<void>
}

/**
 * Starts a server without market makers on this database; resolves when it is open. It works with the
 * program's role, and uses the owner's for the schema alone.
 *
 * @param databaseUrl of the owner
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
