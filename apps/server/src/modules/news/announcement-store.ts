/** Announcements in the database. */
import type { AnnouncementFigures } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** An announcement that may be stored. */
export type NewAnnouncement = Omit<AnnouncementFigures, 'announcementId' | 'version'>

export type StoredAnnouncement = AnnouncementFigures & {
  readonly changedBy: number
  readonly changedAt: Date
}

type Row = Omit<StoredAnnouncement, 'text'> & { readonly textEn: string; readonly textId: string }

const columns = `id as "announcementId", version, level, text_en as "textEn", text_id as "textId", link,
  currency, (extract(epoch from starts_at) * 1000)::bigint as "startsMs",
  (extract(epoch from ends_at) * 1000)::bigint as "endsMs", changed_by as "changedBy",
  changed_at as "changedAt"`

/** Announcements that are neither over nor removed; the next to begin last. */
export async function listAnnouncements(
  connection: Connection,
): Promise<readonly StoredAnnouncement[]> {
  const found = await connection.query<Row>(
    `select ${columns} from news.announcement
     where removed_at is null and (ends_at is null or ends_at > now()) order by starts_at, id`,
  )
  return found.rows.map(toStoredAnnouncement)
}

/** An announcement that was not removed, locked for a change. */
export async function lockAnnouncement(
  connection: Connection,
  announcementId: number,
): Promise<StoredAnnouncement | null> {
  const found = await connection.query<Row>(
    `select ${columns} from news.announcement where id = $1 and removed_at is null for update`,
    [announcementId],
  )
  const [row] = found.rows
  return row === undefined ? null : toStoredAnnouncement(row)
}

function toStoredAnnouncement({ textEn, textId, ...rest }: Row): StoredAnnouncement {
  return { ...rest, text: { en: textEn, id: textId } }
}

/** Inserts an announcement; returns its id. */
export async function insertAnnouncement(
  connection: Connection,
  announcement: NewAnnouncement,
  changedBy: number,
): Promise<number> {
  const created = await connection.query<{ id: number }>(
    `insert into news.announcement
       (level, text_en, text_id, link, currency, starts_at, ends_at, changed_by)
     values ($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000),
       to_timestamp($7::double precision / 1000), $8) returning id`,
    [...valuesOf(announcement), changedBy],
  )
  return created.rows[0]?.id ?? 0
}

/** Changes a locked announcement, and increments its version. */
export async function updateAnnouncement(
  connection: Connection,
  announcementId: number,
  announcement: NewAnnouncement,
  changedBy: number,
): Promise<void> {
  await connection.query(
    `update news.announcement set level = $1, text_en = $2, text_id = $3, link = $4, currency = $5,
       starts_at = to_timestamp($6::double precision / 1000),
       ends_at = to_timestamp($7::double precision / 1000), changed_by = $8, changed_at = now(),
       version = version + 1 where id = $9`,
    [...valuesOf(announcement), changedBy, announcementId],
  )
}

/** Removes a locked announcement. */
export async function endAnnouncement(
  connection: Connection,
  announcementId: number,
  changedBy: number,
): Promise<void> {
  await connection.query(
    `update news.announcement set removed_at = now(), changed_at = now(), changed_by = $2,
       version = version + 1 where id = $1`,
    [announcementId, changedBy],
  )
}

function valuesOf({ level, text, link, currency, startsMs, endsMs }: NewAnnouncement) {
  return [level, text.en, text.id, link, currency, startsMs, endsMs]
}
