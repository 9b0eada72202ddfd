/**
 * A connection to the PostgreSQL that accepts writes. If the address names several hosts, they are tried in
 * turn and replicas are skipped: after a failover a new connection finds the promoted one.
 */
import { pg } from './driver.ts'
import { type DatabaseAddress, type DatabaseHost, readAddress } from './hosts.ts'

/** The default connection timeout. */
const connectMsUsual = 10_000

/** No host accepts writes now; the message has the answer of each. */
export class NoHostTakesWrites extends Error {
  override readonly name = 'NoHostTakesWrites'
  /** PostgreSQL's code for a failed connection: it may succeed in a moment. */
  readonly code = '08001'
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Replaces the driver's own client; for a single host it behaves the same. */
export class DatabaseClient extends pg.Client {
  readonly #config: pg.ClientConfig
  readonly #address: DatabaseAddress

  constructor(config: pg.ClientConfig = {}) {
    const address = readAddress(config.connectionString ?? '')
    super(onHost(config, address.hosts[0]))
    this.#config = config
    this.#address = address
  }

  override connect(): Promise<pg.Client>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.Client> | void {
    const coming = this.#connect()
    if (connected === undefined) return coming
    const answers: (error: Error | null, client?: pg.Client) => void = (error, client) =>
      Reflect.apply(connected, undefined, [error, client])
    coming.then(
      (client) => answers(null, client),
      (error: unknown) => answers(error instanceof Error ? error : new Error(String(error))),
    )
  }

  async #connect(): Promise<pg.Client> {
    if (this.#address.needsWrites) {
      const { host, port } = await findWriting(this.#config, this.#address)
      this.host = host
      this.port = port
    }
    return super.connect()
  }
}

function onHost(config: pg.ClientConfig, host: DatabaseHost | undefined): pg.ClientConfig {
  return host === undefined ? config : { ...config, connectionString: host.url }
}

/** The last host that accepted writes, by address: it is tried first. */
const known = new Map<string, string>()

/**
 * The first host that accepts writes.
 *
 * @throws NoHostTakesWrites
 */
async function findWriting(
  config: pg.ClientConfig,
  { hosts }: DatabaseAddress,
): Promise<DatabaseHost> {
  const key = config.connectionString ?? ''
  const last = known.get(key)
  const inTurn = [
    ...hosts.filter(({ url }) => url === last),
    ...hosts.filter(({ url }) => url !== last),
  ]
  // All hosts together get the time of one.
  const limitMs = Math.ceil((config.connectionTimeoutMillis ?? connectMsUsual) / hosts.length)
  const answer: string[] = []
  for (const host of inTurn) {
    const refusal = await findRefusal(config, host, limitMs)
    if (refusal === null) {
      known.set(key, host.url)
      return host
    }
    answer.push(`${host.host}:${host.port} ${refusal}`)
  }
  throw new NoHostTakesWrites(`No PostgreSQL of DATABASE_URL takes writes: ${answer.join('; ')}.`)
}

/** Why a host cannot be used, or null if it accepts writes. */
async function findRefusal(
  config: pg.ClientConfig,
  host: DatabaseHost,
  limitMs: number,
): Promise<string | null> {
  const client = new pg.Client({
    ...onHost(config, host),
    pipeline: false,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    return rows[0]?.isReadOnly === false ? null : 'is read-only'
  } catch (error) {
    return `said: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    client.connection.stream.destroy()
  }
}
