/** The pages of the books in the console's navigation; each is fetched when it is opened. */
import { laterPage } from '../frame/later-page.tsx'
import type { OwnPage } from '../frame/own-page.ts'
import { dayTitle, say, searchTitle } from './books-words.ts'

const pageHeight = 640

const Books = laterPage(async () => (await import('./books-page.tsx')).BooksPage, pageHeight)
const Ledger = laterPage(async () => (await import('./ledger-page.tsx')).LedgerPage, pageHeight)
const Reconciliation = laterPage(
  async () => (await import('./reconciliation-page.tsx')).ReconciliationPage,
  pageHeight,
)

const roles = ['finance', 'risk', 'admin'] as const

export const booksPages: readonly OwnPage[] = [
  {
    name: 'books',
    group: 'books',
    roles,
    title: () => say('books'),
    partTitle: dayTitle,
    Page: Books,
  },
  {
    name: 'transfers',
    group: 'books',
    roles,
    title: () => say('transfers'),
    partTitle: searchTitle,
    Page: Ledger,
  },
  {
    name: 'reconciliation',
    group: 'books',
    roles,
    title: () => say('reconciliation'),
    queue: { name: 'books.stopped', title: () => say('queueStopped') },
    Page: Reconciliation,
  },
]
