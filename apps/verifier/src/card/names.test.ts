import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nameLikeness } from './names.ts'

const alike: readonly (readonly [string, string])[] = [
  ['Siti Rahayu Pertiwi', 'SITI RAHAYU PERTIWI'],
  ['Siti Rahayu Pertiwi', 'PERTIWI SITI RAHAYU'],
  ['José Muñoz', 'JOSE MUNOZ'],
  ["Ma'ruf Amin", 'MARUF AMIN'],
  ['Siti Rahayu', 'SITIRAHAYU'],
  ['Muhammad Nur', 'M U H A M M A D NUR'],
]

test('DEC-55: case, marks, order and lost spaces of a name do not count', () => {
  for (const [one, other] of alike) assert.equal(nameLikeness(one, other), 1, `${one}, ${other}`)
})

test('DEC-55: a slip of reading counts little, a missing word more, another name most', () => {
  const typed = 'Siti Rahayu Pertiwi'
  const slip = nameLikeness(typed, 'S1TI RAHAYU PERTlWI')
  const missing = nameLikeness(typed, 'SITI RAHAYU')
  const other = nameLikeness(typed, 'BUDI SANTOSO')
  assert.ok(slip > 0.85 && slip < 1, String(slip))
  assert.ok(missing > 0.6 && missing < slip, String(missing))
  assert.ok(other < 0.4, String(other))
})

test('DEC-55: likeness is the same both ways, within 0 and 1, and whole for the same name', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abcdeéñ’ .-XYZ09'.split('')), maxLength: 150 })
  fc.assert(
    fc.property(name, name, (one, other) => {
      const like = nameLikeness(one, other)
      assert.ok(like >= 0 && like <= 1)
      assert.ok(Math.abs(like - nameLikeness(other, one)) < 1e-9)
      if (/[a-zA-Z0-9]/.test(one)) assert.ok(nameLikeness(one, one) > 0.999)
    }),
  )
})

test('DEC-55: no name is like nothing', () => {
  assert.equal(nameLikeness('', ''), 0)
  assert.equal(nameLikeness('Siti', '...'), 0)
})
