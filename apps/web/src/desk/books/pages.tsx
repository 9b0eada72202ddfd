/** The pages of the books in the console's navigation; each is fetched when it is opened. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/feedback.tsx'
import deskStyles from '../desk.module.css'
import type { OwnPage, OwnPageProps } from '../own-page.ts'
import { dayTitle, say, searchTitle } from './books-words.ts'

const Books = lazy(async () => ({ default: (await import('./books-page.tsx')).BooksPage }))
const Ledger = lazy(async () => ({ default: (await import('./ledger-page.tsx')).LedgerPage }))
const Reconciliation = lazy(async () => ({
  default: (await import('./reconciliation-page.tsx')).ReconciliationPage,
}))

/** A page in whose place something stands until it has come. */
function later(Page: ComponentType<OwnPageProps>): ComponentType<OwnPageProps> {
  return function LaterPage(props: OwnPageProps) {
    const place = (
      <div className={deskStyles['page']} aria-busy="true">
        <Skeleton width={200} height={28} />
        <Skeleton height={640} />
      </div>
    )
    return (
      <Suspense fallback={place}>
        <Page {...props} />
      </Suspense>
    )
  }
}

const roles = ['finance', 'risk', 'admin'] as const

export const booksPages: readonly OwnPage[] = [
  {
    name: 'books',
    group: 'books',
    roles,
    title: () => say('books'),
    partTitle: dayTitle,
    Page: later(Books),
  },
  {
    name: 'transfers',
    group: 'books',
    roles,
    title: () => say('transfers'),
    partTitle: searchTitle,
    Page: later(Ledger),
  },
  {
    name: 'reconciliation',
    group: 'books',
    roles,
    title: () => say('reconciliation'),
    queue: { name: 'books.stopped', title: () => say('queueStopped') },
    Page: later(Reconciliation),
  },
]
