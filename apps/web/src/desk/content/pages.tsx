/** Pages of content and the bonus in the console's navigation; each is fetched when it is opened. */
import { deskBonusMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import { laterPage } from '../frame/later-page.tsx'
import type { OwnPage } from '../frame/own-page.ts'
import { say } from './words.ts'

const sayBonus = sayer(deskBonusMessages)

const pageHeight = 320

const Articles = laterPage(
  async () => (await import('./articles-page.tsx')).ArticlesPage,
  pageHeight,
)
const Announcements = laterPage(
  async () => (await import('./announcements-page.tsx')).AnnouncementsPage,
  pageHeight,
)
const Maintenance = laterPage(
  async () => (await import('./maintenance-page.tsx')).MaintenancePage,
  pageHeight,
)
const Bonus = laterPage(async () => (await import('../bonus/bonus-page.tsx')).BonusPage, pageHeight)

export const contentPages: readonly OwnPage[] = [
  {
    name: 'bonus',
    group: 'books',
    roles: ['finance', 'risk', 'admin'],
    title: () => sayBonus('title'),
    queue: { name: 'bonus.waiting', title: () => sayBonus('queue') },
    Page: Bonus,
  },
  {
    name: 'articles',
    group: 'content',
    roles: ['support', 'admin'],
    title: () => say('articles'),
    Page: Articles,
  },
  {
    name: 'announcements',
    group: 'content',
    roles: ['support', 'admin'],
    title: () => say('announcements'),
    Page: Announcements,
  },
  {
    name: 'maintenance',
    group: 'system',
    roles: ['admin'],
    title: () => say('maintenance'),
    Page: Maintenance,
  },
]
