import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import {
  isApproved,
  macOfApproval,
  describePayment,
  parseApproval,
  textOfApproval,
} from './approval.ts'
import { approvalKey, bitcoinApproval, bodyOf, tokenApproval } from './testing/requests.ts'

/** Outside the sources, because the server's approval step uses them too. */
const vectorsFile = path.join(import.meta.dirname, '../fixtures/approvals.json')

test('ATT-97: the text of an approval and its proof equal the shared test vectors', async () => {
  const vectors: unknown = JSON.parse(await readFile(vectorsFile, 'utf8'))
  assert.ok(Array.isArray(vectors) && vectors.length >= 4)
  for (const { key, approval, text, mac } of vectors) {
    const read = parseApproval(approval)
    assert.ok(read)
    assert.equal(textOfApproval(read), text)
    assert.equal(macOfApproval(Buffer.from(key), read), mac)
    assert.ok(isApproved(Buffer.from(key), read, mac))
  }
})

test('ATT-97: a proof fits one approval under one key, and no other text', () => {
  const mac = macOfApproval(approvalKey, bitcoinApproval)
  assert.ok(isApproved(approvalKey, bitcoinApproval, mac))
  assert.ok(!isApproved(Buffer.alloc(32, 'another'), bitcoinApproval, mac))
  for (const wrong of ['', mac.slice(2), `${mac}00`, 'z'.repeat(64)]) {
    assert.ok(!isApproved(approvalKey, bitcoinApproval, wrong))
  }
  // Moving characters from one field to the next changes the text.
  const shifted = { ...bitcoinApproval, id: 'withdrawal-1bit', chain: 'coin' }
  assert.notEqual(textOfApproval(shifted), textOfApproval(bitcoinApproval))
})

test('ATT-97: an approval is parsed whole or not at all', () => {
  const sent: Record<string, unknown> = { ...JSON.parse(bodyOf(tokenApproval)) }
  assert.deepEqual(parseApproval(sent), tokenApproval)
  for (const field of Object.keys(sent)) {
    const { [field]: _, ...rest } = sent
    assert.equal(parseApproval(rest), null, `without ${field}`)
  }
  const wrong: Record<string, unknown>[] = [
    { more: 1 },
    { kind: 'gift' },
    { id: '' },
    { id: 'a b' },
    { id: 'x'.repeat(129) },
    { amount: 1 },
    { amount: '-1' },
    { amount: '01' },
    { amount: '1e3' },
    { amount: '1.0' },
    { feeMax: '' },
    { contract: '' },
    { hold: 7 },
    { approvedAtMs: '1' },
    { notAfterMs: 1.5 },
  ]
  for (const change of wrong) {
    assert.equal(parseApproval({ ...sent, ...change }), null, JSON.stringify(change))
  }
  for (const value of [null, [], 'approval', 3]) assert.equal(parseApproval(value), null)
})

test('ATT-95: under one id only the fee, the approver and the times may change', () => {
  const fees = { feeMax: 1n, approvedBy: 'somebody', approvedAtMs: 1, notAfterMs: 2 }
  assert.equal(describePayment({ ...tokenApproval, ...fees }), describePayment(tokenApproval))
  const changes = [
    { kind: 'sweep' },
    { chain: 'evm:56' },
    { currency: 'ETH' },
    { contract: null },
    { destination: 'elsewhere' },
    { amount: 1n },
    { hold: 'another' },
  ] as const
  for (const change of changes) {
    assert.notEqual(
      describePayment({ ...tokenApproval, ...change }),
      describePayment(tokenApproval),
    )
  }
})
