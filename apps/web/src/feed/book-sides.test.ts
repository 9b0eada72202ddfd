import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Level, Side } from './levels.ts'
import {
  addSideSnapshot,
  noBookSides,
  type BookSides,
  resolveWaitingSides,
  type SideSnapshot,
} from './book-sides.ts'

/** A checksum that is good enough to distinguish the books of these tests. */
const checksum = (bids: readonly Level[], asks: readonly Level[]): number =>
  [...bids, ...asks].reduce(
    (sum, row, index) => (sum * 31 + row.price * 7 + row.quantity + index) >>> 0,
    bids.length,
  )

const level = (price: number): Level => ({ price, quantity: price * 2 })
type Book = { seq: number; bids: Level[]; asks: Level[] }
const book = (seq: number): Book => ({ seq, bids: [level(seq)], asks: [level(seq + 100)] })

function makeSnapshot({ seq, bids, asks }: Book, side: Side): SideSnapshot {
  return { side, seq, checksum: checksum(bids, asks), levels: side === 'buy' ? bids : asks }
}

const add = (pictures: BookSides, next: SideSnapshot): BookSides =>
  addSideSnapshot(pictures, next, checksum)

test('R-20: two sides with one number are verified together; a single side waits', () => {
  const first = add(noBookSides, makeSnapshot(book(5), 'sell'))
  assert.equal(first.state, 'empty')
  const both = add(first, makeSnapshot(book(5), 'buy'))
  assert.equal(both.state, 'verified')
  assert.equal(add(both, makeSnapshot(book(6), 'sell')).state, 'waiting')
})

test('R-20: the newest book results from snapshots in any order, with repeats', () => {
  const all = [1, 2, 3, 4, 5].flatMap((seq) => [
    makeSnapshot(book(seq), 'buy'),
    makeSnapshot(book(seq), 'sell'),
  ])
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { maxLength: 30 }),
      fc.shuffledSubarray(all, { minLength: 10 }),
      (repeats, order) => {
        let pictures = noBookSides
        for (const next of [...order, ...repeats.flatMap((index) => all.slice(index, index + 1))]) {
          pictures = add(pictures, next)
        }
        assert.equal(pictures.state, 'verified')
        assert.deepEqual(pictures.buy?.levels, book(5).bids)
        assert.deepEqual(pictures.sell?.levels, book(5).asks)
      },
    ),
  )
})

test('R-20: a snapshot that does not match its checksum is detected', () => {
  const wrong = { ...makeSnapshot(book(5), 'buy'), levels: [level(6)] }
  assert.equal(add(add(noBookSides, makeSnapshot(book(5), 'sell')), wrong).state, 'wrong')
})

test("a side that did not change is right under the other side's newer checksum, a changed one is not", () => {
  const before = add(add(noBookSides, makeSnapshot(book(5), 'sell')), makeSnapshot(book(5), 'buy'))
  const onlyBids: Book = { ...book(5), seq: 9, bids: [level(7)] }
  const waiting = add(before, makeSnapshot(onlyBids, 'buy'))
  assert.equal(resolveWaitingSides(waiting, checksum).state, 'verified')
  const lost = add(before, makeSnapshot(book(9), 'buy'))
  assert.equal(resolveWaitingSides(lost, checksum).state, 'wrong')
})
