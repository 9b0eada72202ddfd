/** The pages of content and bonus in the console's navigation; each is loaded on first use. */
import { consoleBonusMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { lazyPage } from '../frame/lazy-page.tsx'
import type { FeaturePage } from '../frame/feature-page.ts'
import { t } from './content-texts.ts'

const tBonus = pageTranslator(consoleBonusMessages)

const pageHeight = 320

const Articles = lazyPage(
  async () => (await import('./articles-page.tsx')).ArticlesPage,
  pageHeight,
)
const Announcements = lazyPage(
  async () => (await import('./announcements-page.tsx')).AnnouncementsPage,
  pageHeight,
)
const Maintenance = lazyPage(
  async () => (await import('./maintenance-page.tsx')).MaintenancePage,
  pageHeight,
)
const Bonus = lazyPage(async () => (await import('../bonus/bonus-page.tsx')).BonusPage, pageHeight)

export const contentPages: readonly FeaturePage[] = [
  {
    name: 'bonus',
    group: 'books',
    roles: ['finance', 'risk', 'admin'],
    title: () => tBonus('title'),
    queue: { name: 'bonus.waiting', title: () => tBonus('queue') },
    Page: Bonus,
  },
  {
    name: 'articles',
    group: 'content',
    roles: ['support', 'admin'],
    title: () => t('articles'),
    Page: Articles,
  },
  {
    name: 'announcements',
    group: 'content',
    roles: ['support', 'admin'],
    title: () => t('announcements'),
    Page: Announcements,
  },
  {
    name: 'maintenance',
    group: 'system',
    roles: ['admin'],
    title: () => t('maintenance'),
    Page: Maintenance,
  },
]
