/** Pages of content and the bonus in the console's navigation; each is fetched when it is opened. */
import { deskBonusMessages } from '@tukar/i18n'
import { type ComponentType, lazy, Suspense } from 'react'
import { sayer } from '../../app/say.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import styles from '../desk.module.css'
import type { OwnPage, OwnPageProps } from '../own-page.ts'
import { say } from './words.ts'

const sayBonus = sayer(deskBonusMessages)

const Articles = lazy(async () => ({ default: (await import('./articles-page.tsx')).ArticlesPage }))
const Announcements = lazy(async () => ({
  default: (await import('./announcements-page.tsx')).AnnouncementsPage,
}))
const Maintenance = lazy(async () => ({
  default: (await import('./maintenance-page.tsx')).MaintenancePage,
}))

const Bonus = lazy(async () => ({
  default: (await import('../bonus/bonus-page.tsx')).BonusPage,
}))

/** A page in whose place something stands until it has come. */
function later(Page: ComponentType<OwnPageProps>): ComponentType<OwnPageProps> {
  return function LaterPage(props) {
    const place = (
      <div className={styles['page']} aria-busy="true">
        <Skeleton width={200} height={28} />
        <Skeleton height={320} />
      </div>
    )
    return (
      <Suspense fallback={place}>
        <Page {...props} />
      </Suspense>
    )
  }
}

export const contentPages: readonly OwnPage[] = [
  {
    name: 'bonus',
    group: 'books',
    roles: ['finance', 'risk', 'admin'],
    title: () => sayBonus('title'),
    queue: { name: 'bonus.waiting', title: () => sayBonus('queue') },
    Page: later(Bonus),
  },
  {
    name: 'articles',
    group: 'content',
    roles: ['support', 'admin'],
    title: () => say('articles'),
    Page: later(Articles),
  },
  {
    name: 'announcements',
    group: 'content',
    roles: ['support', 'admin'],
    title: () => say('announcements'),
    Page: later(Announcements),
  },
  {
    name: 'maintenance',
    group: 'system',
    roles: ['admin'],
    title: () => say('maintenance'),
    Page: later(Maintenance),
  },
]
