import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withoutPersonalData } from './desk-words.ts'

test("ATT-104 SRV-44: names and numbers are removed from operators' texts", () => {
  const values = ['Dewi Lestari', '3171014107900003', null, 'Jl. Melati 5']
  const redacted = (text: string) => withoutPersonalData(text, values)
  assert.equal(redacted('DEWI on the card, not dewi lestari'), '••• on the card, not ••• •••')
  assert.equal(redacted('NIK 3171 0141 0790 0003 is used'), 'NIK ••• is used')
  assert.equal(redacted('call +62 812-3456-789 or dewi@people.example'), 'call +••• or •••')
  assert.equal(redacted('the face differs (0.31)'), 'the face differs (0.31)')
  assert.equal(redacted('lives in melati'), 'lives in •••')
})

test('SRV-44: no personal value is left, whatever it consists of', () => {
  const word = fc.string({ minLength: 3, maxLength: 12 }).filter((text) => !/[\s,./•-]/u.test(text))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.string(), (words, rest) => {
      const redacted = withoutPersonalData(`${rest} ${words.join(' ')}`, [words.join(' ')])
      for (const one of words) assert.equal(redacted.includes(one), false, `${one} in ${redacted}`)
    }),
  )
})
