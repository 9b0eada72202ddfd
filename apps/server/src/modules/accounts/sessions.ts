/** Sessions: an opaque token, its hash in the database, a cache of one second. */
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Client } from './clients.ts'
import { hashOf, isToken, makeToken } from './opaque-tokens.ts'
import * as store from './sessions-store.ts'

const cacheMs = 1_000
const cacheMax = 10_000
/** Live sessions of one user: the oldest goes when there is one more. */
const sessionsOfUserMax = 500

const nowhere = { address: '', device: '' }

export type SessionUser = { readonly userId: number; readonly sessionId: number }

export type Sessions = {
  /** Opens a session and returns its token; in the caller's transaction where `connection` has one. */
  open(
    userId: number,
    client?: Pick<Client, 'address' | 'device'>,
    connection?: Pick<Database, 'query'>,
  ): Promise<string>
  /** The user of a live token, or null. */
  authenticate(token: string): Promise<SessionUser | null>
  /** Ends a session at once; gives its user, or null where the token was of none. */
  close(token: string): Promise<number | null>
  /** Ends one of a user's sessions at once; false if he has none of this id. */
  closeOne(userId: number, sessionId: number): Promise<boolean>
  /** Ends all sessions of a user at once, but for `keptId`; null keeps none. */
  closeAll(userId: number, keptId: number | null): Promise<void>
  /** Asks the database anew for a user's tokens: for whoever ended sessions in a transaction. */
  forget(userId: number): void
  /** The user of a request's `JWT` header; refuses `session.invalid` where there is none (API-02). */
  require(request: FastifyRequest): Promise<number>
}

type Cached = { readonly user: SessionUser | null; readonly until: number }

/** Sessions that live this many days. */
export function createSessions(database: Database, days: number): Sessions {
  const cache = new Map<string, Cached>()
  // Counts what ended here: a look that began before it may have seen what is over now.
  let endings = 0

  async function authenticate(token: string): Promise<SessionUser | null> {
    if (!isToken(token)) return null
    const known = cache.get(token)
    const now = performance.now()
    if (known !== undefined && known.until > now) return known.user
    const endingsBefore = endings
    const user = await store.findSession(database, hashOf(token))
    // When a session was last seen is a help to its owner alone: no call fails for it.
    if (user?.isStale === true) store.touchSession(database, user.sessionId).catch(() => undefined)
    if (endings !== endingsBefore) return user
    if (cache.size >= cacheMax) cache.clear()
    cache.set(token, { user, until: now + cacheMs })
    return user
  }

  function forget(userId: number): void {
    endings += 1
    for (const [token, { user }] of cache) if (user?.userId === userId) cache.delete(token)
  }

  return {
    async open(userId, client = nowhere, connection = database) {
      const token = makeToken()
      const made = { tokenHash: hashOf(token), userId, client }
      await store.insertSession(connection, made, { days, max: sessionsOfUserMax })
      return token
    },
    authenticate,
    async close(token) {
      const userId = await store.deleteSession(database, hashOf(token))
      endings += 1
      cache.delete(token)
      return userId
    },
    async closeOne(userId, sessionId) {
      const isClosed = await store.deleteSessionOf(database, userId, sessionId)
      forget(userId)
      return isClosed
    },
    async closeAll(userId, keptId) {
      await store.deleteSessionsOf(database, userId, keptId)
      forget(userId)
    },
    forget,
    async require(request) {
      const user = await authenticate(tokenOf(request))
      if (user === null) throw new Refusal('session.invalid')
      return user.userId
    },
  }
}

/** The token of a request: the header alone, never a cookie (DEC-19). */
export function tokenOf(request: FastifyRequest): string {
  const header = request.headers['jwt']
  return typeof header === 'string' ? header : ''
}
