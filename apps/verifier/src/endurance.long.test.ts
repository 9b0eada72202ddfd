/** The verifier under load. Each run proves one of three things, and three runs in a row prove all. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { itemsOf, sliceIn } from '@tukar/core/sim/slice'
import sharp from 'sharp'
import { type Process, startVerifier } from './testing/client.ts'
import { card, densePage, portrait, spots } from './testing/pictures.ts'

/** Memory limit of the server and all its child processes. */
const limitMb = 700
/** How long the exchange waits for an answer. */
const answerMs = 45_000

let verifier: Process
let sitiCard: Buffer

before(async () => {
  sitiCard = await card(await portrait(spots.siti))
  verifier = await startVerifier()
})
after(() => verifier.end())

async function withDocument(): Promise<string> {
  const id = await verifier.client.begin()
  assert.equal((await verifier.client.document(id, sitiCard)).message, 'OK')
  return id
}

async function manyWait(): Promise<void> {
  const id = await withDocument()
  const image = await portrait(spots.siti)
  const all = await Promise.all(Array.from({ length: 12 }, () => verifier.client.face(id, image)))
  const busy = all.filter(({ status }) => status === 503)
  const served = all.filter(({ status }) => status === 200)
  // One in work and four that wait; more if some were done before the last arrived.
  assert.ok(served.length >= 5, `${served.length} served`)
  assert.ok(busy.length >= 1, 'some were told to come again')
  assert.equal(served.length + busy.length, all.length)
  for (const { retryAfter } of busy) assert.ok(Number(retryAfter) > 0)
}

async function denseText(): Promise<void> {
  const page = await densePage()
  const id = await verifier.client.begin()
  const beganMs = performance.now()
  const { status, message } = await verifier.client.document(id, page, page)
  const tookMs = performance.now() - beganMs
  assert.equal(status, 422)
  assert.equal(message, 'Extraction Failed. Please make sure the document is a valid ID.')
  assert.ok(tookMs < answerMs, `${tookMs} ms`)
  await withDocument()
}

async function memoryHolds(): Promise<void> {
  const id = await withDocument()
  const image = await sharp(await portrait(spots.siti, 1))
    .resize(1_600)
    .jpeg()
    .toBuffer()
  for (let round = 0; round < 6; round++) {
    assert.equal((await verifier.client.document(id, sitiCard)).status, 200)
    for (let face = 0; face < 4; face++)
      assert.equal((await verifier.client.face(id, image)).status, 200)
  }
  const { highestMb } = verifier.memory()
  assert.ok(highestMb < limitMb, `${highestMb} MB`)
}

const proofs = [
  ['ATT-44: who comes while many wait is told to come again, and the others are served', manyWait],
  [
    'ATT-44: two sides of dense text are unreadable after a bounded time, and the next card is read',
    denseText,
  ],
  ['ATT-44: memory stays below its bound over thirty checks', memoryHolds],
] as const

const { index, count } = sliceIn(process.env)
const turn = { index: index % proofs.length, count: count === 1 ? 1 : proofs.length }
for (const [name, prove] of itemsOf(proofs, turn)) test(name, prove)
