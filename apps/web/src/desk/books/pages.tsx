/** The ledger pages in the console's navigation; each is loaded on first use. */
import { lazyPage } from '../frame/lazy-page.tsx'
import type { FeaturePage } from '../frame/feature-page.ts'
import { dayTitle, t, searchTitle } from './books-texts.ts'

const pageHeight = 640

const Books = lazyPage(async () => (await import('./books-page.tsx')).BooksPage, pageHeight)
const Ledger = lazyPage(async () => (await import('./ledger-page.tsx')).LedgerPage, pageHeight)
const Reconciliation = lazyPage(
  async () => (await import('./reconciliation-page.tsx')).ReconciliationPage,
  pageHeight,
)

const roles = ['finance', 'risk', 'admin'] as const

export const booksPages: readonly FeaturePage[] = [
  {
    name: 'books',
    group: 'books',
    roles,
    title: () => t('books'),
    partTitle: dayTitle,
    Page: Books,
  },
  {
    name: 'transfers',
    group: 'books',
    roles,
    title: () => t('transfers'),
    partTitle: searchTitle,
    Page: Ledger,
  },
  {
    name: 'reconciliation',
    group: 'books',
    roles,
    title: () => t('reconciliation'),
    queue: { name: 'books.stopped', title: () => t('queueStopped') },
    Page: Reconciliation,
  },
]
