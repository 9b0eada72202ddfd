import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asDigits, findDate, realDate } from './digits.ts'

test('KYCM-09: letters that look like digits are read as digits', () => {
  assert.equal(asDigits('3I7lO14SB'), '317101458')
})

test('KYCM-09: a date is found among other words, whatever separates its parts', () => {
  for (const text of ['JAKARTA, 01-07-1990', 'SOLO 01 - O7 - I990', '01/07/1990', '01.07.1990 x'])
    assert.equal(findDate(text), '1990-07-01', text)
})

test('KYCM-09: an impossible date, or one beyond a lifetime, is no date', () => {
  for (const text of ['31-02-1990', '00-07-1990', '01-13-1990', '01-07-1790', '01-07-2190', 'x'])
    assert.equal(findDate(text), null, text)
  assert.equal(realDate('2000', '02', '29'), '2000-02-29')
  assert.equal(realDate('1900', '02', '29'), null)
})
