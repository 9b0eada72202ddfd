/** The HTTP host with all that stands before the calls: maintenance, limits, figures, logs. */
import type { Engine } from './engine/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { Database } from './platform/database/pool.ts'
import { registerCallLimits } from './platform/http/call-limits.ts'
import { followRequests, registerMetrics } from './platform/http/follow-requests.ts'
import { createHttpHost, type HttpHost, type Sources } from './platform/http/host.ts'
import { registerMaintenance } from './platform/http/maintenance.ts'
import { refuseWhileStandby } from './platform/http/standby.ts'
import type { Log } from './platform/logging/log.ts'
import { followMaintenance } from './platform/maintenance/switch.ts'
import { createMetrics, type Gauge } from './platform/metrics/metrics.ts'
import { webFolder } from './platform/http/web-folder.ts'

export type HostParts = {
  readonly settings: Settings
  readonly log: Log
  readonly engine: Engine
  readonly database: Database
  /** What pages are told. */
  readonly clientConfig: object
}

export type OpenHost = {
  readonly http: HttpHost
  /** Whether people are let in to nothing now: in maintenance, and while another server leads. */
  readonly isClosed: () => boolean
  /** Adds figures to `/metrics`. */
  readonly addGauges: (gauges: readonly Gauge[]) => void
  close(): Promise<void>
}

/** Where Google's script and its frame come from; needed only where it is configured. */
const recaptchaSources = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

/** Where pages may get what is not ours from: the configured hosts, and the captcha's. */
export function sourcesOf({ hosts, tickerBase, captcha }: Settings): Sources {
  const bases = new Set([...Object.values(hosts), tickerBase])
  return {
    connectSources: [...bases].filter((base) => base !== ''),
    captchaSources: captcha.kind === 'recaptcha' ? recaptchaSources : [],
  }
}

/** Makes the host; it does not listen yet. */
export async function openHost(parts: HostParts): Promise<OpenHost> {
  const { settings, log, engine, database, clientConfig } = parts
  const { trustedProxies, hasLocalDoors, signUpBurst: entryBurst } = settings
  // A proxy in front may ask us by another name than people see.
  const allowedOrigins = [...settings.allowedOrigins, new URL(settings.publicUrl).origin]
  const isStandby = (): boolean => engine.status().state === 'standby'
  const http = await createHttpHost({
    addFirst: (host) => refuseWhileStandby(host, isStandby),
    log,
    allowedOrigins,
    trustedProxies,
    hasLocalDoors,
    ...sourcesOf(settings),
    product: settings.product,
    clientConfig,
    webFolder,
  })
  const maintenance = await followMaintenance(database, log)
  const metrics = createMetrics()
  metrics.addGauges([...engineGauges(engine), ...databaseGauges(database)])
  metrics.addGauges([
    {
      name: 'tukar_maintenance',
      help: '1 while the exchange is in maintenance.',
      read: () => Number(maintenance.isOn()),
    },
  ])
  followRequests(http, metrics, log)
  registerMetrics(http, metrics, { token: settings.metricsToken })
  registerMaintenance(http, () => maintenance.isOn())
  registerCallLimits(http, { entryBurst })
  return {
    http,
    isClosed: () => maintenance.isOn() || isStandby(),
    addGauges: metrics.addGauges,
    async close() {
      await http.close()
      metrics.stop()
      await maintenance.stop()
    },
  }
}

function engineGauges(engine: Engine): readonly Gauge[] {
  return [
    {
      name: 'tukar_engine_leading',
      help: '1 while this server takes orders.',
      read: () => Number(engine.status().state === 'leading'),
    },
    {
      name: 'tukar_engine_last_seq',
      help: 'Number of the last command.',
      read: () => engine.status().lastSeq,
    },
    {
      name: 'tukar_engine_rows_behind',
      help: 'Journal rows that the tables do not hold yet.',
      read: () => engine.status().committedRow - engine.status().projectedRow,
    },
    {
      name: 'tukar_engine_waiting',
      help: 'Commands that wait for the core.',
      read: () => engine.status().waiting,
    },
  ]
}

function databaseGauges(database: Database): readonly Gauge[] {
  return [
    {
      name: 'tukar_database_connections',
      help: 'Open connections of the pool.',
      read: () => database.totalCount,
    },
    {
      name: 'tukar_database_waiting',
      help: 'Callers that wait for a connection.',
      read: () => database.waitingCount,
    },
  ]
}
