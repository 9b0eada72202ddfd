/**
 * Content that operators write at the console: articles in both languages, and announcements on all pages.
 */
import type { AnnouncementRow } from '../answers/content.ts'
import * as z from 'zod/mini'
import { deskReasonLengthMax } from './desk.ts'

export const articleStates = ['draft', 'published'] as const
export type ArticleState = (typeof articleStates)[number]
/** Current articles, or removed ones. */
export const articlePlaces = ['kept', 'bin'] as const
export const articleTitleLengthMax = 200
export const articleBodyLengthMax = 50_000
const linkLengthMax = 2_048

export const announcementLevels = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]
export const announcementTextLengthMax = 300

/** PostgreSQL cannot store NUL in a text. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}
const textUpTo = (max: number) => z.string().check(z.maxLength(max), z.refine(isStorable))
/** Limits the size of the request; a text with more than `max` characters is refused with its own code. */
const bothUpTo = (max: number) => z.strictObject({ en: textUpTo(4 * max), id: textUpTo(4 * max) })
const moment = z.iso.datetime({ offset: true })
const version = z.number().check(z.int(), z.positive())

export const DeskArticlesQuery = z.object({
  place: z.optional(z.enum(articlePlaces)),
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/))),
})

/** An article to save; a draft may lack texts, a published article may not. */
export const SaveArticle = z.strictObject({
  title: bothUpTo(articleTitleLengthMax),
  /** Any HTML; everything except our tags is removed. */
  body: bothUpTo(articleBodyLengthMax),
  ext_link: z.nullable(textUpTo(linkLengthMax)),
  state: z.enum(articleStates),
  /** The time of publication, which is also the shown date. */
  published_at: moment,
  /** The version that was read; missing for a new one. */
  version: z.optional(version),
})

/** Removes an article or announcement, or restores an article. */
export const TurnContent = z.strictObject({
  version,
  reason: z.optional(textUpTo(deskReasonLengthMax)),
})

export const SaveAnnouncement = z.strictObject({
  level: z.enum(announcementLevels),
  text: bothUpTo(announcementTextLengthMax),
  /** A path of our site, or a complete http or https address. */
  link: z.nullable(textUpTo(linkLengthMax)),
  /** The symbol of the currency that it concerns; null for all. */
  currency: z.nullable(z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))),
  starts_at: moment,
  ends_at: z.nullable(moment),
  version: z.optional(version),
})

/** Starts or ends maintenance, which closes all calls except the console's. */
export const SetMaintenance = z.strictObject({ is_on: z.boolean() })

type InBoth = { readonly en: string; readonly id: string }

export type AnnouncementFigures = {
  readonly announcementId: number
  readonly version: number
  readonly level: AnnouncementLevel
  readonly text: InBoth
  readonly link: string | null
  readonly currency: string | null
  /** Milliseconds since 1970. */
  readonly startsMs: number
  readonly endsMs: number | null
}

/** An announcement in the reader's language, as all visitors get it. */
export function announcementRow(
  figures: AnnouncementFigures,
  language: 'en' | 'id',
): AnnouncementRow {
  const { announcementId, version: no, level, text, link, currency, startsMs, endsMs } = figures
  return {
    id: announcementId,
    version: no,
    level,
    text: text[language],
    link,
    currency,
    starts_at: new Date(startsMs).toISOString(),
    ends_at: endsMs === null ? null : new Date(endsMs).toISOString(),
  }
}
