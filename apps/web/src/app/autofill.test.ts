import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnheard } from './autofill.ts'

test('a value is told of that came without an event, and no other', () => {
  const cases: readonly (readonly [string, string, string | undefined, boolean])[] = [
    ['', '', undefined, false],
    ['dewi@b.example', '', undefined, true],
    // Typed: of a field that React keeps, and of one that it does not.
    ['dewi', 'dewi', 'dewi', false],
    ['dewi', '', 'dewi', false],
    // Put in by a press of a button after something was typed.
    ['1500', '1500', '15', false],
    // Filled in over what was typed.
    ['dewi@b.example', 'de', 'de', true],
  ]
  for (const [value, defaultValue, heard, expected] of cases) {
    assert.equal(isUnheard({ value, defaultValue }, heard), expected, value)
  }
})
