/** Sessions: an opaque token, stored as a hash. */
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { hashOf, makeToken, createSeal } from '../../../platform/security/opaque-tokens.ts'
import { dayMs } from '../../../platform/time/day.ts'
import { createSessionCache, type SessionUser } from './session-cache.ts'
import { hasSecretCookie } from './session-cookie.ts'
import * as store from './sessions-store.ts'

/** Live sessions of one user; a further session ends the oldest one. */
const sessionsOfUserMax = 500

const nowhere: store.SessionClient = { address: '', device: '', deviceSinceMs: null }

export type Sessions = {
  /** Opens a session and returns its token, in the caller's transaction if `connection` is one. */
  open(
    userId: number,
    client?: store.SessionClient,
    connection?: Pick<Database, 'query'>,
  ): Promise<string>
  /**
   * The user of a live token, or null. Also null if a browser opened the session and its cookie is not sent
   * with the token (M-5).
   *
   * @param cookies the `Cookie` header
   */
  authenticate(token: string, cookies?: string): Promise<SessionUser | null>
  /**
   * The user of a live token, without a check of the cookie. For connections that were opened with the
   * cookie, such as sockets.
   */
  ownerOf(token: string): Promise<SessionUser | null>
  /** The session of a request's `JWT` header, or null. */
  find(request: FastifyRequest): Promise<SessionUser | null>
  /** Ends a session at once; returns its user, or null if the token has no session. */
  close(token: string): Promise<number | null>
  /** Ends one session of a user at once; false if the user has no session of this id. */
  closeOne(userId: number, sessionId: number): Promise<boolean>
  /** Ends all sessions of a user at once, except `keptId`; null keeps none. */
  closeAll(userId: number, keptId: number | null): Promise<void>
  /** Looks the tokens of a user up again. Call it after sessions were ended in a transaction. */
  forget(userId: number): void
  /** The user of a request's `JWT` header; refuses `session.invalid` if there is none (API-02). */
  require(request: FastifyRequest): Promise<number>
  /** The user of a request that guests may make too; null for a guest. */
  userIdOf(request: FastifyRequest): Promise<number | null>
  /** The session of a request's `JWT` header; refuses `session.invalid` if there is none. */
  sessionOf(request: FastifyRequest): Promise<SessionUser>
}

/**
 * Creates the service of sessions with this lifetime.
 *
 * @param keys one of them binds the row of a session to its owner: a row of another key has no owner
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
      const created = { ...sealed, seal: createSeal(key, sealed), client }
      await store.insertSession(connection, created, { ...life, max: sessionsOfUserMax })
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

/** The token of a request: from the header alone, never from a cookie (DEC-19). */
export function tokenOf(request: FastifyRequest): string {
  const header = request.headers['jwt']
  return typeof header === 'string' ? header : ''
}
