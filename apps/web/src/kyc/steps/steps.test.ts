import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KycStatus, findRedirect, type KycPage, parseKycPage, stepNames } from './steps.ts'

const fresh: KycStatus = {
  step: 0,
  variant: null,
  state: 'none',
  reason: null,
  piece: null,
  mode: 'both',
  limits: { videoBytes: 50_000_000, videoMinSeconds: 3, videoMaxSeconds: 60 },
}
const nationality: KycPage = { page: 'nationality', isChange: false }
const steps = [0, 1, 2, 3] as const
const variants = ['id', 'global'] as const
const pages = variants.flatMap((variant) =>
  stepNames.map((name): KycPage => ({ page: 'step', variant, name })),
)

test('KYC-02 DEC-46: without a nationality every page redirects to the choice', () => {
  for (const page of pages) assert.deepEqual(findRedirect(page, fresh), nationality)
  assert.equal(findRedirect(nationality, fresh), null)
})

test('KYC-02 KYC-04 KYC-05 DEC-48: each page redirects to the stored step and stays there', () => {
  for (const variant of variants) {
    for (const step of steps) {
      const status = { ...fresh, step, variant }
      const own = parseKycPage(variant, stepNames[step])
      for (const page of pages) {
        const next = findRedirect(page, status)
        const isOwn = JSON.stringify(page) === JSON.stringify(own)
        assert.deepEqual(next, isOwn ? null : own)
      }
    }
  }
})

test('KYC-01 KYC-05 DEC-45 DEC-47: the choice resumes at the stored step, the last one through the video page', () => {
  const names = steps.map((step) => {
    const next = findRedirect(nationality, { ...fresh, step, variant: 'id' })
    return next?.page === 'step' ? next.name : null
  })
  assert.deepEqual(names, ['satu', 'dua', 'tiga', 'tiga'])
})

test('DEC-50: the nationality can be changed until details are saved', () => {
  const change: KycPage = { page: 'nationality', isChange: true }
  for (const step of [0, 1] as const) {
    assert.equal(findRedirect(change, { ...fresh, variant: 'id', step }), null)
  }
  assert.notEqual(findRedirect(change, { ...fresh, variant: 'id', step: 2 }), null)
})

test('ROUTE-31 ROUTE-38: a path without a step is not a page', () => {
  assert.equal(parseKycPage('id', 'lima'), null)
  assert.equal(parseKycPage('xx', 'satu'), null)
})
