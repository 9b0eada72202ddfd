import assert from 'node:assert/strict'
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { folderOf, freshSigner, payoutNo, signerIn } from '../testing/requests.ts'
import { bookFile, openBook } from './book.ts'
import { type BookRecord, parseRecord, encodeRecord } from './records.ts'

const key = Buffer.alloc(32, 5)

function voided(number: number): BookRecord {
  return { type: 'voided', atMs: number, id: `withdrawal-${number}`, hold: null }
}

async function bookOf(folder: string, count: number): Promise<readonly string[]> {
  const { book } = await openBook(folder, key)
  for (let number = 1; number <= count; number++) await book.append(voided(number))
  await book.close()
  return (await readFile(bookFile(folder), 'utf8')).split('\n').slice(0, -1)
}

async function recordsIn(folder: string): Promise<readonly BookRecord[]> {
  const { book, records } = await openBook(folder, key)
  await book.close()
  return records
}

test('FLT-31: appended records are there after every start, and more can be appended', async (t) => {
  const folder = await folderOf(t)
  await bookOf(folder, 3)
  assert.deepEqual(await recordsIn(folder), [voided(1), voided(2), voided(3)])
  const { book } = await openBook(folder, key)
  await book.append(voided(4))
  await book.close()
  assert.equal((await recordsIn(folder)).length, 4)
})

test('ATT-97: a book with any changed, removed, moved or inserted line is not opened', async (t) => {
  const folder = await folderOf(t)
  const lines = await bookOf(folder, 4)
  const [one = '', two = '', three = '', four = ''] = lines
  const books: readonly (readonly string[])[] = [
    [two, three, four],
    [one, three, four],
    [two, one, three, four],
    [one, two, two, three, four],
    [one, two.replace('withdrawal-2', 'withdrawal-9'), three, four],
    [`0${one.slice(1)}`, two, three, four].map((line, at) =>
      at === 0 && line === one ? `1${line.slice(1)}` : line,
    ),
    [one, two, three, four.slice(65)],
    [one, '', two],
  ]
  for (const [at, changed] of books.entries()) {
    await writeFile(bookFile(folder), `${changed.join('\n')}\n`)
    await assert.rejects(openBook(folder, key), /was changed/, `book ${at}`)
  }
  await writeFile(bookFile(folder), `${lines.join('\n')}\n`)
  await assert.rejects(openBook(folder, Buffer.alloc(32, 6)), /line 1 .* was changed/)
  assert.equal((await recordsIn(folder)).length, 4)
})

test('FLT-31: an incomplete last line was never answered and is written again', async (t) => {
  const folder = await folderOf(t)
  const lines = await bookOf(folder, 2)
  const whole = await readFile(bookFile(folder))
  const first = Buffer.byteLength(`${lines[0]}\n`)
  for (let length = first; length < whole.length; length += 7) {
    await writeFile(bookFile(folder), whole)
    await truncate(bookFile(folder), length)
    assert.deepEqual(await recordsIn(folder), [voided(1)], `${length} bytes`)
    const { book } = await openBook(folder, key)
    await book.append(voided(2))
    await book.close()
    assert.deepEqual(await recordsIn(folder), [voided(1), voided(2)], `${length} bytes`)
  }
})

test('ATT-97: a book that cannot be written gives no signatures from then on', async (t) => {
  const folder = await folderOf(t)
  const { book } = await openBook(folder, key)
  await book.close()
  await assert.rejects(book.append(voided(1)))
  assert.ok(book.isBroken())
  await assert.rejects(book.append(voided(2)), /broken/)
  assert.deepEqual(await recordsIn(folder), [])

  const { signer, close } = await freshSigner(t)
  const first = await signer.sign(payoutNo(1))
  assert.ok('signed' in first)
  await close()
  await assert.rejects(signer.sign(payoutNo(2)))
  assert.deepEqual(await signer.sign(payoutNo(2)), { refused: 'book.broken' })
  const again = await signer.sign(payoutNo(1))
  assert.ok('signed' in again && again.signed.raw === first.signed.raw)
})

test('FLT-31: a signer opens after a torn line and signs that request again', async (t) => {
  const folder = await folderOf(t)
  const before = await signerIn(folder)
  const first = await before.signer.sign(payoutNo(1))
  const second = await before.signer.sign(payoutNo(2))
  await before.close()
  assert.ok('signed' in first && 'signed' in second)
  const text = await readFile(bookFile(folder), 'utf8')
  await truncate(bookFile(folder), Buffer.byteLength(text) - 20)
  const after = await signerIn(folder)
  t.after(() => after.close())
  assert.deepEqual(after.signer.signedUnder('payout-2'), [])
  const anew = await after.signer.sign(payoutNo(2))
  assert.ok('signed' in anew && !anew.isRepeat && anew.signed.raw === second.signed.raw)
  // The server saw both records. If complete records had been lost, the signer would refuse.
  assert.deepEqual(await after.signer.sign({ ...payoutNo(3), bookAtLeast: 3 }), {
    refused: 'book.behind',
  })
  await appendFile(bookFile(folder), 'x')
})

test('H-4: an older book without owners, holds and destinations is still read', async (t) => {
  const { signer } = await freshSigner(t)
  const first = await signer.sign(payoutNo(1))
  assert.ok('signed' in first)
  const kept = { ...JSON.parse(encodeRecord(first.signed)) }
  const { owner: _, charges, ...rest } = kept
  const before = charges.map(({ destination: __, ...charge }: Record<string, unknown>) => charge)
  assert.deepEqual(parseRecord({ ...rest, charges: before }), {
    ...first.signed,
    owner: null,
    charges: first.signed.charges.map((charge) => ({ ...charge, destination: null })),
  })
  assert.deepEqual(parseRecord(kept), first.signed)
  const voidedBefore = { type: 'voided', atMs: 2, id: 'withdrawal-2' }
  assert.deepEqual(parseRecord(voidedBefore), voided(2))
})
