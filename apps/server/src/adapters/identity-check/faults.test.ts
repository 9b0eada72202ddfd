/** How the adapter handles a faulty provider: it never concludes anything about a person. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createProvider } from './index.ts'
import type { Answer, IdentityCheck } from './port.ts'
import {
  callbackSecret,
  type ContractServer,
  type Fault,
  startContractServer,
} from './testing/contract-server.ts'

const jpeg = Buffer.from('ffd8ffe0aabbcc', 'hex')
const order = {
  templateId: 'template-of-the-tests',
  reference: 'case-1',
  expected: { name: null, number: null, birthDate: null },
}
const patientMs = 20_000
const shortTimeoutMs = 300

type Rig = {
  readonly server: ContractServer
  readonly within: (timeoutMs: number) => IdentityCheck
}

async function setUp(test: TestContext): Promise<Rig> {
  const server = await startContractServer(test)
  const { url, key } = server
  const reach = async () => ({ url, key })
  return { server, within: (timeoutMs) => createProvider({ reach, callbackSecret, timeoutMs }) }
}

async function startVerification(check: IdentityCheck): Promise<string> {
  const answer = await check.createVerification(order)
  assert.ok(answer.status === 'done', JSON.stringify(answer))
  return answer.value.verificationId
}

const faults: readonly Fault[] = [
  'timeout',
  'disconnect',
  'error',
  'busy',
  'junk',
  'wrong_shape',
  'endless',
  'unauthorized',
]

for (const fault of faults) {
  test(`FLT-37: ${fault} proves nothing about the person, and the next call works normally`, async (t) => {
    const { server, within } = await setUp(t)
    const check = within(fault === 'timeout' ? shortTimeoutMs : patientMs)
    const verificationId = await startVerification(within(patientMs))
    const ids = { templateId: order.templateId, verificationId }
    const calls = {
      create: (by) => by.createVerification(order),
      document: (by) => by.checkDocument({ ...ids, front: jpeg, back: null }),
      face: (by) => by.checkFace({ ...ids, image: jpeg }),
    } as const satisfies Readonly<Record<string, (by: IdentityCheck) => Promise<Answer<unknown>>>>
    for (const [operation, call] of Object.entries(calls)) {
      if (operation !== 'create' && operation !== 'document' && operation !== 'face') continue
      server.fail(operation, fault)
      assert.equal((await call(check)).status, 'unknown', operation)
      const again = await call(within(patientMs))
      assert.equal(again.status, 'done', `${operation}: ${JSON.stringify(again)}`)
    }
  })
}

test('FLT-37: an unreachable provider is down after three calls, and healthy again after some good replies', async (t) => {
  const { server, within } = await setUp(t)
  const check = within(patientMs)
  assert.equal(check.health().state, 'ok')
  server.fail('create', 'error', 3)
  for (let i = 0; i < 3; i++) {
    assert.equal((await check.createVerification(order)).status, 'unknown')
  }
  assert.equal(check.health().state, 'down')
  await startVerification(check)
  assert.equal(check.health().state, 'slow')
  for (let i = 0; i < 3; i++) await startVerification(check)
  assert.equal(check.health().state, 'ok')
})

test('FLT-37: a refusal counts as a reply, and a failed connection does not', async (t) => {
  const { server, within } = await setUp(t)
  const check = within(patientMs)
  const ids = { templateId: order.templateId, verificationId: await startVerification(check) }
  server.findDocument('Extraction Failed. Please make sure the document is a valid ID.')
  for (let i = 0; i < 3; i++) {
    const answer = await check.checkDocument({ ...ids, front: jpeg, back: null })
    assert.equal(answer.status, 'refused')
  }
  assert.equal(check.health().state, 'ok')
  await server.stop()
  for (let i = 0; i < 3; i++) {
    assert.equal((await check.createVerification(order)).status, 'unknown')
  }
  assert.equal(check.health().state, 'down')
})

test('FLT-37: a wrong key proves nothing about a person', async (t) => {
  const { server } = await setUp(t)
  const reach = async () => ({ url: server.url, key: 'wrong' })
  const check = createProvider({ reach, callbackSecret })
  const answer = await check.createVerification(order)
  assert.deepEqual(answer, { status: 'unknown', reason: 'status 401' })
})

test('FLT-37: a stopping server aborts calls, starts no new ones, and does not count them as failures', async (t) => {
  const { server } = await setUp(t)
  const ending = new AbortController()
  const { url, key } = server
  const reach = async () => ({ url, key })
  const check = createProvider({ reach, callbackSecret, signal: ending.signal })
  server.fail('create', 'timeout', 1)
  const waiting = check.createVerification(order)
  setTimeout(() => ending.abort(), 100)
  assert.equal((await waiting).status, 'unknown')
  assert.equal((await check.createVerification(order)).status, 'unknown')
  assert.equal(server.asked.length, 0)
  assert.equal(check.health().state, 'ok')
})
