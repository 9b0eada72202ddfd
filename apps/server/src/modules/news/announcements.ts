/**
 * Announcements: a banner above all pages, or at the wallet of a currency. Their validation, and the actions
 * of operators, each with an audit entry.
 */
import { announcementTextLengthMax, type AnnouncementFigures, outerLink } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { audit } from '../desk/index.ts'
import {
  endAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  lockAnnouncement,
  type NewAnnouncement,
  updateAnnouncement,
} from './announcement-store.ts'
import { writtenLine } from './written-line.ts'

/** Nobody reads more than this many. */
const announcementsMax = 20
/** A path of our pages: a second slash at its start would lead to another site. */
const pathGrammar = /^\/(?:[a-z\d][a-z\d/_-]*)?(?:#[a-z\d_-]+)?$/i

export type AnnouncementRules = {
  /** Whether there is a currency of this symbol. */
  readonly isListed: (symbol: string) => boolean
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** An announcement that was read before a change. */
export type ReadAnnouncement = Pick<AnnouncementFigures, 'announcementId' | 'version'>

/** Validates an announcement; refuses `content.text…`, `.link`, `.period` or `.currency`. */
export function cleanAnnouncement(
  announcement: NewAnnouncement,
  { isListed, clock }: AnnouncementRules,
): NewAnnouncement {
  const { text, link, currency, startsMs, endsMs } = announcement
  if (endsMs !== null && (endsMs <= startsMs || endsMs <= clock())) {
    throw new Refusal('content.period')
  }
  if (currency !== null && !isListed(currency)) throw new Refusal('content.currency', { currency })
  return {
    ...announcement,
    text: {
      en: writtenLine('text', text.en, 'en', announcementTextLengthMax),
      id: writtenLine('text', text.id, 'id', announcementTextLengthMax),
    },
    link: link === null ? null : linkOf(link),
  }
}

function linkOf(text: string): string {
  const link = pathGrammar.test(text.trim()) ? text.trim() : outerLink(text)
  if (link === null) throw new Refusal('content.link')
  return link
}

/** Stores a validated announcement; refuses `content.too_many`. Returns its id. */
export async function addAnnouncement(
  database: Database,
  operatorId: number,
  announcement: NewAnnouncement,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    await transaction.query('lock table news.announcement in share row exclusive mode')
    const stored = await listAnnouncements(transaction)
    if (stored.length >= announcementsMax)
      throw new Refusal('content.too_many', { max: announcementsMax })
    const announcementId = await insertAnnouncement(transaction, announcement, operatorId)
    const entry = { action: 'announcement.publish', announcementId, after: noted(announcement) }
    await note(transaction, operatorId, entry)
    return announcementId
  })
}

/** Saves a validated announcement; refuses `content.changed` if its version changed meanwhile. */
export async function saveAnnouncement(
  database: Database,
  operatorId: number,
  read: ReadAnnouncement,
  announcement: NewAnnouncement,
): Promise<void> {
  const { announcementId } = read
  await inTransaction(database, async (transaction) => {
    const before = noted(await locked(transaction, read))
    await updateAnnouncement(transaction, announcementId, announcement, operatorId)
    const after = noted(announcement)
    const entry = { action: 'announcement.change', announcementId, before, after }
    await note(transaction, operatorId, entry)
  })
}

/** Removes an announcement at once. */
export async function removeAnnouncement(
  database: Database,
  operatorId: number,
  read: ReadAnnouncement,
  reason: string,
): Promise<void> {
  const { announcementId } = read
  await inTransaction(database, async (transaction) => {
    const before = noted(await locked(transaction, read))
    await endAnnouncement(transaction, announcementId, operatorId)
    const entry = { action: 'announcement.remove', announcementId, before, reason }
    await note(transaction, operatorId, entry)
  })
}

async function locked(transaction: Transaction, { announcementId, version }: ReadAnnouncement) {
  const found = await lockAnnouncement(transaction, announcementId)
  if (found === null) throw new Refusal('content.unknown')
  if (found.version !== version) throw new Refusal('content.changed')
  return found
}

function noted({ level, text, link, currency, startsMs, endsMs }: NewAnnouncement): object {
  return {
    level,
    text_en: text.en,
    text_id: text.id,
    link,
    currency,
    starts_at: new Date(startsMs).toISOString(),
    ends_at: endsMs === null ? null : new Date(endsMs).toISOString(),
  }
}

type Entry = {
  readonly action: string
  readonly announcementId: number
  readonly before?: object
  readonly after?: object
  readonly reason?: string
}

async function note(
  transaction: Transaction,
  operatorId: number,
  { announcementId, reason = '', ...entry }: Entry,
): Promise<void> {
  const subject = `announcement:${announcementId}`
  await audit.record(transaction, { operatorId, subject, reason, ...entry })
}
