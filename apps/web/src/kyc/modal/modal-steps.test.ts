import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  canSend,
  isShutByServer,
  type Cause,
  type ModalEvent,
  type ModalState,
  nextState,
  findProgressPart,
  createModalState,
} from './modal-steps.ts'

type Event = ModalEvent<string>

const after = (...events: readonly Event[]): ModalState<string> =>
  events.reduce<ModalState<string>>((state, event) => nextState(state, event), createModalState())

const scores = { probability: 0.97, quality: 0.8 }
const unreadable: Cause = { kind: 'unreadable' }
const agree: Event = { kind: 'agree' }
const created: Event = { kind: 'created', attempt: 1, verificationId: 'v1' }
const front: Event = { kind: 'picture', of: 'front', picture: 'F' }
const back: Event = { kind: 'picture', of: 'back', picture: 'B' }
const selfie: Event = { kind: 'picture', of: 'selfie', picture: 'S' }
const send: Event = { kind: 'send' }
const taken: Event = { kind: 'documentTaken', attempt: 2 }
const throughDocument = [agree, created, front, back, send, taken] as const

test('KYCM-02 KYCM-11: agreement, create verification, document, biometric, finish', () => {
  assert.deepEqual(after().step, { name: 'agreement' })
  assert.deepEqual([after(agree).step.name, after(agree).isBusy], ['creating', true])
  assert.deepEqual(after(agree, created).step, { name: 'document', shown: 'front' })
  assert.deepEqual(after(agree, created, front).step, { name: 'document', shown: 'back' })
  assert.deepEqual(after(agree, created, front, back).step, { name: 'document', shown: 'preview' })
  assert.deepEqual(after(...throughDocument).step, { name: 'biometric' })
  const done = after(...throughDocument, selfie, send, { kind: 'faceTaken', attempt: 3, scores })
  assert.deepEqual(done.step, { name: 'finish', scores })
  assert.equal(done.isBusy, false)
})

test('RT-04 DEC-63: the server closes the dialog unless its own verification has just ended', () => {
  const sending = after(...throughDocument, selfie, send)
  const finished = nextState(sending, { kind: 'faceTaken', attempt: 3, scores })
  for (const state of [after(), after(agree, created, front), after(...throughDocument, selfie)]) {
    assert.equal(isShutByServer(state), true, state.step.name)
  }
  assert.deepEqual([isShutByServer(sending), isShutByServer(finished)], [false, false])
})

test('KYCM-05 KYCM-08: a document needs both sides, and a biometric step needs a face', () => {
  assert.equal(canSend(after(agree, created, front)), false)
  assert.equal(after(agree, created, front, send).isBusy, false)
  assert.equal(canSend(after(agree, created, back)), false)
  assert.equal(canSend(after(agree, created, front, back)), true)
  assert.equal(canSend(after(...throughDocument)), false)
  assert.equal(after(...throughDocument, send).isBusy, false)
  assert.equal(canSend(after(...throughDocument, selfie)), true)
  const dropped = after(agree, created, front, back, { kind: 'drop', of: 'front' })
  assert.deepEqual([dropped.front, dropped.back], [null, 'B'])
  assert.deepEqual(dropped.step, { name: 'document', shown: 'front' })
})

test('DEC-61: a passport is sent without a back side if the operator allows it', () => {
  const start = createModalState<string>(true)
  const events = [agree, created, front] as const
  const state = events.reduce<ModalState<string>>((one, event) => nextState(one, event), start)
  assert.deepEqual([canSend(state), nextState(state, send).isBusy], [true, true])
  const lost: Event = { kind: 'lost', attempt: 2, cause: unreadable }
  const anew = nextState(nextState(nextState(state, send), lost), { kind: 'goBack' })
  assert.deepEqual(anew, { ...start, attempt: 2 })
})

