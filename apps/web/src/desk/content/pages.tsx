/** The pages of content in the console's navigation; each is fetched when it is opened. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/feedback.tsx'
import styles from '../desk.module.css'
import type { OwnPage, OwnPageProps } from '../own-page.ts'
import { say } from './words.ts'

const Articles = lazy(async () => ({ default: (await import('./articles-page.tsx')).ArticlesPage }))
const Announcements = lazy(async () => ({
  default: (await import('./announcements-page.tsx')).AnnouncementsPage,
}))
const Maintenance = lazy(async () => ({
  default: (await import('./maintenance-page.tsx')).MaintenancePage,
}))

/** A page in whose place something stands until it has come. */
function later(Page: ComponentType): ComponentType<OwnPageProps> {
  return function LaterPage() {
    const place = (
      <div className={styles['page']} aria-busy="true">
        <Skeleton width={200} height={28} />
        <Skeleton height={320} />
      </div>
    )
    return (
      <Suspense fallback={place}>
        <Page />
      </Suspense>
    )
  }
}

export const contentPages: readonly OwnPage[] = [
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
    group: 'content',
    roles: ['admin'],
    title: () => say('maintenance'),
    Page: later(Maintenance),
  },
]
