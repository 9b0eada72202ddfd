/**
 * The composition root: the only place that knows every part. It opens the database, starts the engine,
 * wires the modules to it, and listens.
 */
import { formatUnits } from '@tukar/money'
import { type Engine, type EngineState, notStarted, startEngine } from './engine/index.ts'
import { createMarketData, type MarketData } from './market-data/index.ts'
import {
  type AccountsParts,
  createSessions,
  listDemoPeople,
  prepareAccounts,
  registerAccountRoutes,
  startingFunds,
  endWhatIsOver,
  hasPeople,
  sweepAccounts,
} from './modules/accounts/index.ts'
import type { Gate } from './modules/agreement/index.ts'
import { registerBalanceRoutes } from './modules/balances/index.ts'
import { createFinder } from './modules/people/index.ts'
import {
  allMarketRows,
  createListing,
  type Listing,
  seedCommands,
} from './modules/markets/index.ts'
import {
  createOrdersService,
  createRateLimit,
  registerOrderRoutes,
} from './modules/orders/index.ts'
import { type Entrance, type OpenHost, openEntrance, openHost, toldOf } from './open-host.ts'
import { createCaptcha } from './platform/captcha/captcha.ts'
import { registerCaptcha } from './platform/captcha/routes.ts'
import type { Settings } from './platform/config/settings.ts'
import { findClusterDir } from './platform/database/embedded.ts'
import { claimMode } from './platform/database/installation.ts'
import { type Database, openDatabase } from './platform/database/pool.ts'
import type { HttpHost } from './platform/http/host.ts'
import { createLog, type Log } from './platform/logging/log.ts'
import { createMail } from './platform/mail/mail.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { createStops, type Stops } from './platform/processes/stops.ts'
import type { Keys } from './platform/secrets/keys.ts'
import { eventHeadFile } from './platform/security/event-chain.ts'
import { type Realtime, startRealtime } from './realtime/index.ts'
import { registerStreamRoutes } from './realtime/streams/routes.ts'
import { wireAgreement } from './wire-agreement.ts'
import { wireAround } from './wire-around.ts'
import { wireBooks } from './wire-books.ts'
import { wireBonus } from './wire-bonus.ts'
import { wireChains } from './wire-chains.ts'
import { wireContent } from './wire-content.ts'
import { wireDesk } from './wire-desk.ts'
import { makeFirstDays, startHouse } from './wire-house.ts'
import { wireIdentity } from './wire-identity.ts'
import { wireMail } from './wire-mail.ts'
import { wireMarkets } from './wire-markets.ts'
import { wireMoney } from './wire-money.ts'
import { wireRecords } from './wire-records.ts'
import { openRestored } from './wire-restored.ts'
import { openSchema, openSecrets } from './wire-schema.ts'
import { sealProfiles, tellUnproven, wireEvents, wireSeals } from './wire-seals.ts'
import { wireSettings } from './wire-settings.ts'
import { wireOverview } from './wire-overview.ts'
import { wirePeople } from './wire-people.ts'

export type DemoPerson = { readonly name: string; readonly role: string }

export type RunningExchange = {
  /** Finishes what waits and stops everything, the database last. */
  stop(): Promise<void>
}

/** What is told while it starts, and later of a standby. */
export type Reports = {
  /** A step is done. */
  readonly step: (name: string, tookMs: number) => void
  /** Another server leads: this one waits until that has stopped. */
  readonly standsBy: (localPort: number | null) => void
  /** It is open. */
  readonly opens: (opened: Opened) => void
}

export type Opened = {
  /** Traders first; nobody in live mode. */
  readonly demoPeople: readonly DemoPerson[]
  /** Where doors for this machine are open; null: nowhere. */
  readonly localPort: number | null
}

type Parts = {
  readonly settings: Settings
  readonly log: Log
  readonly engine: Engine
  readonly database: Database
  readonly databaseUrl: string
  readonly metrics: Metrics
  readonly keys: Keys
  /** Where the end of the chain of security events is kept. */
  readonly eventsFile: string
}

const dayMs = 86_400_000
const sweepMs = 600_000
/** What is over is ended for good soon, in case the clock is set back (INV-26). */
const endSoonMs = 60_000
/** People are told within so long that no connection to the database is left (FLT-11). */
const poolStuckMs = 1_000

