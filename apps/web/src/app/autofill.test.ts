import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnreported } from './autofill.ts'

test('exactly the values without an event are reported', () => {
  const cases: readonly (readonly [string, string, string | undefined, boolean])[] = [
    ['', '', undefined, false],
    ['dewi@b.example', '', undefined, true],
    // Typed, in a field that React controls and in one that it does not.
    ['dewi', 'dewi', 'dewi', false],
    ['dewi', '', 'dewi', false],
    // Set by a button after typing.
    ['1500', '1500', '15', false],
    // Filled in over typed text.
    ['dewi@b.example', 'de', 'de', true],
  ]
  for (const [value, defaultValue, heard, expected] of cases) {
    assert.equal(isUnreported({ value, defaultValue }, heard), expected, value)
  }
})
