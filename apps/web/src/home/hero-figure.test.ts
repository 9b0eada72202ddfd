import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heroFigure } from './hero-figure.ts'

test('HOME-01 DEC-94: in English the hero\u2019s figures are as they were configured', () => {
  for (const text of ['9,501', '50', '5M IDR']) assert.equal(heroFigure(text, 'en'), text)
})

test('HOME-01 R-70: in Indonesian a comma of thousands is a dot, and M is a million and no miliar', () => {
  assert.equal(heroFigure('9,501', 'id'), '9.501')
  assert.equal(heroFigure('50', 'id'), '50')
  assert.equal(heroFigure('5M IDR', 'id'), '5 juta IDR')
  assert.equal(heroFigure('1.5B IDR', 'id'), '1,5 miliar IDR')
  assert.equal(heroFigure('12,345,678 orang', 'id'), '12.345.678 orang')
})

test('R-70: a figure that is configured as digits has the form of all numbers in both languages', () => {
  assert.equal(heroFigure('9501', 'en'), '9.501')
  assert.equal(heroFigure('9501', 'id'), '9.501')
})
