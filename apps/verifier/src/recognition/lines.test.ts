import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { card, passport, portrait, spots } from '../testing/pictures.ts'
import { findOrientation } from './lines.ts'
import { greyForText } from './pictures.ts'
import { findZone } from './zone.ts'

test('KYCM-09: the orientation of a page is found by its lines, within half a degree', async () => {
  const page = await card(null)
  for (const degrees of [-12, -3, 0, 5, 12]) {
    const turned = await sharp(page).rotate(degrees, { background: '#555' }).jpeg().toBuffer()
    const lie = findOrientation(await greyForText(turned, 0))
    assert.ok(Math.abs(lie.degrees - degrees) < 0.5, `${degrees}: ${lie.degrees}`)
    assert.ok(lie.signs > 150, String(lie.signs))
  }
  assert.ok(findOrientation(await greyForText(page, 90)).signs < 60)
})

test('KYCM-09: the fillers of a passport are distinguished from letters and digits', async () => {
  const page = await passport(await portrait(spots.siti))
  const zone = findZone(await greyForText(page, 0))
  const shapes = zone?.lines.map((line) =>
    line.map(({ isFiller }) => (isFiller ? '<' : 'x')).join(''),
  )
  assert.deepEqual(shapes, [
    'P<IDNPERTIWI<<SITI<RAHAYU<<<<<<<<<<<<<<<<<<<'.replaceAll(/[^<]/g, 'x'),
    'X1234567<7IDN9007013F3106305<<<<<<<<<<<<<<02'.replaceAll(/[^<]/g, 'x'),
  ])
})

test('KYCM-09: a card has no machine readable zone, and a face has no lines', async () => {
  assert.equal(findZone(await greyForText(await card(null), 0)), null)
  assert.equal(findOrientation(await greyForText(await portrait(spots.siti), 0)).degrees, 0)
})
