/**
 * The composition root. It opens the database, starts the engine, wires the modules and listens. No other
 * file knows every module.
 */
import { formatUnits } from '@tukar/money'
import { type Engine, type EngineState, notStarted, startEngine } from './engine/index.ts'
import { createMarketData, type MarketData } from './market-data/index.ts'
import {
  type AccountsDeps,
  createSessions,
  listDemoPeople,
  prepareAccounts,
  registerAccountRoutes,
  startingFunds,
  endExpiredAccess,
  hasPeople,
  sweepAccounts,
} from './modules/accounts/index.ts'
import { findSavedReceiver } from './modules/bank-account/index.ts'
import type { Eligibility } from './modules/agreement/index.ts'
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
import { type Entrance, type OpenHost, openEntrance, openHost, healthOf } from './open-host.ts'
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
import { wireBasics } from './wire-basics.ts'
import { wireAccounting } from './wire-accounting.ts'
import { wireBonus } from './wire-bonus.ts'
import { wireChains } from './wire-chains.ts'
import { wireContent } from './wire-content.ts'
import { wireDesk } from './wire-desk.ts'
import { makePastTrades, startMarketMakers } from './wire-makers.ts'
import { wireIdentity } from './wire-identity.ts'
import { wireMail } from './wire-mail.ts'
import { wireMarkets } from './wire-markets.ts'
import { wireMoney } from './wire-money.ts'
import { wireRecords } from './wire-records.ts'
import { openRestored } from './wire-restored.ts'
import { openSchema, openSecrets } from './wire-schema.ts'
import { sealProfiles, reportUnproven, wireEvents, wireSeals } from './wire-seals.ts'
import { wireSettings } from './wire-settings.ts'
import { wireOverview } from './wire-overview.ts'
import { wirePeople } from './wire-people.ts'

export type DemoPersonLine = { readonly name: string; readonly role: string }

export type RunningExchange = {
  /** Finishes pending work and stops everything; the database stops last. */
  stop(): Promise<void>
}

/** Progress reports during the start, and of a standby afterwards. */
export type Reports = {
  /** A step of the start is done. */
  readonly step: (name: string, tookMs: number) => void
  /** Another server leads; this one waits until the leader has stopped. */
  readonly standsBy: (localPort: number | null) => void
  /** The exchange is open. */
  readonly opens: (opened: Opened) => void
}

export type Opened = {
  /** Users first, then operators; empty in live mode. */
  readonly demoPeople: readonly DemoPersonLine[]
  /** The port of the pages that only this machine may open; null: no such port. */
  readonly localPort: number | null
}

type ServerDeps = {
  readonly settings: Settings
  readonly log: Log
  readonly engine: Engine
  readonly database: Database
  readonly databaseUrl: string
  readonly metrics: Metrics
  readonly keys: Keys
  /** The file with the head of the chain of security events. */
  readonly eventsFile: string
}

const dayMs = 86_400_000
const sweepMs = 600_000
/**
 * Expired sessions and codes are ended for good soon, so that a clock set back cannot revive them (INV-26).
 */
const endSoonMs = 60_000
/** A query fails after this time if the pool has no free connection (FLT-11). */
const poolStuckMs = 1_000

