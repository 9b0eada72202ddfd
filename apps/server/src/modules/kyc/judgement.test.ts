import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DocumentFindings } from '../../adapters/identity-check/index.ts'
import { type ExpectedIdentity, type Findings, judgeFindings } from './judgement.ts'

const thresholds = { probabilityMin: 0.6, qualityMin: 0.3 }
const nowMs = Date.UTC(2026, 6, 1)
const expected = {
  birthDate: '1990-07-01',
  gender: 'F',
  isNumberTyped: true,
  isNumberUsed: false,
  isSuspicious: false,
  nowMs,
} as const satisfies ExpectedIdentity
const document = {
  kind: 'ktp',
  name: 'DEWI LESTARI',
  number: '3171014107900003',
  birthDate: '1990-07-01',
  gender: 'F',
  expired: null,
  confidence: 0.9,
  matches: { name: 0.8, number: true, birthDate: true },
  face: { quality: 0.7 },
} as const
const good: Findings = { document, face: { probability: 0.6, quality: 0.3 }, refusal: null }

const withMatches = (matches: Partial<typeof document.matches>): Findings => ({
  ...good,
  document: { ...document, matches: { ...document.matches, ...matches } },
})

test('R-42: matching and similar findings are approved automatically, with an unread birth date too', () => {
  assert.deepEqual(judgeFindings(good, expected, thresholds), { decision: 'approve', reasons: [] })
  const unread = { ...document, matches: { ...document.matches, birthDate: null } }
  assert.equal(
    judgeFindings({ ...good, document: unread }, expected, thresholds).decision,
    'approve',
  )
})

test('R-42: a number that was not typed has nothing to differ from, and must have the format of its kind', () => {
  const untyped = { ...expected, isNumberTyped: false }
  const reasonsOf = (number: string | null, kind: 'ktp' | 'passport' = 'ktp') => {
    const matches = { ...document.matches, number: null }
    const expired = kind === 'passport' ? false : null
    const found = { ...good, document: { ...document, kind, number, expired, matches } }
    return judgeFindings(found, untyped, thresholds).reasons
  }
  assert.deepEqual(reasonsOf('3171 0141 0790 0003'), [])
  assert.deepEqual(reasonsOf('C01X00T47', 'passport'), [])
  assert.deepEqual(reasonsOf('3171 0141 0790'), ['number_differs'])
  assert.deepEqual(reasonsOf(null), ['number_differs'])
})

test("R-42: a NIK with another birth date or gender than the card or the user's input is reviewed", () => {
  const untyped = { ...expected, isNumberTyped: false, birthDate: null, gender: null } as const
  const reasonsOf = (read: Partial<DocumentFindings>, recorded: Partial<ExpectedIdentity> = {}) => {
    const matches = { ...document.matches, number: null, birthDate: null }
    const found = { ...good, document: { ...document, matches, ...read } }
    return judgeFindings(found, { ...untyped, ...recorded }, thresholds).reasons
  }
  assert.deepEqual(reasonsOf({}), [])
  assert.deepEqual(reasonsOf({ gender: null }), [])
  assert.deepEqual(reasonsOf({ birthDate: '1990-07-02' }), ['suspicious'])
  assert.deepEqual(reasonsOf({ gender: 'M' }), ['suspicious'])
  assert.deepEqual(reasonsOf({ number: '3171010107900003' }), ['suspicious'])
  const unread = { birthDate: null, gender: null }
  assert.deepEqual(reasonsOf(unread, { birthDate: '1990-07-01', gender: 'F' }), [])
  assert.deepEqual(reasonsOf(unread, { birthDate: '1991-07-01' }), ['suspicious'])
  assert.deepEqual(reasonsOf(unread, { birthDate: '1990-07-01', gender: 'M' }), ['suspicious'])
})

test('R-42: a passport must be readable as valid; an expired one has that reason', () => {
  const reasonsOf = (kind: 'ktp' | 'passport', expired: boolean | null) =>
    judgeFindings({ ...good, document: { ...document, kind, expired } }, expected, thresholds)
      .reasons
  assert.deepEqual(reasonsOf('passport', false), [])
  assert.deepEqual(reasonsOf('passport', true), ['expired'])
  assert.deepEqual(reasonsOf('passport', null), ['unreadable'])
  assert.deepEqual(reasonsOf('ktp', null), [])
  assert.deepEqual(reasonsOf('ktp', true), ['expired'])
})

test('R-42: each single doubt leads to a review, with its reason', () => {
  const face = { probability: 0.6, quality: 0.3 }
  const cases: readonly [string, Findings, Partial<ExpectedIdentity>][] = [
    ['unreadable', { document: null, face: null, refusal: 'Extraction Failed.' }, {}],
    ['unreadable', { ...good, document: { ...document, kind: 'unknown' } }, {}],
    ['name_differs', withMatches({ name: 0.79 as 0.8 }), {}],
    ['number_differs', withMatches({ number: false as true }), {}],
    ['suspicious', withMatches({ birthDate: false as true }), {}],
    ['no_face', { ...good, face: null }, {}],
    ['no_face', { ...good, document: { ...document, face: null } }, {}],
    ['face_differs', { ...good, face: { ...face, probability: 0.59 } }, {}],
    ['face_differs', { ...good, face: { ...face, quality: 0.29 } }, {}],
    ['face_differs', { ...good, face: { ...face, probability: Number.NaN } }, {}],
    ['suspicious', { ...good, face: { ...face, copy: true } }, {}],
    ['too_young', good, { birthDate: '2009-07-02' }],
    ['number_used', good, { isNumberUsed: true }],
    ['suspicious', good, { isSuspicious: true }],
  ]
  for (const [reason, findings, changed] of cases) {
    const verdict = judgeFindings(findings, { ...expected, ...changed }, thresholds)
    assert.deepEqual(verdict, { decision: 'review', reasons: [reason] }, reason)
  }
})

test('R-42: nothing is approved below a threshold, whatever else is found', () => {
  const score = fc.oneof(fc.double({ min: 0, max: 1 }), fc.constant(Number.NaN))
  fc.assert(
    fc.property(score, score, score, fc.boolean(), (name, probability, quality, number) => {
      const findings = {
        ...withMatches({ name: name as 0.8, number: number as true }),
        face: { probability, quality },
      }
      const isGood = name >= 0.8 && number && probability >= 0.6 && quality >= 0.3
      const { decision, reasons } = judgeFindings(findings, expected, thresholds)
      assert.equal(decision, isGood ? 'approve' : 'review')
      assert.equal(reasons.length === 0, isGood)
    }),
  )
})
