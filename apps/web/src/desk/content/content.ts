/** The console's rules of articles and announcements. Pure. */
import type {
  AnnouncementLevel,
  ArticleState,
  DeskAnnouncement,
  DeskArticle,
  DeskArticleRow,
  DeskMaintenance,
} from '@tukar/wire'

export type InBoth = { readonly en: string; readonly id: string }

export type ArticleRow = {
  readonly id: number
  readonly title: InBoth
  readonly state: ArticleState
  readonly publishedAt: string
  readonly changedAt: string
  /** Empty: one of the first articles, which no operator wrote. */
  readonly changedBy: string
  readonly version: number
}

export type Article = ArticleRow & { readonly body: InBoth; readonly extLink: string }

export type Announcement = {
  readonly id: number
  readonly level: AnnouncementLevel
  readonly text: InBoth
  readonly link: string
  /** Empty: above all pages. */
  readonly currency: string
  readonly startsAt: string
  /** Empty: until it is removed. */
  readonly endsAt: string
  readonly changedBy: string
  readonly changedAt: string
  readonly version: number
}

/** A row of the list of articles. */
export function toArticleRow(row: DeskArticleRow): ArticleRow {
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    publishedAt: row.published_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by ?? '',
    version: row.version,
  }
}

/** An article with its body. */
export function toArticle({ body, ext_link: extLink, ...row }: DeskArticle): Article {
  return { ...toArticleRow(row), body, extLink: extLink ?? '' }
}

/** A current or future announcement. */
export function toAnnouncement(row: DeskAnnouncement): Announcement {
  return {
    id: row.id,
    level: row.level,
    text: row.text,
    link: row.link ?? '',
    currency: row.currency ?? '',
    startsAt: row.starts_at,
    endsAt: row.ends_at ?? '',
    changedBy: row.changed_by,
    changedAt: row.changed_at,
    version: row.version,
  }
}

export type Maintenance = { readonly isOn: boolean; readonly changedAt: string }

/** The state of the maintenance switch. */
export function toMaintenance({
  is_on: isOn,
  changed_at: changedAt,
}: DeskMaintenance): Maintenance {
  return { isOn, changedAt }
}

/** WIB is seven hours ahead of UTC, all year. */
const wibMs = 7 * 3_600_000

/** The text of a maintenance window in Jakarta time, for all readers. */
export function windowText(beginsAt: string, endsAt: string): InBoth {
  const [from, to] = [beginsAt, endsAt].map((iso) => toFieldValue(iso).replace('T', ' '))
  return {
    en: `Planned maintenance: the exchange is closed from ${from} to ${to} WIB. Your orders stay in the book.`,
    id: `Pemeliharaan terjadwal: bursa ditutup dari ${from} sampai ${to} WIB. Order Anda tetap di buku.`,
  }
}

/** A body as HTML: a text without tags becomes paragraphs, separated at empty lines. */
export function bodyHtml(text: string): string {
  if (text.trim() === '' || /<[a-z/!]/i.test(text)) return text.trim()
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.replaceAll('<', '&lt;').trim()}</p>`)
    .join('')
}

/** Whether a moment lies in the future. */
export function isFuture(iso: string): boolean {
  return Date.parse(iso) > Date.now()
}

/** The current time in the format of such a field. */
export function nowField(): string {
  return toFieldValue(new Date().toISOString())
}

/** A moment as the value of a date and time field, in Jakarta time; empty for an empty text. */
export function toFieldValue(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() + wibMs).toISOString().slice(0, 16)
}

/** The moment of such a field as ISO text; null if it is invalid. */
export function parseFieldValue(field: string): string | null {
  const moment = new Date(`${field}+07:00`)
  return field === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
