import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { auditFactMessages } from '@tukar/i18n'
import { kycPieces, kycReasons } from '@tukar/wire'
import { factNames } from './audit-codes.ts'

/** Stubs the browser globals that the texts' language is read from. */
before(() => {
  const documentElement = { dataset: {}, lang: '' }
  const document = { getElementById: () => null, documentElement, cookie: '' }
  Reflect.defineProperty(globalThis, 'document', { value: document })
  const addEventListener = () => undefined
  Reflect.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] } })
  const matchMedia = () => ({ matches: false, addEventListener })
  Reflect.defineProperty(globalThis, 'addEventListener', { value: addEventListener })
  Reflect.defineProperty(globalThis, 'matchMedia', { value: matchMedia })
})

test('the audit log shows states, reasons, steps and files of an identity as text', async () => {
  const { factText, factValue } = await import('./audit-texts.ts')
  const codes = {
    state: ['draft', 'submitted', 'in_review', 'rejected', 'approved'],
    reason: kycReasons,
    piece: kycPieces,
    kind: ['document', 'document_back', 'npwp', 'selfie', 'video', 'still'],
  }
  for (const [key, values] of Object.entries(codes)) {
    assert.notEqual(factText(key, 'identity:7'), key)
    for (const value of values) assert.notEqual(factValue(key, value, 'identity:7'), value)
  }
  assert.equal(factValue('reason', 'null', 'identity:7'), factValue('reason', 'null', 'user:7'))
})

test('the audit log shows roles and payout decisions as text', async () => {
  const { factValue } = await import('./audit-texts.ts')
  assert.doesNotMatch(factValue('roles', '["risk","kyc"]', 'user:7'), /["[\]]/)
  assert.notEqual(factValue('role', 'kyc', 'user:7'), 'kyc')
  assert.doesNotMatch(factValue('decision', 'take_paid', 'withdrawal:7'), /_/)
})

test('every fact with a text is shown by it', () => {
  assert.deepEqual([...factNames].toSorted(), Object.keys(auditFactMessages.en).toSorted())
})

test('H-2: an alarm about the signer’s required votes has both figures', async () => {
  const { toMore } = await import('../overview/overview-wire.ts')
  const { alarmText } = await import('../overview/overview-texts.ts')
  const at = '2026-07-01T00:00:00.000Z'
  const limits = { signer: '0.05', console: '0.2' }
  const counts = { signer: '3', console: '2' }
  const outcome = [
    { no: 1, at, action: 'signer.from_differs', subject: '', about: 'ETH', figures: limits },
    { no: 2, at, action: 'signer.needed_differs', subject: '', about: 'signer', figures: counts },
    { no: 3, at, action: 'custody.gap', subject: '', about: 'BTC', figures: null },
  ]
  const money = { gateway_balance: null, ledger_balance: null, difference: null, in_flight: null }
  assert.deepEqual(toMore({ queues: [], ...money, alarms: outcome }).alarms.map(alarmText), [
    'The signer wants votes from 0,05 ETH on and the console asks operators from 0,2 ETH on: a withdrawal in between is not signed until both are the same.',
    'The signer needs the votes of 3 operators and the console asks 2: no large withdrawal is signed until both are the same.',
    'Coins are missing',
  ])
})
