import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heroFigure } from './hero-figure.ts'

test('HOME-01 DEC-94: in English the figures are shown as configured', () => {
  for (const text of ['9,501', '50', '5M IDR']) assert.equal(heroFigure(text, 'en'), text)
})

test('HOME-01 R-70: in Indonesian commas become dots, and M means a million, not miliar', () => {
  assert.equal(heroFigure('9,501', 'id'), '9.501')
  assert.equal(heroFigure('50', 'id'), '50')
  assert.equal(heroFigure('5M IDR', 'id'), '5 juta IDR')
  assert.equal(heroFigure('1.5B IDR', 'id'), '1,5 miliar IDR')
  assert.equal(heroFigure('12,345,678 orang', 'id'), '12.345.678 orang')
})

test('R-70: plain digits are grouped in both languages', () => {
  assert.equal(heroFigure('9501', 'en'), '9.501')
  assert.equal(heroFigure('9501', 'id'), '9.501')
})