test('KYCM-14: the error step returns to the failed step, without its failed input', () => {
  const failed = (attempt: number): Event => ({ kind: 'failed', attempt, cause: unreadable })
  const goBack: Event = { kind: 'goBack' }
  const document = after(agree, created, front, back, send, failed(2))
  assert.deepEqual(document.step, { name: 'error', cause: unreadable, resume: 'document' })
  const again = nextState(document, goBack)
  assert.deepEqual([again.front, again.back, again.verificationId], [null, null, 'v1'])
  assert.deepEqual(again.step, { name: 'document', shown: 'front' })
  const face = after(...throughDocument, selfie, send, failed(3), goBack)
  assert.deepEqual([face.step, face.selfie, face.front], [{ name: 'biometric' }, null, 'F'])
  assert.deepEqual(after(agree, failed(1), goBack).step, { name: 'agreement' })
  const lost: Event = { kind: 'lost', attempt: 3, cause: { kind: 'unexpected', text: '' } }
  const anew = after(...throughDocument, selfie, send, lost, goBack)
  assert.deepEqual(anew, { ...createModalState(), attempt: 3 })
})

test('KYCM-15: a camera failure opens the error step, and keeps taken pictures', () => {
  const denied: Event = { kind: 'cameraFailed', fault: 'cameraDenied' }
  const state = after(agree, created, front, denied)
  assert.deepEqual(state.step, {
    name: 'error',
    cause: { kind: 'camera', fault: 'cameraDenied' },
    resume: 'document',
  })
  const back = nextState(state, { kind: 'goBack' })
  assert.deepEqual([back.front, back.step], ['F', { name: 'document', shown: 'back' }])
  const tried = nextState(state, { kind: 'tryCamera' })
  assert.deepEqual([tried.front, tried.step], [back.front, back.step])
  assert.deepEqual([back.isCameraTried, tried.isCameraTried], [false, true])
  assert.equal(nextState(tried, { kind: 'picture', of: 'back', picture: 'B' }).isCameraTried, false)
  assert.equal(after(...throughDocument, denied).step.name, 'error')
})

test('KYCM-13: closing asks first, continuing returns to the step, and answers still arrive', () => {
  const asked = after(agree, created, front, { kind: 'close' })
  assert.equal(asked.isClosing, true)
  const on = nextState(asked, { kind: 'continue' })
  assert.deepEqual([on.isClosing, on.step, on.front], [false, asked.step, 'F'])
  const behind = after(agree, created, front, back, send, { kind: 'close' }, taken)
  assert.deepEqual([behind.isClosing, behind.step.name], [true, 'biometric'])
})

test('an answer to an earlier attempt is ignored', () => {
  const failed: Event = { kind: 'failed', attempt: 1, cause: unreadable }
  const state = after(agree, failed, { kind: 'goBack' }, agree)
  assert.equal(state.attempt, 2)
  assert.equal(nextState(state, created), state)
  assert.equal(nextState(state, failed), state)
})

test('during a call nothing else is sent or accepted', () => {
  const state = after(agree, created, front, back, send)
  for (const event of [send, front, agree, { kind: 'drop', of: 'back' } as const]) {
    assert.equal(nextState(state, event), state)
  }
})

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom<Event>(
    agree,
    front,
    back,
    selfie,
    send,
    { kind: 'drop', of: 'front' },
    { kind: 'drop', of: 'selfie' },
    { kind: 'goBack' },
    { kind: 'tryCamera' },
    { kind: 'close' },
    { kind: 'continue' },
    { kind: 'cameraFailed', fault: 'cameraBusy' },
  ),
  fc
    .integer({ min: 0, max: 4 })
    .chain((attempt) =>
      fc.constantFrom<Event>(
        { kind: 'created', attempt, verificationId: 'v' },
        { kind: 'documentTaken', attempt },
        { kind: 'faceTaken', attempt, scores },
        { kind: 'failed', attempt, cause: unreadable },
        { kind: 'lost', attempt, cause: unreadable },
      ),
    ),
)

test('KYCM-02: no sequence of events requests a face before a document, or waits forever', () => {
  const run = fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
    let state = createModalState<string>()
    for (const event of events) {
      const before = state
      state = nextState(state, event)
      const { step, verificationId, isBusy } = state
      if (step.name === 'document') assert.notEqual(verificationId, null)
      if (step.name === 'biometric') assert.ok(state.front !== null && state.back !== null)
      if (step.name === 'finish') assert.notEqual(state.selfie, null)
      if (step.name === 'creating') assert.equal(isBusy, true)
      if (step.name === 'agreement' || step.name === 'finish' || step.name === 'error') {
        assert.equal(isBusy, false)
      }
      if (isBusy && !before.isBusy) assert.equal(state.attempt, before.attempt + 1)
      assert.ok(findProgressPart(step) >= 1)
    }
  })
  fc.assert(run, { numRuns: 500 })
})
