/** The operator console's door: who comes in, and what stands on its overview. */
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
import { type Changes, createChanges } from './changes/changes.ts'
import type { LocalText } from './changes/kind.ts'
import type { Operator, VotePass, VotingRules } from './operator.ts'
import { noteVisit } from './operators-store.ts'
import { mayEnterByName, isFirstOfName } from './named-admins.ts'
import { provenRoles } from './role-proofs.ts'
import { showingPerson } from './shown.ts'

/** A visit ends this long after its last call; so does the session that it was made with. */
const idleMinutes = 30
/** Who comes in with an older session signs in again first. */
const sessionHoursMax = 12
/** One refusal of an account is recorded in so long, so that nobody fills the record. */
const refusalPauseSeconds = 60
const refusalsKeptMax = 10_000

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
  /** Votes and roles are proven under keys of these. */
  readonly keys: Keys
  readonly isSimulation: boolean
  /** Whom the configuration makes the first admins (ROLE-07). */
  readonly executorEmails: readonly string[]
  /** Where the console's pages are, and what votes want; left out: on this machine, passkeys are offered. */
  readonly voting?: VotingRules
}

const votingHere: VotingRules = {
  rpId: 'localhost',
  origin: 'http://localhost:3000',
  isPasskeyNeeded: false,
  isCodeNeeded: false,
}

/** A queue of the overview: its module counts what waits. */
export type QueueSource = {
  /** Part and queue, as the console's calls know them: `deposits.proof` or `identity.review`. */
  readonly name: string
  read(): Promise<{ readonly count: number; readonly oldestAt: Date | null }>
  /** The median wait in seconds of what was decided today; left out where nobody measures it. */
  medianWait?(): Promise<number | null>
}

/** Rupiah in units of 0.01; null where it is not known now. */
export type MoneyFigures = {
  readonly gatewayBalance: number | null
  readonly ledgerBalance: number | null
  readonly inFlight: number | null
}

/** How a party does, and since when (milliseconds since 1970). */
export type CounterpartyState = { readonly state: PartyState; readonly sinceMs: number }

/** What is told of a party; one that was never asked rests, whatever its state. */
export type CounterpartyHealth = CounterpartyState & { readonly wasCalled?: boolean }

export type Desk = {
  /** The operator of a request; refuses `session.invalid`, `desk.forbidden` or `desk.two_factor`. */
  admit(request: FastifyRequest): Promise<Operator>
  /** Adds a queue to the overview, in the order in which they stand there. */
  addQueue(source: QueueSource): void
  queues(): Promise<readonly DeskQueue[]>
  /** Sets where the overview's figures of money come from. */
  setMoney(read: () => Promise<MoneyFigures>): void
  money(): Promise<MoneyFigures>
  /** As they were moments ago: the gateway is asked for them, which may take its time. */
  cachedMoney(): Promise<MoneyFigures>
  /** Sets where the rest of the overview comes from. */
  setMore(read: () => Promise<DeskOverviewMore>): void
  more(): Promise<Partial<DeskOverviewMore>>
  /** Adds a party outside, whose health the overview tells. */
  addCounterparty(name: string, read: () => CounterpartyHealth): void
  parties(): readonly (CounterpartyState & { readonly name: string })[]
  /** Adds what people call the subjects of a kind: of `market:2` it is asked for "2". */
  addNames(kind: string, read: (id: string) => LocalText | null): void
  /** What people call a subject of the record; null where nobody added a name for it. */
  nameOf(subject: string): LocalText | null
  readonly database: Database
  readonly keys: Keys
  /**
   * Does what shows a person's data to an operator, in one transaction that counts it; refuses
   * `desk.too_many_shown` beyond the limit of an hour, of which the others who watch are told (ATT-104).
   */
  showing<T>(
    operator: Operator,
    userId: number,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T>
  /** The roles of an account as they are now; none where it is suspended or gone. */
  rolesNow(connection: Connection, userId: number): Promise<readonly DeskRole[]>
  /** Changes of money or rules; the modules register their kinds. */
  readonly changes: Changes
}

/** Opens the console's door; queues and figures are added by the modules that have them. */
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

function changesOf(deps: DeskDeps): Changes {
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

/** What came with a request to vote by; refuses `two_factor.too_many`. */
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
  // Counted before it is looked at: a stolen session has few guesses.
  if (digits !== null && !isDemo && !(await claimCodeAttempt(database, keys, codeTry))) {
    await noteRefusal(userId, ip)
    throw new Refusal('two_factor.too_many', {}, codeWindowSeconds)
  }
  const code = digits === null ? null : { digits, codeTry }
  return { shown: textOf('x-passkey'), code, isDemo, sessionAgeSeconds, rules: voting }
}

type Named = Pick<Staff, 'userId' | 'emailKey' | 'email' | 'isVerified'>

/** Whether the configuration names an account's confirmed address: an admin's, for as long as it does. */
function isNamed({ executorEmails }: DeskDeps, { email, isVerified }: Named): boolean {
  return isVerified && executorEmails.some((named) => mailboxOf(named) === mailboxOf(email))
}

/** What an account may that comes in now. */
async function rolesOfVisitor(deps: DeskDeps, staff: Named): Promise<readonly DeskRole[]> {
  const { database, keys, log } = deps
  // Whoever gives an account the address in the database is not the one that the configuration names.
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

/** The roles of an account, whoever asks; none where it is suspended or gone. */
async function rolesNow(
  deps: DeskDeps,
  connection: Connection,
  userId: number,
): Promise<readonly DeskRole[]> {
  const account = await findAccount(connection, userId)
  if (account === null || (await isSuspended(connection, deps.keys, userId))) return []
  return givenRoles(deps, connection, account)
}

/** Every operator has a second factor; demo people, whom many share, can have none. */
function isProven({ isSimulation }: DeskDeps, { isDemo, hasTwoFactor }: Staff): boolean {
  return isDemo ? isSimulation : hasTwoFactor
}

/** Notes the visit; ends the session, and refuses, where it was left alone or is old. */
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

/** Records that somebody was refused, once in a while for each. */
function refusalNotes(database: Database) {
  const mayNote = createKeyedLimit<number>(1, 1 / refusalPauseSeconds, refusalsKeptMax)
  return async (accountId: number, clientAddress: string): Promise<void> => {
    if (!mayNote(accountId, performance.now())) return
    await recordSecurityEvent(database, { accountId, kind: 'desk.refused', clientAddress })
  }
}
