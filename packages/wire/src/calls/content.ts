/** Calls for content: articles, notifications, contact. */
import * as answers from '../answers/content.ts'
import { Done } from '../answers/shapes.ts'
import { ContactUs } from '../content/contact.ts'
import { ListQuery } from '../list.ts'
import { Nothing } from '../requests.ts'
import * as to from '../routes.ts'
import { open, own } from './call.ts'

export const contentCalls = {
  contactUs: open(to.contactUs, ContactUs, Done),
  notifications: own(to.notifications, ListQuery, answers.NotificationsAnswer),
  clearNotifications: own(to.clearNotifications, Nothing, Done),
  articles: open(to.articles, ListQuery, answers.ArticlesAnswer),
  announcements: open(to.announcements, Nothing, answers.AnnouncementsAnswer),
  bonusPeriod: own(to.bonusPeriod, Nothing, answers.BonusPeriodAnswer),
  bonusCount: own(to.bonusCount, Nothing, answers.BonusCountAnswer),
} as const