/**
 * Starts the exchange. Resolves when it is open or in standby. Rejects with a message for the operator
 * otherwise.
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
    entrance.setStatus(() => ({ ...notStarted, state: 'standby' }))
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
  const makesHistory = await needsHistory(settings, database)
  const engine = await step('Engine', () =>
    startEngine({
      databaseUrl,
      seeds: seedCommands(),
      ...guards,
      ...(makesHistory && { firstTimeMs: Date.now() - settings.historyDays * dayMs }),
      log: (level, message) => log[level](message),
    }),
  )
  stops.push(() => engine.stop())
  // Stops the whole process: a supervisor starts it again, and a half-working exchange is of no use.
  const endBroken = (reason: string): Promise<void> => {
    log.error(reason)
    process.exitCode = 1
    // A pending call to the engine or the database would keep the process alive.
    return stops.run().finally(() => process.exit())
  }
  void whenState(engine, 'failed').then(() => endBroken('the engine failed'))
  entrance.setStatus(() => healthOf(engine))
  const { metrics, localPort } = entrance
  const deps = { ...opened, log, engine, database, databaseUrl, metrics, eventsFile }
  // A standby prepares the pages before it leads, because reading them takes longer than the rest of the
  // takeover.
  const clientConfig = clientConfigOf(deps.settings)
  const host = await openHost({ ...deps, localPort, clientConfig })
  stops.push(() => entrance.close().then(() => host.close()))
  const open = async (): Promise<void> => {
    const demoPeople = await serve(deps, { entrance, host }, step, stops)
    reports.opens({ demoPeople, localPort })
  }
  if (engine.status().state === 'leading') return open()
  reports.standsBy(localPort)
  whenState(engine, 'leading')
    .then(open)
    .catch((error: unknown) => endBroken(`the standby could not take over: ${String(error)}`))
}

/** Resolves when the engine reaches this state; at once if it is in this state already. */
function whenState(engine: Engine, wanted: EngineState): Promise<void> {
  return new Promise((resolve) => {
    const off = engine.onStateChanged(({ state }) => check(state))
    const check = (state: EngineState): void => {
      if (state !== wanted) return
      off()
      resolve()
    }
    check(engine.status().state)
  })
}

/** Serves the exchange on a leading engine; returns the demo people. */
async function serve(
  deps: ServerDeps,
  { entrance, host }: { readonly entrance: Entrance; readonly host: OpenHost },
  step: Step,
  stops: Stops,
): Promise<readonly DemoPersonLine[]> {
  stops.push(wireEvents(deps))
  const demoPeople = await wire({ ...deps, isClosed: host.isClosed }, host.http, step, stops)
  await step('Listening', () => entrance.handTo(host.http))
  return demoPeople
}

/** Wires the modules, market data, realtime and (in a simulation) the market makers to a leading engine. */
async function wire(
  deps: ServerDeps & Pick<OpenHost, 'isClosed'>,
  http: HttpHost,
  step: Step,
  stops: Stops,
): Promise<readonly DemoPersonLine[]> {
  const { settings, log, engine, database } = deps
  const { addGauges } = deps.metrics
  const isSimulation = settings.mode === 'simulation'
  const listing = await openListing(deps)
  if (await needsHistory(settings, database)) {
    await step('Market history', () => makePastTrades(engine, database, listing))
  }
  const marketData = await marketDataOf(deps, listing)
  const accounts = accountsDepsOf(deps)
  const { sessions, captcha, mail, keys } = accounts
  await step('Accounts', () => prepareAccounts(accounts))
  await wireSeals(database, keys)
  const realtime = openSockets(deps, http, { listing, marketData, sessions })
  stops.push(() => realtime.close())
  registerStreamRoutes(http, realtime, sessions)
  const { contactEmail, executorEmails } = settings
  const own = await wireSettings(deps)
  const base = { listing, marketData, sessions, realtime, isSimulation, mail, contactEmail, ...own }
  const basics = await wireBasics({ ...deps, ...base, http, onStop: stops.push })
  const delivery = await wireMail({ ...deps, http, keys, onStop: stops.push })
  const sweeps = [() => basics.sweep(), () => delivery.sweep(), () => sweepAccounts(accounts)]
  startSweeping(sweeps, () => runEachMinute(accounts), log, stops)
  const { hasWatchers } = realtime
  registerCaptcha(http, sessions, captcha)
  const agreement = await wireAgreement({ ...accounts, settings, http })
  registerAccountRoutes(http, { ...accounts, ...agreement })
  const desk = await wireDesk({ ...base, ...accounts, executorEmails, http, onStop: stops.push })
  const wired = {
    ...accounts,
    ...agreement,
    ...own,
    settings,
    desk,
    finder: createFinder(database),
    http,
    isClosed: deps.isClosed,
    addGauges,
    onStop: stops.push,
  }
  await wireContent({ ...wired, listing, realtime })
  const bonus = wireBonus(wired)
  const identity = await wireIdentity(wired)
  const money = await wireMoney({ ...wired, listing })
  const { custody, register } = await wireChains({ ...wired, listing, marketData })
  wireAccounting({ ...wired, listing, custody })
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
  serveOrders(deps, http, { sessions, listing, gate: agreement.gate })
  registerBalanceRoutes(http, { database, engine, sessions, listing })
  if (hasMakers(settings)) {
    const makers = startMarketMakers({ ...deps, listing, marketData, hasWatchers })
    stops.push(() => makers.stop())
  }
  return isSimulation ? listDemoPeople(database) : []
}

