/** Admission of operators to the console, and the sources of its overview. */
import {
  type DeskOverviewMore,
  type DeskQueue,
  type DeskRole,
  mailboxOf,
  type PartyState,
  type PlainErrorCode,
} from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { createCachedRead } from '../../platform/time/cached-read.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import {
  claimCodeAttempt,
  codeWindowSeconds,
  findAccount,
  findStaff,
  isProvenUser,
  isSuspended,
  type Sessions,
  sourceOfSession,
  type Staff,
} from '../accounts/index.ts'
import { type ChangeService, createChanges } from './changes/changes.ts'
import type { LocalText } from './changes/kind.ts'
import type { Operator, VotePass, VotingRules } from './operator.ts'
import { noteVisit } from './operators-store.ts'
import { mayEnterByName, isFirstOfName } from './named-admins.ts'
import { provenRoles } from './role-proofs.ts'
import { showingPerson } from './shown.ts'

/** A visit, and the session of it, ends this long after its last call. */
const idleMinutes = 30
/** A visit needs a sign-in that is not older than this. */
const sessionHoursMax = 12
/** At most one refusal of an account is recorded in this time, so that nobody floods the audit log. */
const refusalIntervalSeconds = 60
const refusalsMax = 10_000

const moneyCacheTimes = {
  freshMs: 1_000,
  usableMs: 15_000,
  clock: () => performance.now(),
} as const

type Connection = Pick<Database, 'query'>

export type DeskDeps = {
  readonly database: Database
  readonly sessions: Sessions
  readonly log: Log
  /** Keys of the proofs of votes and roles. */
  readonly keys: Keys
  readonly isSimulation: boolean
  /** The e-mail addresses of the first admins, from the settings (ROLE-07). */
  readonly executorEmails: readonly string[]
  /** The origin of the console and the rules of votes; if missing: this machine, passkeys optional. */
  readonly voting?: VotingRules
}

const votingHere: VotingRules = {
  rpId: 'localhost',
  origin: 'http://localhost:3000',
  isPasskeyNeeded: false,
  isCodeNeeded: false,
}

/** A queue of the overview; its module counts the waiting cases. */
export type QueueSource = {
  /** Area and queue, as the console's calls name them: `deposits.proof` or `identity.review`. */
  readonly name: string
  read(): Promise<{ readonly count: number; readonly oldestAt: Date | null }>
  /** The median wait in seconds of today's decisions; missing if nobody measures it. */
  medianWait?(): Promise<number | null>
}

/** Rupiah in units of 0.01; null if unknown at the moment. */
export type MoneyFigures = {
  readonly gatewayBalance: number | null
  readonly ledgerBalance: number | null
  readonly inFlight: number | null
}

/** The health of a counterparty, and since when (milliseconds since 1970). */
export type CounterpartyState = { readonly state: PartyState; readonly sinceMs: number }

/**
 * The health of a counterparty for the overview; one that was never called is shown as resting, whatever its
 * state.
 */
export type CounterpartyHealth = CounterpartyState & { readonly wasCalled?: boolean }

