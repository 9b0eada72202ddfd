/**
 * Goal: whatever happens to the connection, one click requests one transfer, and the page never shows a
 * guess.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkFailure, readAnswer } from '../../api/answer.ts'
import {
  type RequestResult,
  toRequestResult,
  createTransferRequester,
  type RequestReply,
} from './transfer-request.ts'
import type { SentRequest, OpenRequestStore } from './open-request.ts'

type Answer = RequestResult<string>

/** The result of a failed answer with this status and code; 0: there was no answer. */
function failed(status: number, code = ''): Answer {
  const failure = status === 0 ? networkFailure : readAnswer(status, { success: 0, code })
  if (failure.ok) throw new Error('this is no failure')
  return { ok: false, failure }
}
const done: Answer = { ok: true, row: 'withdrawal 7', message: '' }

/** Asserts that the outcome is unknown and that the reason is reported. */
function assertUnknown(reply: RequestReply<string> | null): void {
  assert.ok(reply !== null && !reply.ok && reply.failure === null)
  assert.notEqual(reply.lost.kind, 'refused')
}

/** The storage of an open tab. */
function tab(): OpenRequestStore<string> {
  let store: SentRequest<string> | null = null
  return { read: () => store, save: (sent) => void (store = sent) }
}

/** A requester whose exchange gives these answers in order, and the requests that it received. */
function createRequester(...answers: readonly Answer[]) {
  return createRequesterIn(tab(), ...answers)
}

function createRequesterIn(keeper: OpenRequestStore<string>, ...answers: readonly Answer[]) {
  const left = [...answers]
  const sent: { readonly wish: string; readonly commandId: string }[] = []
  const requester = createTransferRequester(async (request: string, commandId: string) => {
    sent.push({ wish: request, commandId })
    return left.shift() ?? done
  }, keeper)
  return { requester, sent }
}

test('R-12 IDRW-05: after a lost answer the same request is sent again with the same id', async () => {
  const { requester, sent } = createRequester(failed(0), failed(503), failed(500), failed(0), done)
  for (let press = 1; press <= 4; press += 1) {
    assertUnknown(await requester.ask(`press ${press}`))
    assert.deepEqual(requester.read(), { isBusy: false, unresolved: 'press 1' })
  }
  assert.equal(await requester.ask('press 5'), done)
  assert.deepEqual(requester.read(), { isBusy: false, unresolved: null })
  assert.equal(sent.length, 5)
  assert.equal(new Set(sent.map(({ commandId }) => commandId)).size, 1)
  assert.ok(sent.every(({ wish }) => wish === 'press 1'))
})

test('R-12: an answer resolves a request; the next click is another command', async () => {
  const { requester, sent } = createRequester(done, failed(409, 'withdrawal.fee_changed'), done)
  await requester.ask('first')
  await requester.ask('second')
  await requester.ask('third')
  assert.deepEqual(
    sent.map(({ wish }) => wish),
    ['first', 'second', 'third'],
  )
  assert.equal(new Set(sent.map(({ commandId }) => commandId)).size, 3)
})

test('R-12: a refusal is returned unchanged, and resolves the request', async () => {
  const refusal = failed(400, 'withdrawal.daily_limit')
  const { requester } = createRequester(failed(0), refusal)
  await requester.ask('wish')
  assert.equal(await requester.ask('wish'), refusal)
  assert.equal(requester.read().unresolved, null)
})

test('R-12: if the bank was not reached, nothing is unresolved', async () => {
  const refusal = failed(503, 'gateway.down')
  const { requester } = createRequester(refusal)
  assert.equal(await requester.ask('wish'), refusal)
  assert.equal(requester.read().unresolved, null)
})

test('R-12: an error of the first try is an outcome; on a repeat it leaves the first request unresolved', async () => {
  const error = failed(500)
  const [first, repeat] = [createRequester(error), createRequester(failed(0), failed(401))]
  assert.equal(await first.requester.ask('wish'), error)
  await repeat.requester.ask('wish')
  assertUnknown(await repeat.requester.ask('wish'))
  assert.equal(repeat.requester.read().unresolved, 'wish')
})

test('ATT-84: clicks during a request send nothing, and listeners get each change', async () => {
  const { requester, sent } = createRequester(done)
  const seen: boolean[] = []
  const stop = requester.subscribe(() => seen.push(requester.read().isBusy))
  const presses = Array.from({ length: 5 }, () => requester.ask('wish'))
  assert.equal(requester.read().isBusy, true)
  const replies = await Promise.all(presses)
  assert.deepEqual(replies, [done, null, null, null, null])
  assert.equal(sent.length, 1)
  assert.deepEqual([seen[0], seen.at(-1)], [true, false])
  stop()
  const result = seen.length
  await requester.ask('another')
  assert.equal(seen.length, result)
})

test('R-12: a call that throws leaves its request unresolved, and can be repeated', async () => {
  const ids: string[] = []
  const requester = createTransferRequester(
    async (_: string, commandId: string): Promise<Answer> => {
      ids.push(commandId)
      if (ids.length === 1) throw new Error('the page was torn')
      return done
    },
    tab(),
  )
  await assert.rejects(requester.ask('wish'))
  assert.equal(requester.read().isBusy, false)
  assert.equal(await requester.ask('wish'), done)
  assert.equal(ids[0], ids[1])
})

test('R-12: the answer to an automatic repeat does not resolve the first request', async () => {
  const late = failed(429, 'rate.limited')
  if (late.ok) throw new Error('this is no failure')
  const { requester, sent } = createRequester({
    ok: false,
    failure: { ...late.failure, isOfRepeat: true },
  })
  assertUnknown(await requester.ask('wish'))
  assert.equal(await requester.ask('wish'), done)
  assert.equal(sent[0]?.commandId, sent[1]?.commandId)
})

test('R-12 INV-13: the next page repeats an unresolved request with its id before anything else', async () => {
  const store = tab()
  const first = createRequesterIn(store, failed(0))
  await first.requester.ask('withdraw a million')
  const next = createRequesterIn(store, failed(503), done)
  assert.deepEqual(next.requester.read(), { isBusy: false, unresolved: 'withdraw a million' })
  assertUnknown(await next.requester.ask('another'))
  assert.equal(await next.requester.ask('another'), done)
  const ids = [...first.sent, ...next.sent].map(({ commandId }) => commandId)
  assert.equal(new Set(ids).size, 1)
  assert.ok(next.sent.every(({ wish }) => wish === 'withdraw a million'))
  assert.equal(createRequesterIn(store).requester.read().unresolved, null)
})

test('R-12: a page that closes before the answer has stored its request', async () => {
  const store = tab()
  const never = createTransferRequester(() => new Promise<Answer>(() => {}), store)
  never.ask('wish').catch(() => undefined)
  assert.equal(createRequesterIn(store).requester.read().unresolved, 'wish')
})

test('R-12: an unreadable success is not a failure', () => {
  const textOf = ({ id }: { readonly id: number }) => id.toFixed()
  const body = { msg: 'Done', data: { id: 7 } }
  assert.deepEqual(toRequestResult({ ok: true, body }, textOf), {
    ok: true,
    row: '7',
    message: 'Done',
  })
  // An answer of another server version: only its success is reliable.
  const strange = Object.assign({ ...body }, JSON.parse('{"data":{}}'))
  const result = toRequestResult({ ok: true, body: strange }, textOf)
  assert.deepEqual(result, { ok: true, row: null, message: 'Done' })
})
