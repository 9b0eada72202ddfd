/**
 * Who comes with a token, kept in mind for a second. Who calls all the time is asked about before
 * that second is over, many in one query, so that his calls do not wait for it.
 */
import type { Database } from '../../platform/database/pool.ts'
import { hashOf, isToken } from './opaque-tokens.ts'
import * as store from './sessions-store.ts'

const cacheMs = 1_000
/** A token that was used is asked about again after this, with the next query that is made anyway. */
const refreshMs = 500
const cacheMax = 10_000
/** So many tokens are asked about in one query. */
const askedAtOnceMax = 1_000

export type SessionUser = { readonly userId: number; readonly sessionId: number }

export type SessionCache = {
  /** The user of a live token, or null. */
  userOf(token: string): Promise<SessionUser | null>
  /** A session ended: its token is asked about anew. */
  forgetToken(token: string): void
  /** Sessions of a user ended: all his tokens are asked about anew. */
  forgetUser(userId: number): void
}

/** What was found for a token, and whether anybody came with it since. */
type Cached = {
  readonly user: SessionUser | null
  readonly askedMs: number
  isUsed: boolean
  isAskedAgain: boolean
}

type Look = Promise<ReadonlyMap<string, store.LiveSession>>

/** @param nowMs milliseconds of a clock that is never set back */
export function createSessionCache(database: Database, nowMs: () => number): SessionCache {
  /** In the order in which they were asked about. */
  const cache = new Map<string, Cached>()
  /** Tokens that the next query asks about, and that query; it is made when this turn is over. */
  let wanted = new Set<string>()
  let next: Look | null = null
  // Counts what ended here: a look that began before it may have seen what is over now.
  let endings = 0

  async function userOf(token: string): Promise<SessionUser | null> {
    if (!isToken(token)) return null
    const known = cache.get(token)
    if (known !== undefined && nowMs() - known.askedMs < cacheMs) {
      known.isUsed = true
      return known.user
    }
    wanted.add(token)
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(look)
    return (await next).get(token) ?? null
  }

  async function look(): Look {
    const askedMs = nowMs()
    addSoonOver(askedMs)
    const tokens = [...wanted]
    wanted = new Set()
    next = null
    const endingsBefore = endings
    const found = new Map<string, store.LiveSession>()
    const sessions = await store.findSessions(database, tokens.map(hashOf))
    for (const [place, session] of sessions.entries()) {
      if (session !== null) found.set(tokens[place] ?? '', session)
    }
    const stale = [...found.values()].filter(({ isStale }) => isStale)
    // When a session was last seen is a help to its owner alone: no call fails for it.
    if (stale.length > 0) store.touchSessions(database, stale).catch(() => undefined)
    if (endings !== endingsBefore) return found
    if (cache.size >= cacheMax) cache.clear()
    for (const token of tokens) {
      const user = found.get(token) ?? null
      cache.delete(token)
      cache.set(token, { user, askedMs, isUsed: false, isAskedAgain: false })
    }
    return found
  }

  /** Asks again about tokens in use before their second is over, and drops those that nobody used. */
  function addSoonOver(askedMs: number): void {
    for (const [token, known] of cache) {
      const ageMs = askedMs - known.askedMs
      if (ageMs < refreshMs || wanted.size >= askedAtOnceMax) return
      if (known.isUsed && known.user !== null && !known.isAskedAgain) {
        known.isAskedAgain = true
        wanted.add(token)
      } else if (ageMs >= cacheMs) cache.delete(token)
    }
  }

  return {
    userOf,
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