export type Desk = {
  /** The operator of a request; refuses `session.invalid`, `desk.forbidden` or `desk.two_factor`. */
  admit(request: FastifyRequest): Promise<Operator>
  /** Adds a queue to the overview; the order of the calls is the order of the page. */
  addQueue(source: QueueSource): void
  queues(): Promise<readonly DeskQueue[]>
  /** Sets the source of the money figures of the overview. */
  setMoney(read: () => Promise<MoneyFigures>): void
  money(): Promise<MoneyFigures>
  /** The money figures of a moment ago, because a call to the gateway may be slow. */
  cachedMoney(): Promise<MoneyFigures>
  /** Sets the source of the rest of the overview. */
  setMore(read: () => Promise<DeskOverviewMore>): void
  more(): Promise<Partial<DeskOverviewMore>>
  /** Adds a counterparty whose health the overview shows. */
  addCounterparty(name: string, read: () => CounterpartyHealth): void
  parties(): readonly (CounterpartyState & { readonly name: string })[]
  /** Adds the display names of a kind of subject: `read` gets "2" for `market:2`. */
  addNames(kind: string, read: (id: string) => LocalText | null): void
  /** The display name of a subject of the audit log; null if its kind has none. */
  nameOf(subject: string): LocalText | null
  readonly database: Database
  readonly keys: Keys
  /**
   * Shows a user's data to an operator, in one transaction that counts it. Refuses `desk.too_many_shown`
   * beyond the hourly limit, and then notifies the other risk operators (ATT-104).
   */
  showing<T>(
    operator: Operator,
    userId: number,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T>
  /** The current roles of an account; none if it is suspended or deleted. */
  rolesNow(connection: Connection, userId: number): Promise<readonly DeskRole[]>
  /** Changes of money or rules; the modules register their kinds. */
  readonly changes: ChangeService
}

/** Creates the console; the modules add their queues and figures. */
export function createDesk(deps: DeskDeps): Desk {
  const sources: QueueSource[] = []
  let readMoney = async (): Promise<MoneyFigures> => ({
    gatewayBalance: null,
    ledgerBalance: null,
    inFlight: null,
  })
  let cachedMoney = readMoney
  let readMore = async (): Promise<Partial<DeskOverviewMore>> => ({})
  const parties: { readonly name: string; readonly read: () => CounterpartyHealth }[] = []
  const names = new Map<string, (id: string) => LocalText | null>()
  const noteRefusal = refusalNotes(deps.database)
  return {
    database: deps.database,
    keys: deps.keys,
    showing: (operator, userId, work) => showingPerson(deps, operator, userId, work),
    rolesNow: (connection, userId) => rolesNow(deps, connection, userId),
    changes: changesOf(deps),
    async admit(request) {
      const own = await deps.sessions.find(request)
      const staff = own === null ? null : await findStaff(deps.database, own.sessionId)
      if (own === null || staff === null) throw new Refusal('session.invalid')
      const refuse = async (code: PlainErrorCode): Promise<never> => {
        await noteRefusal(staff.userId, request.ip)
        throw new Refusal(code)
      }
      const roles = await rolesOfVisitor(deps, staff)
      if (roles.length === 0) return refuse('desk.forbidden')
      if (await isSuspended(deps.database, deps.keys, staff.userId)) return refuse('desk.forbidden')
      if (!isProven(deps, staff)) return refuse('desk.two_factor')
      await noteVisitOf(deps, staff, own.sessionId, request.ip)
      const pass = await passOf(deps, request, { ...staff, ...own }, noteRefusal)
      return { operatorId: staff.userId, name: staff.name, roles, pass }
    },
    addQueue: (source) => void sources.push(source),
    queues: () =>
      Promise.all(
        sources.map(async (source) => {
          const [{ count, oldestAt }, median] = await Promise.all([
            source.read(),
            source.medianWait?.() ?? null,
          ])
          return {
            name: source.name,
            count,
            oldest_at: oldestAt?.toISOString() ?? null,
            median_wait_s: median,
          }
        }),
      ),
    setMoney(read) {
      readMoney = read
      cachedMoney = createCachedRead(read, moneyCacheTimes)
    },
    money: () => readMoney(),
    cachedMoney: () => cachedMoney(),
    setMore(read) {
      readMore = read
    },
    more: () => readMore(),
    addCounterparty: (name, read) => void parties.push({ name, read }),
    parties: () => parties.map(({ name, read }) => ({ name, ...readCounterparty(read()) })),
    addNames: (kind, read) => void names.set(kind, read),
    nameOf(subject) {
      const at = subject.indexOf(':')
      return names.get(subject.slice(0, at))?.(subject.slice(at + 1)) ?? null
    },
  }
}

function changesOf(deps: DeskDeps): ChangeService {
  return createChanges({
    ...deps,
    rolesOf: (userId) => rolesNow(deps, deps.database, userId),
  })
}

function readCounterparty({
  state,
  sinceMs,
  wasCalled = true,
}: CounterpartyHealth): CounterpartyState {
  return { state: wasCalled ? state : 'resting', sinceMs }
}

/** The passkey signature or code that a request carries for a vote; refuses `two_factor.too_many`. */
async function passOf(
  { database, keys, voting = votingHere }: DeskDeps,
  { headers, ip }: FastifyRequest,
  { userId, sessionId, sessionAgeSeconds, isDemo }: Staff & { readonly sessionId: number },
  noteRefusal: ReturnType<typeof refusalNotes>,
): Promise<VotePass> {
  const textOf = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : null
  }
  const digits = voting.isCodeNeeded ? textOf('x-vote-code') : null
  const codeTry = { userId, source: sourceOfSession({ sessionId }) }
  // The attempt is counted before the check, so a stolen session has few guesses.
  if (digits !== null && !isDemo && !(await claimCodeAttempt(database, keys, codeTry))) {
    await noteRefusal(userId, ip)
    throw new Refusal('two_factor.too_many', {}, codeWindowSeconds)
  }
  const code = digits === null ? null : { digits, codeTry }
  return { shown: textOf('x-passkey'), code, isDemo, sessionAgeSeconds, rules: voting }
}

