/** What the calls of notifications, articles, announcements and the bonus give. */
import * as z from 'zod/mini'
import { bonusEntryStates, bonusExclusions } from '../desk/bonus.ts'
import { announcementLevels } from '../desk/content.ts'
import { Count, data, Decimal, many, pageOf, RowId, Time } from './shapes.ts'

/** A notification (DATA-08): its sentence is in the reader's language. */
export const NotificationRow = z.strictObject({
  id: RowId,
  notif_text: z.string(),
  created_at: Time,
  read_tf: z.boolean(),
  kind: z.string(),
})
export type NotificationRow = z.output<typeof NotificationRow>
export const NotificationsAnswer = data(pageOf(NotificationRow))

/** An article (DATA-23): `body` is HTML as `writeArticleBody` writes it. */
export const ArticleRow = z.strictObject({
  id: RowId,
  title: z.string(),
  body: z.string(),
  ext_link: z.nullable(z.string()),
  created_at: Time,
})
export type ArticleRow = z.output<typeof ArticleRow>
export const ArticlesAnswer = data(pageOf(ArticleRow))

/** An announcement in the reader's language. */
export const AnnouncementRow = z.strictObject({
  id: RowId,
  version: Count,
  level: z.enum(announcementLevels),
  text: z.string(),
  link: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  starts_at: Time,
  ends_at: z.nullable(Time),
})
export type AnnouncementRow = z.output<typeof AnnouncementRow>
export const AnnouncementsAnswer = data(many(AnnouncementRow))

/** The month in which orders are counted, and what it wants (DEC-128). */
export const BonusPeriodData = z.strictObject({
  start: Time,
  end: Time,
  target: Count,
  amount: Decimal,
})
export type BonusPeriodData = z.output<typeof BonusPeriodData>

/** What became of somebody in the month before, null where nothing is known of it yet. */
export const LastBonus = z.strictObject({
  month: z.string(),
  state: z.enum(bonusEntryStates),
  reason: z.nullable(z.enum(bonusExclusions)),
  amount: Decimal,
})
export type LastBonus = z.output<typeof LastBonus>

export const BonusMonthData = z.strictObject({
  ...BonusPeriodData.shape,
  last_month: z.nullable(LastBonus),
})
export type BonusMonthData = z.output<typeof BonusMonthData>
export const BonusPeriodAnswer = data(BonusMonthData)

/** How many orders were filled, and how many of those count. */
export const BonusCountData = z.strictObject({ count: Count, counted: Count })
export type BonusCountData = z.output<typeof BonusCountData>
export const BonusCountAnswer = data(BonusCountData)
