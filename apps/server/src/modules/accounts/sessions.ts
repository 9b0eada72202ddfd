/** Sessions: an opaque token, its hash in the database, a cache of one second. */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { deleteSession, findSession, insertSession } from './sessions-store.ts'

const tokenBytes = 32
const tokenGrammar = /^[\w-]{43}$/
const cacheMs = 1_000
const cacheMax = 10_000
/** Live sessions of one user: the oldest goes when there is one more. */
const sessionsOfUserMax = 500

export type Sessions = {
  /** Opens a session and returns its token. */
  open(userId: number): Promise<string>
  /** The user of a live token, or null. */
  authenticate(token: string): Promise<{ readonly userId: number } | null>
  /** Ends a session at once. */
  close(token: string): Promise<void>
  /** The user of a request's `JWT` header; refuses `session.invalid` where there is none (API-02). */
  require(request: FastifyRequest): Promise<number>
}

type Cached = { readonly user: { readonly userId: number } | null; readonly until: number }

/** Sessions that live this many days. */
export function createSessions(database: Database, days: number): Sessions {
  const cache = new Map<string, Cached>()

  async function authenticate(token: string): Promise<{ readonly userId: number } | null> {
    if (!tokenGrammar.test(token)) return null
    const known = cache.get(token)
    const now = performance.now()
    if (known !== undefined && known.until > now) return known.user
    const userId = await findSession(database, hashOf(token))
    const user = userId === null ? null : { userId }
    if (cache.size >= cacheMax) cache.clear()
    cache.set(token, { user, until: now + cacheMs })
    return user
  }

  return {
    async open(userId) {
      const token = randomBytes(tokenBytes).toString('base64url')
      await insertSession(database, hashOf(token), userId, { days, max: sessionsOfUserMax })
      return token
    },
    authenticate,
    async close(token) {
      await deleteSession(database, hashOf(token))
      cache.delete(token)
    },
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

/** The hash under which a token is kept. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
