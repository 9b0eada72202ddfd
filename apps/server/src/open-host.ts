/**
 * The listener, the host that answers until this server leads, and the host with everything that runs before
 * the calls.
 */
import { type Engine, notStarted } from './engine/index.ts'
import type { Settings } from './platform/config/settings.ts'
import type { Database } from './platform/database/pool.ts'
import { registerCallLimits } from './platform/http/call-limits.ts'
import { registerContracts } from './platform/http/contracts.ts'
import { followRequests, registerMetrics } from './platform/http/follow-requests.ts'
import { type Front, isLocalRequest, openFront } from './platform/http/front.ts'
import { createHttpHost, type HttpHost, type Sources } from './platform/http/host.ts'
import { registerMaintenance } from './platform/http/maintenance.ts'
import { type Health, refuseWhile, registerHealth } from './platform/http/standby.ts'
import type { LocalListener } from './platform/http/local-only.ts'
import type { Log } from './platform/logging/log.ts'
import { followMaintenance } from './platform/maintenance/switch.ts'
import { createMetrics, type Gauge, type Metrics } from './platform/metrics/metrics.ts'
import { webFolder } from './platform/http/web-folder.ts'

export type HostDeps = {
  readonly settings: Settings
  readonly log: Log
  readonly engine: Engine
  readonly database: Database
  readonly metrics: Metrics
  /** The settings for the pages. */
  readonly clientConfig: object
  /** The port of the pages that only this machine may open; null: none. */
  readonly localPort: number | null
}

export type OpenHost = {
  readonly http: HttpHost
  /**
   * Whether the exchange refuses all calls now: in maintenance, and while another server leads or may lead.
   */
  readonly isClosed: () => boolean
  close(): Promise<void>
}

/** The sources of Google's script and frame; used only if reCAPTCHA is configured. */
const recaptchaSources = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

/** The external sources that pages may load from: the configured hosts, and the captcha's. */
export function sourcesOf({ hosts, tickerBase, captcha }: Settings): Sources {
  const bases = new Set([...Object.values(hosts), tickerBase])
  return {
    connectSources: [...bases].filter((base) => base !== ''),
    captchaSources: captcha.kind === 'recaptcha' ? recaptchaSources : [],
  }
}

/** The origins whose pages may call: a proxy may forward another host name than users see. */
function originsOf({ allowedOrigins, publicUrl }: Settings): readonly string[] {
  return [...allowedOrigins, new URL(publicUrl).origin]
}

export type Entrance = Pick<Front, 'localPort' | 'handTo' | 'close'> & {
  readonly metrics: Metrics
  /** Sets the source of the engine's state for health and metrics. */
  setStatus(status: () => Health): void
}

/** Opens the listener. Until this server leads, calls are refused, and health and metrics are answered. */
export async function openEntrance(settings: Settings, log: Log): Promise<Entrance> {
  const { trustedProxies } = settings
  const allowedOrigins = originsOf(settings)
  const listening: { localPort: number | null } = { localPort: null }
  let status: () => Health = () => notStarted
  const metrics = createMetrics()
  metrics.addGauges(engineGauges(() => status()))
  const http = await createHttpHost({
    addFirst: (host) => refuseWhile(host, () => true),
    log,
    allowedOrigins,
    trustedProxies,
    localListener: createLocalListener(settings, () => listening.localPort),
    ...sourcesOf(settings),
    product: settings.product,
    clientConfig: {},
    webFolder: null,
  })
  followRequests(http, metrics, log)
  registerMetrics(http, metrics, { token: settings.metricsToken })
  registerHealth(http, () => notYet(status()))
  const end = async (): Promise<void> => {
    await http.close()
    metrics.stop()
  }
  const front = await openFront(settings, http).catch((error: unknown) =>
    end().then(() => Promise.reject(error)),
  )
  listening.localPort = front.localPort
  return {
    metrics,
    localPort: front.localPort,
    setStatus(next) {
      status = next
    },
    handTo: (next) => front.handTo(next),
    async close() {
      await front.close()
      await end()
    },
  }
}

/** The local listener, as the hosts see it. */
function createLocalListener(
  { localListener, publicUrl }: Settings,
  port: () => number | null,
): LocalListener {
  return {
    exchangeUrl: publicUrl,
    isLocal: isLocalRequest,
    port: () => (localListener?.isAdvertised === true ? port() : null),
  }
}

/** An engine that leads while its modules are still starting. */
function notYet(status: Health): Health {
  return status.state === 'leading' ? { ...status, state: 'starting' } : status
}

/**
 * The health of an engine: a leader that could not confirm its lease in time is cut off from the database.
 */
export function healthOf(engine: Engine): Health {
  const status = engine.status()
  const isTrusted = status.state === 'leading' || status.state === 'reloading'
  return isTrusted && !engine.isCurrent() ? { ...status, state: 'cut_off' } : status
}

/** Creates the host; requests do not reach it yet. */
export async function openHost(deps: HostDeps): Promise<OpenHost> {
  const { settings, log, engine, database, metrics, clientConfig } = deps
  const { trustedProxies, signUpBurst: entryBurst } = settings
  const allowedOrigins = originsOf(settings)
  const http = await createHttpHost({
    addFirst: (host) => refuseWhile(host, () => !engine.isCurrent()),
    log,
    allowedOrigins,
    trustedProxies,
    localListener: createLocalListener(settings, () => deps.localPort),
    ...sourcesOf(settings),
    product: settings.product,
    clientConfig,
    webFolder,
  })
  const maintenance = await followMaintenance(database, log)
  metrics.addGauges(databaseGauges(database))
  metrics.addGauges([
    {
      name: 'tukar_maintenance',
      help: '1 while the exchange is in maintenance.',
      read: () => Number(maintenance.isOn()),
    },
  ])
  followRequests(http, metrics, log)
  registerMetrics(http, metrics, { token: settings.metricsToken })
  registerHealth(http, () => healthOf(engine))
  registerContracts(http)
  registerMaintenance(http, () => maintenance.isOn())
  registerCallLimits(http, { entryBurst })
  return {
    http,
    isClosed: () => maintenance.isOn() || !engine.isCurrent(),
    async close() {
      await http.close()
      await maintenance.stop()
    },
  }
}

function engineGauges(status: () => Health): readonly Gauge[] {
  return [
    {
      name: 'tukar_engine_leading',
      help: '1 while this server takes orders.',
      read: () => Number(status().state === 'leading'),
    },
    {
      name: 'tukar_engine_standby',
      help: '1 while another server leads.',
      read: () => Number(status().state === 'standby'),
    },
    {
      name: 'tukar_engine_last_seq',
      help: 'Number of the last command.',
      read: () => status().lastSeq,
    },
    {
      name: 'tukar_engine_rows_behind',
      help: 'Journal rows that the tables do not hold yet.',
      read: () => status().committedRow - status().projectedRow,
    },
    {
      name: 'tukar_engine_waiting',
      help: 'Commands that wait for the core.',
      read: () => status().waiting,
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
