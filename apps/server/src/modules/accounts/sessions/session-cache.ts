/**
 * Caches the owner of a session token for a second. Tokens in constant use are looked up before that
 * second is over, many in one query, so that their calls do not wait.
 */
import type { Database } from '../../../platform/database/pool.ts'
import { hashOf, isSealed, isToken } from '../../../platform/security/opaque-tokens.ts'
import * as store from './sessions-store.ts'

const cacheMs = 1_000
/** A call after this time triggers a new lookup before the second is over. */
const refreshMs = 500
/** The time for which such tokens are collected for one query. */
const gatherMs = 100
const cacheMax = 10_000

export type SessionUser = Pick<store.LiveSession, 'userId' | 'sessionId' | 'deviceSinceMs'>

export type SessionCache = {
  /** The session of a live token, without a check of the cookie; null if there is none. */
  sessionOf(token: string): Promise<store.LiveSession | null>
  /** A session ended: its token is looked up again. */
  forgetToken(token: string): void
  /** Sessions of a user ended: all tokens of the user are looked up again. */
  forgetUser(userId: number): void
}

type Cached = {
  readonly user: store.LiveSession | null
  readonly queriedMs: number
  isRefreshing: boolean
}

type Lookup = Promise<ReadonlyMap<string, store.LiveSession>>

/**
 * @param key of the seals that bind sessions to their owners
 * @param life the lifetime that a call extends
 * @param nowMs milliseconds of a clock that is never set back
 */
export function createSessionCache(
  database: Database,
  key: Buffer,
  life: store.SessionLife,
  nowMs: () => number,
): SessionCache {
  const cache = new Map<string, Cached>()
  /** Tokens for the next query, and that query if it has begun. */
  let pending = new Set<string>()
  let next: Lookup | null = null
  let soon: NodeJS.Timeout | undefined
  // The number of sessions that ended here: a lookup that began before may return an ended session.
  let endings = 0

  async function sessionOf(token: string): Promise<store.LiveSession | null> {
    const known = cache.get(token)
    const ageMs = known === undefined ? cacheMs : nowMs() - known.queriedMs
    if (known === undefined || ageMs >= cacheMs) {
      if (!isToken(token)) return null
      pending.add(token)
      return (await begin()).get(token) ?? null
    }
    if (ageMs >= refreshMs && known.user !== null && !known.isRefreshing) {
      known.isRefreshing = true
      pending.add(token)
      // Nobody waits for this lookup. If it has not succeeded when the second is over, the next call looks
      // the token up itself.
      if (next === null)
        soon ??= setTimeout(() => void begin().catch(() => undefined), gatherMs).unref()
    }
    return known.user
  }

  /** The query for all tokens that are requested before the end of this turn of the event loop. */
  function begin(): Lookup {
    clearTimeout(soon)
    soon = undefined
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(lookup)
    return next
  }

  async function lookup(): Lookup {
    const queriedMs = nowMs()
    const tokens = [...pending]
    pending = new Set()
    next = null
    const endingsBefore = endings
    const found = new Map<string, store.LiveSession>()
    const hashes = tokens.map(hashOf)
    const sessions = await store.findSessions(database, hashes)
    for (const [place, session] of sessions.entries()) {
      const tokenHash = hashes[place]
      if (session === null || tokenHash === undefined) continue
      // An attacker with write access can neither add a session nor give their own to another user.
      if (isSealed(key, { ...session, tokenHash })) found.set(tokens[place] ?? '', session)
    }
    const stale = [...found.values()].filter(({ isStale }) => isStale)
    // The time of last use only helps the owner of the session, so a failure to write it fails no call.
    if (stale.length > 0) store.touchSessions(database, stale, life).catch(() => undefined)
    if (endings !== endingsBefore) return found
    if (cache.size >= cacheMax) cache.clear()
    for (const token of tokens) {
      cache.set(token, { user: found.get(token) ?? null, queriedMs, isRefreshing: false })
    }
    return found
  }

  return {
    sessionOf,
    forgetToken(token) {
      endings += 1
      cache.delete(token)
    },
    forgetUser(userId) {
      endings += 1
      for (const [token, { user }] of cache) if (user?.userId === userId) cache.delete(token)
    },
  }
}
