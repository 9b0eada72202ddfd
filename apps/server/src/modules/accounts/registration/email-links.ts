/**
 * Links in e-mails that prove the ownership of an address (DEC-30). A link has an opaque token of 32 bytes,
 * stored as a hash, for one use. A newer link replaces an older one of the same purpose.
 */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { hashOf, isToken, makeToken } from '../../../platform/security/opaque-tokens.ts'
import { isOurLink, lastsUntil, sealOfLink } from './link-seals.ts'

export type LinkPurpose = 'verify' | 'reset'

export const verifyHours = 24
export const resetMinutes = 60
const lifeMinutes: Readonly<Record<LinkPurpose, number>> = {
  verify: verifyHours * 60,
  reset: resetMinutes,
}
/** A used link still answers a second click for this long. */
const retentionDays = 7

/** Creates a link's token for a user; earlier links of this purpose become invalid. */
export async function makeLink(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  purpose: LinkPurpose,
): Promise<string> {
  const token = makeToken()
  const tokenHash = hashOf(token)
  await endLinks(transaction, userId, purpose)
  const lastsUntilMs = Date.now() + lifeMinutes[purpose] * 60_000
  await transaction.query(
    `insert into accounts.email_link (token_hash, user_id, purpose, expires_at, seal, lasts_until)
     values ($1, $2, $3, now() + make_interval(mins => $4), $5, $6)`,
    [
      tokenHash,
      userId,
      purpose,
      lifeMinutes[purpose],
      sealOfLink(keys, { tokenHash, userId, purpose, lastsUntilMs }),
      new Date(lastsUntilMs),
    ],
  )
  return token
}

/** The prefix under which an ended link is recorded, before its hash, so that its row cannot be set back. */
const endedLink = 'link by mail '

/** Ends the valid links of a user and purpose. */
export async function endLinks(
  transaction: Transaction,
  userId: number,
  purpose: LinkPurpose,
): Promise<void> {
  await transaction.query(
    `update accounts.email_link set ended_at = now()
     where user_id = $1 and purpose = $2 and ended_at is null`,
    [userId, purpose],
  )
  await transaction.query(
    `insert into security.tally (subject) select s.subject from accounts.email_link l,
       lateral (select '${endedLink}' || encode(l.token_hash, 'hex') as subject) s
     where l.user_id = $1 and l.purpose = $2
       and not exists (select from security.tally t where t.subject = s.subject)`,
    [userId, purpose],
  )
}

export type Link = {
  readonly userId: number
  readonly emailKey: string
  /** Whether the link may be used: it is not used, not replaced and not too old. */
  readonly isLive: boolean
  /** Whether the owner's address is confirmed already. */
  readonly isVerified: boolean
}

/**
 * Finds the link of a token; null if this server did not create it. In a transaction it locks the user's row,
 * so that only one of several concurrent uses is the first.
 */
export async function findLink(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  token: string,
  purpose: LinkPurpose,
): Promise<Link | null> {
  if (!isToken(token)) return null
  const hash = hashOf(token)
  // The row is locked first; then the link is read in its current state.
  await connection.query(
    `select 1 from accounts.users u join accounts.email_link l on l.user_id = u.id
     where l.token_hash = $1 for update of u`,
    [hash],
  )
  const found = await connection.query<
    Link & { readonly seal: Buffer | null; readonly lastsUntilMs: number }
  >(
    `select l.user_id as "userId", u.email_key as "emailKey", l.seal, ${lastsUntil},
       l.ended_at is null and l.expires_at > now() and l.lasts_until > now()
         and not exists (select from security.tally t
           where t.subject = '${endedLink}' || encode(l.token_hash, 'hex')) as "isLive",
       u.email_verified_at is not null as "isVerified"
     from accounts.email_link l join accounts.users u on u.id = l.user_id
     where l.token_hash = $1 and l.purpose = $2 and u.deleted_at is null`,
    [hash, purpose],
  )
  const [row] = found.rows
  if (row === undefined) return null
  const { seal, lastsUntilMs, ...link } = row
  const created = { tokenHash: hash, userId: link.userId, purpose, lastsUntilMs }
  return isOurLink(keys, created, seal) ? link : null
}

/** Deletes all links of a deleted user. */
export async function deleteLinksOf(transaction: Transaction, userId: number): Promise<void> {
  await transaction.query('delete from accounts.email_link where user_id = $1', [userId])
}

/** Ends expired links for good, so that a clock set back cannot revive them (INV-26). */
export async function endOldLinks(database: Database): Promise<void> {
  await database.query(
    'update accounts.email_link set ended_at = now() where ended_at is null and expires_at < now()',
  )
}

/** Deletes links that expired long ago. */
export async function sweepLinks(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.email_link where expires_at < now() - make_interval(days => $1)',
    [retentionDays],
  )
}
