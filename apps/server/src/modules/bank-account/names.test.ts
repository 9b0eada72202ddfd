import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherNames, sameNames } from '@tukar/i18n/corpus'
import { isSameName } from './names.ts'

test('a name is recognized in the spelling of a bank, and no other name is', () => {
  for (const [one, other] of sameNames) {
    assert.ok(isSameName(one, other), `${one} ${other}`)
    assert.ok(isSameName(other, one), `${other} ${one}`)
  }
  for (const [one, other] of otherNames) assert.ok(!isSameName(one, other), `${one} ${other}`)
})
