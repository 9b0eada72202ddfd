/** What operators write at the console: articles in both languages, and announcements above all pages. */
import type { AnnouncementRow } from '../answers/content.ts'
import * as z from 'zod/mini'
import { deskReasonLengthMax } from './desk.ts'

export const articleStates = ['draft', 'published'] as const
export type ArticleState = (typeof articleStates)[number]
/** What is read or written, and what was taken away. */
export const articlePlaces = ['kept', 'bin'] as const
export const articleTitleLengthMax = 200
export const articleBodyLengthMax = 50_000
const linkLengthMax = 2_048

export const announcementLevels = ['info', 'warning'] as const
export type AnnouncementLevel = (typeof announcementLevels)[number]
export const announcementTextLengthMax = 300

/** No table takes NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}
const textUpTo = (max: number) => z.string().check(z.maxLength(max), z.refine(isStorable))
/** Bounds the call: what has more than `max` characters is refused by its own code. */
const bothUpTo = (max: number) => z.strictObject({ en: textUpTo(4 * max), id: textUpTo(4 * max) })
const moment = z.iso.datetime({ offset: true })
const version = z.number().check(z.int(), z.positive())

export const DeskArticlesQuery = z.object({
  place: z.optional(z.enum(articlePlaces)),
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/))),
})

/** An article as it is saved; a draft may lack texts, what is published lacks none. */
export const SaveArticle = z.strictObject({
  title: bothUpTo(articleTitleLengthMax),
  /** HTML of any kind: what is not ours is taken out of it. */
  body: bothUpTo(articleBodyLengthMax),
  ext_link: z.nullable(textUpTo(linkLengthMax)),
  state: z.enum(articleStates),
  /** From when people see it, and the date that stands above it. */
  published_at: moment,
  /** The version that was read; left out of a new one. */
  version: z.optional(version),
})

/** Takes an article or announcement away, or brings an article back. */
export const TurnContent = z.strictObject({
  version,
  reason: z.optional(textUpTo(deskReasonLengthMax)),
})

export const SaveAnnouncement = z.strictObject({
  level: z.enum(announcementLevels),
  text: bothUpTo(announcementTextLengthMax),
  /** A page of ours as a path, or a whole address of http or https. */
  link: z.nullable(textUpTo(linkLengthMax)),
  /** The symbol of the currency whose wallet it is about; null where it is about all. */
  currency: z.nullable(z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))),
  starts_at: moment,
  ends_at: z.nullable(moment),
  version: z.optional(version),
})

/** Closes the exchange to all calls but those of the console, or opens it. */
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

/** An announcement as everybody gets it, in the reader's language. */
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
