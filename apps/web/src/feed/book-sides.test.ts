import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Level, Side } from './levels.ts'
import {
  addPicture,
  noPictures,
  type Pictures,
  settlePictures,
  type SidePicture,
} from './book-sides.ts'

/** A checksum good enough to tell books apart in these tests. */
const checksum = (bids: readonly Level[], asks: readonly Level[]): number =>
  [...bids, ...asks].reduce(
    (sum, row, index) => (sum * 31 + row.price * 7 + row.quantity + index) >>> 0,
    bids.length,
  )

const level = (price: number): Level => ({ price, quantity: price * 2 })
type Book = { seq: number; bids: Level[]; asks: Level[] }
const book = (seq: number): Book => ({ seq, bids: [level(seq)], asks: [level(seq + 100)] })

function picture({ seq, bids, asks }: Book, side: Side): SidePicture {
  return { side, seq, checksum: checksum(bids, asks), levels: side === 'buy' ? bids : asks }
}

const add = (pictures: Pictures, next: SidePicture): Pictures =>
  addPicture(pictures, next, checksum)

test('R-20: both sides of one number are verified together, one alone is waited for', () => {
  const first = add(noPictures, picture(book(5), 'sell'))
  assert.equal(first.state, 'empty')
  const both = add(first, picture(book(5), 'buy'))
  assert.equal(both.state, 'verified')
  assert.equal(add(both, picture(book(6), 'sell')).state, 'waiting')
})

test('R-20: however the pictures are reordered and repeated, the newest book is what stands', () => {
  const all = [1, 2, 3, 4, 5].flatMap((seq) => [
    picture(book(seq), 'buy'),
    picture(book(seq), 'sell'),
  ])
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { maxLength: 30 }),
      fc.shuffledSubarray(all, { minLength: 10 }),
      (repeats, order) => {
        let pictures = noPictures
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

test('R-20: a picture that does not fit its checksum is told', () => {
  const wrong = { ...picture(book(5), 'buy'), levels: [level(6)] }
  assert.equal(add(add(noPictures, picture(book(5), 'sell')), wrong).state, 'wrong')
})

test("a side that did not change is right under the other side's newer checksum, a changed one is not", () => {
  const before = add(add(noPictures, picture(book(5), 'sell')), picture(book(5), 'buy'))
  const onlyBids: Book = { ...book(5), seq: 9, bids: [level(7)] }
  const waiting = add(before, picture(onlyBids, 'buy'))
  assert.equal(settlePictures(waiting, checksum).state, 'verified')
  const lost = add(before, picture(book(9), 'buy'))
  assert.equal(settlePictures(lost, checksum).state, 'wrong')
})
