import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from './refusal.ts'

test('R-14: a refusal has its code, exactly the parameters of it, and when to try again', () => {
  const { code, params, retryAfterSeconds } = new Refusal('bank.holder', { min: 3 }, 60)
  assert.deepEqual(
    { code, params, retryAfterSeconds },
    {
      code: 'bank.holder',
      params: { min: 3 },
      retryAfterSeconds: 60,
    },
  )
  assert.deepEqual(new Refusal('bank.locked').params, {})
})

/** None of these compiles: an unused `@ts-expect-error` is a compiler error. */
export const wrong = [
  // @ts-expect-error -- a slip in the code
  () => new Refusal('bank.lockd'),
  // @ts-expect-error -- the parameter is missing
  () => new Refusal('bank.holder'),
  // @ts-expect-error -- the parameter has another name
  () => new Refusal('bank.holder', { max: 3 }),
  // @ts-expect-error -- one parameter more than it has
  () => new Refusal('bank.holder', { min: 3, max: 4 }),
  // @ts-expect-error -- it has no parameter
  () => new Refusal('bank.locked', { min: 3 }),
  // @ts-expect-error -- a code that is known only when it runs
  (code: string) => new Refusal(code),
]