/** Serves the calls of orders, with the rate limit of the settings. */
function serveOrders(
  { settings, engine, database }: ServerDeps,
  http: HttpHost,
  basics: Pick<Heard, 'sessions' | 'listing'> & { readonly gate: Eligibility },
): void {
  const mayOrder = createRateLimit(settings.orderBurst, settings.orderRate)
  registerOrderRoutes(http, { database, service: createOrdersService(engine, mayOrder), ...basics })
}

/** The public market data. */
function marketDataOf(
  { settings, log, engine, database }: ServerDeps,
  listing: Listing,
): Promise<MarketData> {
  return createMarketData({
    engine,
    database,
    markets: listing.markets().map(({ marketId }) => marketId),
    clock: Date.now,
    onError: (error) => log.warn({ error: String(error) }, 'market data not updated'),
    countsMarketMakerTrades: settings.countsMarketMakerTrades,
  })
}

type Heard = {
  readonly listing: Listing
  readonly marketData: MarketData
  readonly sessions: AccountsDeps['sessions']
}

/** Opens the sockets, which send market data and the private events of each user. */
function openSockets(
  { settings, engine, isClosed }: ServerDeps & Pick<OpenHost, 'isClosed'>,
  http: HttpHost,
  { listing, marketData, sessions }: Heard,
): Realtime {
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

/** Opens the listing after the currency profiles have their proofs. */
async function openListing({ engine, database, keys }: ServerDeps): Promise<Listing> {
  await sealProfiles(database, keys)
  return createListing(engine, database, keys)
}

/** The dependencies of the accounts module, from the settings. */
function accountsDepsOf({ settings, log, engine, database, keys }: ServerDeps): AccountsDeps {
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
    savedReceiver: (userId) => findSavedReceiver(database, userId),
    sessionDays: settings.sessionLife.days,
  }
}

function hasMakers({ mode, makers }: Settings): boolean {
  return mode === 'simulation' && makers
}

/** Whether a simulation still lacks its past trades. They are made before anybody can register. */
async function needsHistory(settings: Settings, database: Database): Promise<boolean> {
  return hasMakers(settings) && !(await hasPeople(database))
}

/** Ends expired sessions and codes, and reports rows that were changed outside the server. */
async function runEachMinute(accounts: AccountsDeps): Promise<void> {
  await endExpiredAccess(accounts)
  await reportUnproven(accounts.database, accounts.keys, accounts.log)
}

/** Starts the regular sweeps, and the frequent end of expired sessions and codes. */
function startSweeping(
  sweeps: readonly (() => Promise<void>)[],
  endSoon: () => Promise<void>,
  log: Log,
  stops: Stops,
): void {
  for (const sweep of sweeps) sweepRegularly(sweep, sweepMs, log, stops)
  sweepRegularly(endSoon, endSoonMs, log, stops)
}

/** Runs a sweep regularly. A sweep that is still running is not started again. */
function sweepRegularly(sweep: () => Promise<void>, everyMs: number, log: Log, stops: Stops): void {
  let isSweeping = false
  const timer = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    sweep()
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'sweep failed, tried again in the next round'),
      )
      .finally(() => (isSweeping = false))
  }, everyMs)
  stops.push(async () => clearInterval(timer))
}

/** The settings that pages may see; none of them is a secret (ATT-39). */
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
