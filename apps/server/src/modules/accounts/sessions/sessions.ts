/** Sessions: an opaque token, its hash in the database. */
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { hashOf, makeToken, createSeal } from '../../../platform/security/opaque-tokens.ts'
import { dayMs } from '../../../platform/time/day.ts'
import { createSessionCache, type SessionUser } from './session-cache.ts'
import { hasSecretCookie } from './session-cookie.ts'
import * as store from './sessions-store.ts'

/** Live sessions of one user: the oldest goes when there is one more. */
const sessionsOfUserMax = 500

const nowhere: store.SessionClient = { address: '', device: '', deviceSinceMs: null }

export type Sessions = {
  /** Opens a session and returns its token; in the caller's transaction where `connection` has one. */
  open(
    userId: number,
    client?: store.SessionClient,
    connection?: Pick<Database, 'query'>,
  ): Promise<string>
  /**
   * The user of a live token, or null; also null where a browser opened the session and its cookie does not come with
   * the token (M-5).
   *
   * @param cookies the header of that name
   */
  authenticate(token: string, cookies?: string): Promise<SessionUser | null>
  /** The user of a live token, whoever brings it: for what was opened with its cookie, as a socket. */
  ownerOf(token: string): Promise<SessionUser | null>
  /** The session of a request's `JWT` header, or null. */
  find(request: FastifyRequest): Promise<SessionUser | null>
  /** Ends a session at once; gives its user, or null where the token was of none. */
  close(token: string): Promise<number | null>
  /** Ends one of a user's sessions at once; false if he has none of this id. */
  closeOne(userId: number, sessionId: number): Promise<boolean>
  /** Ends all sessions of a user at once, but for `keptId`; null keeps none. */
  closeAll(userId: number, keptId: number | null): Promise<void>
  /** Asks the database again for a user's tokens: for whoever ended sessions in a transaction. */
  forget(userId: number): void
  /** The user of a request's `JWT` header; refuses `session.invalid` where there is none (API-02). */
  require(request: FastifyRequest): Promise<number>
  /** Whose live session a request of an open call has; null for a guest. */
  userIdOf(request: FastifyRequest): Promise<number | null>
  /** The session of a request's `JWT` header; refuses `session.invalid` where there is none. */
  sessionOf(request: FastifyRequest): Promise<SessionUser>
}

/**
 * Sessions that live this long.
 *
 * @param keys of which one binds a session's row to its owner: a row of another is nobody's
 * @param nowMs milliseconds of a clock that is never set back
 */
export function createSessions(
  database: Database,
  keys: Keys,
  life: store.SessionLife,
  nowMs = (): number => performance.now(),
): Sessions {
  const key = keys('session')
  const cache = createSessionCache(database, key, life, nowMs)
  const authenticate: Sessions['authenticate'] = async (token, cookies) => {
    const session = await cache.sessionOf(token)
    if (session === null || session.clientHash === null) return session
    return hasSecretCookie(cookies, session.clientHash) ? session : null
  }
  const find: Sessions['find'] = (request) => authenticate(tokenOf(request), request.headers.cookie)
  return {
    async open(userId, client = nowhere, connection = database) {
      const token = makeToken()
      const tokenHash = hashOf(token)
      const { deviceSinceMs, secret = null } = client
      const clientHash = secret === null ? null : hashOf(secret)
      const lastsUntilMs = Date.now() + life.days * dayMs
      const sealed = { tokenHash, userId, deviceSinceMs, clientHash, lastsUntilMs }
      const made = { ...sealed, seal: createSeal(key, sealed), client }
      await store.insertSession(connection, made, { ...life, max: sessionsOfUserMax })
      return token
    },
    authenticate,
    ownerOf: (token) => cache.sessionOf(token),
    find,
    async close(token) {
      const userId = await store.deleteSession(database, hashOf(token))
      cache.forgetToken(token)
      return userId
    },
    async closeOne(userId, sessionId) {
      const isClosed = await store.deleteSessionOf(database, userId, sessionId)
      cache.forgetUser(userId)
      return isClosed
    },
    async closeAll(userId, keptId) {
      await store.deleteSessionsOf(database, userId, keptId)
      cache.forgetUser(userId)
    },
    forget: (userId) => cache.forgetUser(userId),
    async require(request) {
      const user = await find(request)
      if (user === null) throw new Refusal('session.invalid')
      return user.userId
    },
    async userIdOf(request) {
      const token = tokenOf(request)
      return token === '' ? null : ((await find(request))?.userId ?? null)
    },
    async sessionOf(request) {
      const user = await find(request)
      if (user === null) throw new Refusal('session.invalid')
      return user
    },
  }
}

/** The token of a request: the header alone, never a cookie (DEC-19). */
export function tokenOf(request: FastifyRequest): string {
  const header = request.headers['jwt']
  return typeof header === 'string' ? header : ''
}