type Named = Pick<Staff, 'userId' | 'emailKey' | 'email' | 'isVerified'>

/** Whether the settings name an account's confirmed address; the account is an admin as long as they do. */
function isNamed({ executorEmails }: DeskDeps, { email, isVerified }: Named): boolean {
  return isVerified && executorEmails.some((named) => mailboxOf(named) === mailboxOf(email))
}

/** The roles of an account that enters now. */
async function rolesOfVisitor(deps: DeskDeps, staff: Named): Promise<readonly DeskRole[]> {
  const { database, keys, log } = deps
  // An account that got the address by a change in the database is not the one that the settings name.
  const isOwn = async () =>
    (await isProvenUser(database, keys, staff.userId)) && mayEnterByName(database, keys, staff)
  if (isNamed(deps, staff) && !(await isOwn())) {
    log.error(
      { userId: staff.userId },
      'an account has the address of an admin in TUKAR_EXECUTOR, but is not proven to be that admin',
    )
  }
  return givenRoles(deps, database, staff)
}

async function givenRoles(
  deps: DeskDeps,
  connection: Connection,
  account: Named,
): Promise<readonly DeskRole[]> {
  const { keys } = deps
  const { userId } = account
  const roles = (await provenRoles(connection, keys, [userId])).get(userId) ?? []
  if (roles.includes('admin') || !isNamed(deps, account)) return roles
  return (await isFirstOfName(connection, keys, account)) ? [...roles, 'admin'] : roles
}

/** The roles of an account, outside a visit; none if it is suspended or deleted. */
async function rolesNow(
  deps: DeskDeps,
  connection: Connection,
  userId: number,
): Promise<readonly DeskRole[]> {
  const account = await findAccount(connection, userId)
  if (account === null || (await isSuspended(connection, deps.keys, userId))) return []
  return givenRoles(deps, connection, account)
}

/** Every operator has a second factor, except demo people, whom many people share. */
function isProven({ isSimulation }: DeskDeps, { isDemo, hasTwoFactor }: Staff): boolean {
  return isDemo ? isSimulation : hasTwoFactor
}

/**
 * Records the visit; ends the session and refuses if the visit was idle too long or the sign-in is too old.
 */
async function noteVisitOf(
  { database, sessions }: DeskDeps,
  { userId, sessionAgeSeconds }: Staff,
  sessionId: number,
  clientAddress: string,
): Promise<void> {
  const isOld = sessionAgeSeconds > sessionHoursMax * 3_600
  const visit = isOld ? 'idle' : await noteVisit(database, sessionId, idleMinutes)
  if (visit === 'resumed') return
  const kind = visit === 'begun' ? 'desk.entered' : 'desk.ended'
  await recordSecurityEvent(database, { accountId: userId, kind, clientAddress })
  if (visit === 'begun') return
  await sessions.closeOne(userId, sessionId)
  throw new Refusal('session.invalid')
}

/** Records refused accounts, at a limited rate for each. */
function refusalNotes(database: Database) {
  const mayNote = createKeyedLimit<number>(1, 1 / refusalIntervalSeconds, refusalsMax)
  return async (accountId: number, clientAddress: string): Promise<void> => {
    if (!mayNote(accountId, performance.now())) return
    await recordSecurityEvent(database, { accountId, kind: 'desk.refused', clientAddress })
  }
}