/**
 * Starts the exchange; resolves once it is open or stands by, rejects with a sentence for the operator if it can do
 * neither.
 */
export async function startExchange(
  settings: Settings,
  reports: Reports,
): Promise<RunningExchange> {
  const log = createLog(settings.logLevel)
  const stops = createStops(log)
  try {
    await compose(settings, reports, log, stops)
    return { stop: () => stops.run() }
  } catch (error) {
    await stops.run()
    throw error
  }
}

/** Runs a step and reports it. */
type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

function timed(report: Reports['step']): Step {
  return async (name, work) => {
    const from = performance.now()
    const result = await work()
    report(name, Math.round(performance.now() - from))
    return result
  }
}

async function compose(
  settings: Settings,
  reports: Reports,
  log: Log,
  stops: Stops,
): Promise<void> {
  const step = timed(reports.step)
  const entrance = await openEntrance(settings, log)
  stops.push(() => entrance.close())
  const standBy = (): void => {
    entrance.tell(() => ({ ...notStarted, state: 'standby' }))
    reports.standsBy(entrance.localPort)
  }
  const databaseUrl = await openSchema({ settings, log, step, onStop: stops.push, onWait: standBy })
  const database = openDatabase(databaseUrl, log, { stuckMs: poolStuckMs })
  stops.push(() => database.end())
  const installation = await claimMode(database, settings.mode)
  const { guards, ...opened } = await openSecrets(database, settings, installation)
  const eventsFile = eventHeadFile(settings.dataDir, installation)
  if (settings.databaseUrl === null)
    await openRestored({ database, keys: opened.keys, log }, findClusterDir(settings.dataDir), {
      markFile: guards.acknowledgedFile,
      eventsFile,
    })
  const makesPast = await lacksPast(settings, database)
  const engine = await step('Engine', () =>
    startEngine({
      databaseUrl,
      seeds: seedCommands(),
      ...guards,
      ...(makesPast && { firstTimeMs: Date.now() - settings.historyDays * dayMs }),
      log: (level, message) => log[level](message),
    }),
  )
  stops.push(() => engine.stop())
  // Whoever watches over the process starts it again; half an exchange would help nobody.
  const endBroken = (reason: string): Promise<void> => {
    log.error(reason)
    process.exitCode = 1
    // Whatever still waits for an engine or a database would keep the process.
    return stops.run().finally(() => process.exit())
  }
  void whenState(engine, 'failed').then(() => endBroken('the engine failed'))
  entrance.tell(() => toldOf(engine))
  const { metrics, localPort } = entrance
  const parts = { ...opened, log, engine, database, databaseUrl, metrics, eventsFile }
  // A standby does it as well, before it leads: reading the pages takes longer than all that is left then.
  const clientConfig = clientConfigOf(parts.settings)
  const host = await openHost({ ...parts, localPort, clientConfig })
  stops.push(() => entrance.close().then(() => host.close()))
  const open = async (): Promise<void> => {
    const demoPeople = await serve(parts, { entrance, host }, step, stops)
    reports.opens({ demoPeople, localPort })
  }
  if (engine.status().state === 'leading') return open()
  reports.standsBy(localPort)
  whenState(engine, 'leading')
    .then(open)
    .catch((error: unknown) => endBroken(`the standby could not take over: ${String(error)}`))
}

/** Resolves once the engine is in this state, at once if it is. */
function whenState(engine: Engine, wanted: EngineState): Promise<void> {
  return new Promise((resolve) => {
    const off = engine.onStateChanged(({ state }) => look(state))
    const look = (state: EngineState): void => {
      if (state !== wanted) return
      off()
      resolve()
    }
    look(engine.status().state)
  })
}

/** Serves the exchange on a leading engine; returns the demo people. */
async function serve(
  parts: Parts,
  { entrance, host }: { readonly entrance: Entrance; readonly host: OpenHost },
  step: Step,
  stops: Stops,
): Promise<readonly DemoPerson[]> {
  stops.push(wireEvents(parts))
  const demoPeople = await wire({ ...parts, isClosed: host.isClosed }, host.http, step, stops)
  await step('Listening', () => entrance.handTo(host.http))
  return demoPeople
}

