import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { RequestFormStorage } from './open-request.ts'

type Wish = { readonly amount: number; readonly otp: string }

const form: RequestFormStorage<Wish> = {
  name: 'form',
  parse: (value) => {
    const { amount } = Object(value)
    return typeof amount === 'number' ? { amount, otp: '' } : null
  },
  withoutCodes: (request) => ({ ...request, otp: '' }),
}

const cookies = new Map<string, string>()

/** Stubs the browser globals that the session is read from. */
before(() => {
  const document = {
    getElementById: () => null,
    documentElement: { dataset: {}, lang: '' },
    get cookie() {
      return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    },
  }
  Reflect.defineProperty(globalThis, 'document', { value: document })
  Reflect.defineProperty(globalThis, 'location', { value: { protocol: 'http:' } })
})

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
}

test('R-12: an unresolved request survives a reload with its id and without its code, for its user only', async () => {
  const { openSession } = await import('../../api/session.ts')
  const { createOpenRequestStore } = await import('./open-request.ts')
  const store = memory()
  openSession('token', 7)
  createOpenRequestStore(form, store).save({ wish: { amount: 5, otp: '123456' }, commandId: 'id' })
  assert.ok(![...store.kept.values()].join('').includes('123456'))
  assert.deepEqual(createOpenRequestStore(form, store).read(), {
    wish: { amount: 5, otp: '' },
    commandId: 'id',
  })
  openSession('other', 8)
  assert.equal(createOpenRequestStore(form, store).read(), null)
  createOpenRequestStore(form, store).save({ wish: { amount: 6, otp: '' }, commandId: 'other' })
  createOpenRequestStore(form, store).save(null)
  openSession('token', 7)
  assert.equal(createOpenRequestStore(form, store).read()?.commandId, 'id', 'another one’s stays')
  createOpenRequestStore(form, store).save(null)
  assert.equal(store.kept.size, 0)
})

test('an invalid stored request is ignored', async () => {
  const { openSession } = await import('../../api/session.ts')
  const { createOpenRequestStore } = await import('./open-request.ts')
  openSession('token', 7)
  const store = memory()
  const wrong = ['x', '[]', '{}', '{"wish":{"amount":"5"},"commandId":"id"}']
  for (const text of [...wrong, '{"wish":{"amount":5}}']) {
    store.setItem('tukar.asked.form.7', text)
    assert.equal(createOpenRequestStore(form, store).read(), null, text)
  }
})
