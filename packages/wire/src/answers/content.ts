/** Answers of the calls for notifications, articles, announcements and the bonus. */
import * as z from 'zod/mini'
import { bonusEntryStates, bonusExclusions } from '../desk/bonus.ts'
import { announcementLevels } from '../desk/content.ts'
import { Count, data, Decimal, many, pageOf, RowId, Time } from './shapes.ts'

/** A notification (DATA-08), in the reader's language. */
export const NotificationRow = z.strictObject({
  id: RowId,
  notif_text: z.string(),
  created_at: Time,
  read_tf: z.boolean(),
  kind: z.string(),
})
export type NotificationRow = z.output<typeof NotificationRow>
export const NotificationsAnswer = data(pageOf(NotificationRow))

/** An article (DATA-23): `body` is HTML from `writeArticleBody`. */
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

/** The month that counts for the bonus, and its conditions (DEC-128). */
export const BonusPeriodData = z.strictObject({
  start: Time,
  end: Time,
  target: Count,
  amount: Decimal,
})
export type BonusPeriodData = z.output<typeof BonusPeriodData>

/** The user's result of the previous month; null while it is unknown. */
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

/** The number of filled orders, and how many of them count. */
export const BonusCountData = z.strictObject({ count: Count, counted: Count })
export type BonusCountData = z.output<typeof BonusCountData>
export const BonusCountAnswer = data(BonusCountData)
