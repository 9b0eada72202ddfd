/**
 * The product as a process: its built entry started as `npm start` does it, or the whole `npm start`. Tests
 * poll its health and end it with any signal. Its data are in a folder of the test.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { toProgramUrl } from '@tukar/server/database/embedded'
import { type Started, startProcess } from './children.ts'
import { type Client, createClient } from './http.ts'
import { npmStart, root, serverStart } from './paths.ts'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { sharedSecrets } from './secrets.ts'
import { copyTemplate, templateFor } from './template-copies.ts'
import { until } from './until.ts'

export type ServerOptions = {
  /**
   * The owner's URL of a PostgreSQL for the test; the server uses it in the program's role. Without it the
   * server starts an embedded one.
   */
  readonly databaseUrl?: string
  /** The server's data folder; by default a copy of a prepared exchange. */
  readonly dataFolder?: string
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
  /** The whole `npm start`, or the built entry that it runs (the default). */
  readonly through?: 'entry' | 'npm'
  readonly readyMs?: number
  /** Whether to wait for health; a standby never becomes ready. */
  readonly waitReady?: boolean
}

export type RunningServer = {
  readonly url: string
  readonly port: number
  readonly client: Client
  /** A client of the local listener. */
  readonly localClient: Client
  readonly dataFolder: string
  /** The database that the server was given; null if it embeds one in its data folder. */
  readonly databaseUrl: string | null
  readonly process: Started
  /** Sends SIGTERM and waits for the end. Returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>
}

/** The limit on a fully loaded machine; an idle one takes a tenth. */
const defaultReadyMs = 150_000
const temporaryFolders = new Set<string>()

process.on('exit', () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true })
})

/** A folder that other users of the machine may enter. It is deleted when the test process ends. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `tukar-${prefix}-`))
  chmodSync(folder, 0o755)
  temporaryFolders.add(folder)
  return folder
}

/** Starts a server and, unless the options say otherwise, waits until it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const port = options.port ?? (await freePort())
  const dataFolder = options.dataFolder ?? newData(options)
  const env = {
    ...process.env,
    PORT: String(port),
    TUKAR_LOCAL_PORT: String(port + 1),
    HOST: '127.0.0.1',
    DATA_DIR: dataFolder,
    // The captcha is really solved, but at the lowest cost, because waiting for it proves nothing.
    TUKAR_CAPTCHA_COST: '1',
    // Two days of market history are enough for every figure, including the change within a day.
    TUKAR_HISTORY_DAYS: '2',
    // Holds of new devices are off, except in tests about them.
    TUKAR_NEW_DEVICE_HOLD_SECONDS: '0',
    TUKAR_NEW_RECEIVER_HOLD_SECONDS: '0',
    ...(options.databaseUrl === undefined
      ? {}
      : { ...rolesOf(options.databaseUrl), ...sharedSecrets }),
    ...options.environment,
  }
  const parameters = options.through === 'npm' ? npmStart : serverStart
  const started = startProcess(process.execPath, parameters, { env, cwd: root })
  const url = `http://127.0.0.1:${port}`
  const client = createClient(url)
  if (options.waitReady !== false) {
    await waitReady(client, started, options.readyMs ?? defaultReadyMs)
  }
  return {
    url,
    port,
    localClient: createClient(`http://127.0.0.1:${port + 1}`),
    client,
    dataFolder,
    databaseUrl: options.databaseUrl ?? null,
    process: started,
    async stop() {
      started.kill('SIGTERM')
      return (await started.ended).code
    },
    async kill() {
      started.kill('SIGKILL')
      await started.ended
    },
  }
}

/**
 * The settings with which a server changes the schema as the owner and does everything else in the program's
 * role.
 */
function rolesOf(ownerUrl: string): Readonly<Record<string, string>> {
  return { DATABASE_URL: toProgramUrl(ownerUrl), TUKAR_DATABASE_OWNER_URL: ownerUrl }
}

/** Creates a new data folder. A server with an embedded database gets a copy of a prepared exchange in it. */
function newData({ databaseUrl, environment = {}, through }: ServerOptions): string {
  const folder = temporaryFolder('data')
  const template = templateFor(environment)
  if (databaseUrl === undefined && through !== 'npm' && template !== null) {
    copyTemplate(template, folder)
  }
  return folder
}

/** Waits until the server answers that it is healthy. If the server ends first, throws with its output. */
export async function waitReady(client: Client, started: Started, withinMs: number): Promise<void> {
  const ended = started.ended.then(({ code }) => {
    throw new Error(`the server ended with code ${code} before it was ready`)
  })
  const ready = until(
    'the server to be ready',
    async () => (await client.call('GET', '/healthz', { timeoutMs: 2_000 })).status === 200,
    { withinMs },
  )
  try {
    await Promise.race([ready, ended])
  } catch (error) {
    started.kill('SIGKILL')
    throw new Error(`${String(error)}\n${started.log().slice(-6_000)}`, { cause: error })
  } finally {
    ready.catch(() => null)
    ended.catch(() => null)
  }
}