/** Wires modules, market data, realtime and (in simulation) the house's traders to a leading engine. */
async function wire(
  parts: Parts & Pick<OpenHost, 'isClosed'>,
  http: HttpHost,
  step: Step,
  stops: Stops,
): Promise<readonly DemoPerson[]> {
  const { settings, log, engine, database } = parts
  const { addGauges } = parts.metrics
  const isSimulation = settings.mode === 'simulation'
  const listing = await openListing(parts)
  if (await lacksPast(settings, database)) {
    await step('Market history', () => makeFirstDays(engine, database, listing))
  }
  const marketData = await marketDataOf(parts, listing)
  const accounts = accountsPartsOf(parts)
  const { sessions, captcha, mail, keys } = accounts
  await step('Accounts', () => prepareAccounts(accounts))
  await wireSeals(database, keys)
  const realtime = openSockets(parts, http, { listing, marketData, sessions })
  stops.push(() => realtime.close())
  registerStreamRoutes(http, realtime, sessions)
  const { contactEmail, executorEmails } = settings
  const own = await wireSettings(parts)
  const told = { listing, marketData, sessions, realtime, isSimulation, mail, contactEmail, ...own }
  const around = await wireAround({ ...parts, ...told, http, onStop: stops.push })
  const delivery = await wireMail({ ...parts, http, keys, onStop: stops.push })
  const sweeps = [() => around.sweep(), () => delivery.sweep(), () => sweepAccounts(accounts)]
  startSweeping(sweeps, () => lookEachMinute(accounts), log, stops)
  const { hasWatchers } = realtime
  registerCaptcha(http, sessions, captcha)
  const agreement = await wireAgreement({ ...accounts, settings, http })
  registerAccountRoutes(http, { ...accounts, ...agreement })
  const desk = await wireDesk({ ...told, ...accounts, executorEmails, http, onStop: stops.push })
  const wired = {
    ...accounts,
    ...agreement,
    ...own,
    settings,
    desk,
    finder: createFinder(database),
    http,
    isClosed: parts.isClosed,
    addGauges,
    onStop: stops.push,
  }
  await wireContent({ ...wired, listing, realtime })
  const bonus = wireBonus(wired)
  const identity = await wireIdentity(wired)
  const money = await wireMoney({ ...wired, listing })
  const { custody, register } = await wireChains({ ...wired, listing, marketData })
  wireBooks({ ...wired, listing, custody })
  wireOverview({ ...wired, listing, marketData, custody, delivery })
  const people = wirePeople({ ...wired, listing, marketData, register, rupiahLimits: money.limits })
  const records = wireRecords({ ...wired, listing })
  sweeps.push(
    () => records.sweep(),
    () => identity.sweep(),
    () => money.sweep(),
    () => bonus.sweep(),
    () => people.sweep(),
  )
  wireMarkets({ ...wired, marketData, listing, realtime })
  serveOrders(parts, http, { sessions, listing, gate: agreement.gate })
  registerBalanceRoutes(http, { database, engine, sessions, listing })
  if (hasMakers(settings)) {
    const makers = startHouse({ ...parts, listing, marketData, hasWatchers })
    stops.push(() => makers.stop())
  }
  return isSimulation ? listDemoPeople(database) : []
}

/** Serves orders, as many as the settings let one person send. */
function serveOrders(
  { settings, engine, database }: Parts,
  http: HttpHost,
  around: Pick<Heard, 'sessions' | 'listing'> & { readonly gate: Gate },
): void {
  const mayOrder = createRateLimit(settings.orderBurst, settings.orderRate)
  registerOrderRoutes(http, { database, service: createOrdersService(engine, mayOrder), ...around })
}

/** The picture of the markets that everybody is shown. */
function marketDataOf(
  { settings, log, engine, database }: Parts,
  listing: Listing,
): Promise<MarketData> {
  return createMarketData({
    engine,
    database,
    markets: listing.markets().map(({ marketId }) => marketId),
    clock: Date.now,
    onError: (error) => log.warn({ error: String(error) }, 'market data'),
    countsMarketMakerTrades: settings.countsMarketMakerTrades,
  })
}

