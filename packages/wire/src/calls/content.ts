/** Calls of what is written for people. */
import { ContactUs } from '../contact.ts'
import { ListQuery } from '../list.ts'
import { Nothing } from '../requests.ts'
import * as to from '../routes.ts'
import { open, own, undescribed } from './call.ts'

export const contentCalls = {
  contactUs: open(to.contactUs, ContactUs, undescribed),
  notifications: own(to.notifications, ListQuery, undescribed),
  clearNotifications: own(to.clearNotifications, Nothing, undescribed),
  articles: open(to.articles, ListQuery, undescribed),
  announcements: open(to.announcements, Nothing, undescribed),
  bonusPeriod: own(to.bonusPeriod, Nothing, undescribed),
  bonusCount: own(to.bonusCount, Nothing, undescribed),
} as const
