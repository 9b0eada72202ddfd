/**
 * Who comes with a token, kept in mind for a second. Who calls all the time is asked about before
 * that second is over, many in one query, so that his calls do not wait for it.
 */
import type { Database } from '../../../platform/database/pool.ts'
import { hashOf, isSealed, isToken } from '../../../platform/security/opaque-tokens.ts'
import * as store from './sessions-store.ts'

const cacheMs = 1_000
/** Whoever comes with a token after this has it asked about again, before his second is over. */
const refreshMs = 500
/** So long such tokens are gathered for one query. */
const gatherMs = 100
const cacheMax = 10_000

export type SessionUser = Pick<store.LiveSession, 'userId' | 'sessionId' | 'deviceSinceMs'>

export type SessionCache = {
  /** The session of a live token, whoever brings it; or null. */
  sessionOf(token: string): Promise<store.LiveSession | null>
  /** A session ended: its token is asked about again. */
  forgetToken(token: string): void
  /** Sessions of a user ended: all his tokens are asked about again. */
  forgetUser(userId: number): void
}

type Cached = {
  readonly user: store.LiveSession | null
  readonly askedMs: number
  isAskedAgain: boolean
}

type Lookup = Promise<ReadonlyMap<string, store.LiveSession>>

/**
 * @param key of the seals that bind sessions to their owners
 * @param life what is seen lives on for
 * @param nowMs milliseconds of a clock that is never set back
 */
export function createSessionCache(
  database: Database,
  key: Buffer,
  life: store.SessionLife,
  nowMs: () => number,
): SessionCache {
  const cache = new Map<string, Cached>()
  /** Tokens that the next query asks about, and that query where it was begun. */
  let wanted = new Set<string>()
  let next: Lookup | null = null
  let soon: NodeJS.Timeout | undefined
  // Counts what ended here: a look that began before it may have seen what is over now.
  let endings = 0

  async function sessionOf(token: string): Promise<store.LiveSession | null> {
    const known = cache.get(token)
    const ageMs = known === undefined ? cacheMs : nowMs() - known.askedMs
    if (known === undefined || ageMs >= cacheMs) {
      if (!isToken(token)) return null
      wanted.add(token)
      return (await begin()).get(token) ?? null
    }
    if (ageMs >= refreshMs && known.user !== null && !known.isAskedAgain) {
      known.isAskedAgain = true
      wanted.add(token)
      // Nobody waits for it: whose second is over before it has succeeded asks himself.
      if (next === null)
        soon ??= setTimeout(() => void begin().catch(() => undefined), gatherMs).unref()
    }
    return known.user
  }

  /** The query that asks about all tokens that are wanted by the end of this turn. */
  function begin(): Lookup {
    clearTimeout(soon)
    soon = undefined
    next ??= new Promise<void>((resolve) => setImmediate(resolve)).then(lookup)
    return next
  }

  async function lookup(): Lookup {
    const askedMs = nowMs()
    const tokens = [...wanted]
    wanted = new Set()
    next = null
    const endingsBefore = endings
    const found = new Map<string, store.LiveSession>()
    const hashes = tokens.map(hashOf)
    const sessions = await store.findSessions(database, hashes)
    for (const [place, session] of sessions.entries()) {
      const tokenHash = hashes[place]
      if (session === null || tokenHash === undefined) continue
      // Whoever can write here puts no session there, and gives his own to nobody else.
      if (isSealed(key, { ...session, tokenHash })) found.set(tokens[place] ?? '', session)
    }
    const stale = [...found.values()].filter(({ isStale }) => isStale)
    // When a session was last seen is a help to its owner alone: no call fails for it.
    if (stale.length > 0) store.touchSessions(database, stale, life).catch(() => undefined)
    if (endings !== endingsBefore) return found
    if (cache.size >= cacheMax) cache.clear()
    for (const token of tokens) {
      cache.set(token, { user: found.get(token) ?? null, askedMs, isAskedAgain: false })
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