type Heard = {
  readonly listing: Listing
  readonly marketData: MarketData
  readonly sessions: AccountsParts['sessions']
}

/** Opens the sockets, which hear of the market and of their own users. */
function openSockets(
  { settings, engine, isClosed }: Parts & Pick<OpenHost, 'isClosed'>,
  http: HttpHost,
  heard: Heard,
): Realtime {
  const { listing, marketData, sessions } = heard
  return startRealtime({
    server: http.server,
    engine,
    marketData,
    listing,
    marketRows: () => allMarketRows({ listing, marketData }),
    authenticate: (token, cookies) => sessions.authenticate(token, cookies),
    ownerOf: (token) => sessions.ownerOf(token),
    ...settings,
    isClosed,
    guardHeaders: http.guardHeaders,
    clock: Date.now,
  })
}

/** What is listed now; how its currencies are handled is proven first. */
async function openListing({ engine, database, keys }: Parts): Promise<Listing> {
  await sealProfiles(database, keys)
  return createListing(engine, database, keys)
}

/** What accounts stand on, as the settings say. */
function accountsPartsOf({ settings, log, engine, database, keys }: Parts): AccountsParts {
  return {
    database,
    engine,
    log,
    keys,
    sessions: createSessions(database, keys, settings.sessionLife),
    captcha: createCaptcha({ database, keys, log }, settings.captcha),
    mail: createMail(keys),
    origin: settings.publicUrl,
    product: settings.product,
    requiresVerifiedEmail: settings.requiresVerifiedEmail,
    isSimulation: settings.mode === 'simulation',
    sessionDays: settings.sessionLife.days,
  }
}

function hasMakers({ mode, makers }: Settings): boolean {
  return mode === 'simulation' && makers
}

/** Whether the past of a simulation is not yet made: it is made whole before anybody can join. */
async function lacksPast(settings: Settings, database: Database): Promise<boolean> {
  return hasMakers(settings) && !(await hasPeople(database))
}

/** Ends what is over, and tells people of what somebody changed in the database. */
async function lookEachMinute(accounts: AccountsParts): Promise<void> {
  await endWhatIsOver(accounts)
  await tellUnproven(accounts.database, accounts.keys, accounts.log)
}

/** Begins what is swept now and then, and what is ended soon after it is over. */
function startSweeping(
  sweeps: readonly (() => Promise<void>)[],
  endSoon: () => Promise<void>,
  log: Log,
  stops: Stops,
): void {
  for (const sweep of sweeps) sweepRegularly(sweep, sweepMs, log, stops)
  sweepRegularly(endSoon, endSoonMs, log, stops)
}

/** Sweeps now and then; one that takes longer is not begun again meanwhile. */
function sweepRegularly(sweep: () => Promise<void>, everyMs: number, log: Log, stops: Stops): void {
  let isSweeping = false
  const timer = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    sweep()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'sweep'))
      .finally(() => (isSweeping = false))
  }, everyMs)
  stops.push(async () => clearInterval(timer))
}

/** What pages are told; no secret is among it (ATT-39). */
function clientConfigOf(settings: Settings): object {
  const {
    product,
    mode,
    hosts,
    tickerBase,
    languageRule,
    sessionLife,
    isCookieSecure,
    homeFigures,
    contactEmail,
    socialLinks,
  } = settings
  const [rupiah, bitcoin] = startingFunds
  return {
    product,
    mode,
    hosts,
    tickerBase,
    chartBase: '',
    languageRule,
    sessionDays: sessionLife.days,
    isCookieSecure,
    homeFigures,
    hasMailbox: settings.smtpUrl === null && settings.localListener?.isAdvertised === true,
    contactEmail,
    socialLinks,
    bankLockOn: settings.bankAccount.lockOn,
    tradesBeforeKyc: settings.tradesBeforeKyc,
    configKey: settings.identity.configKey,
    isPassportSingleSided: settings.kyc.passportSingleSide,
    kycRule: settings.kyc.rule,
    kycTradersUrl: settings.kyc.tradersUrl,
    startingFunds: {
      rupiah: formatUnits(rupiah.amount, 2),
      bitcoin: formatUnits(bitcoin.amount, 8),
    },
  }
}
