/** Wires the books: what they are held against, and their work of each minute and each day. */
import { type BooksParts, workOnBooks } from './modules/books/index.ts'
import type { Desk } from './modules/desk/index.ts'
import { strayHolds } from './modules/wallets/index.ts'

export type BooksWiring = Pick<BooksParts, 'database' | 'engine' | 'log' | 'custody'> & {
  readonly desk: Desk
  /** Takes what ends a part, as soon as that part has begun. */
  readonly onStop: (end: () => Promise<unknown>) => void
}

/** Begins to look at the books; last of all, when all that they are held against is there. */
export function wireBooks(parts: BooksWiring): void {
  const { database, desk, onStop } = parts
  const work = workOnBooks({
    ...parts,
    money: () => desk.money(),
    strayHolds: () => strayHolds(database),
    clock: Date.now,
  })
  onStop(() => work.stop())
}
