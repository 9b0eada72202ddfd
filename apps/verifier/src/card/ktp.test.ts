import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPlausibleNik, readKtp } from './ktp.ts'

const cleanText = `
PROVINSI DKI JAKARTA
JAKARTA PUSAT
NIK : 3171014107900003
Nama : SITI RAHAYU PERTIWI
Tempat/Tgl Lahir : JAKARTA, 01-07-1990
Jenis Kelamin : PEREMPUAN Gol. Darah : O
Alamat : JL. CONTOH NO. 7
RT/RW : 003/005
Kel/Desa : GAMBIR
Agama : ISLAM
Berlaku Hingga : SEUMUR HIDUP 01-07-2018`

/** Text recognized from a worn card: errors, noise, and missing colons. */
const wornText = `
PROVlNSI DKI JAKARTA -
N1K = 3I71O14107900OO3 |
Narna ; SITI RAHAYU PERTIWI _
Tempat/Tg! Lahir JAKARTA, O1-07-1990
Jenis Kelamin PEREMPUAN
Alarnat JL. CONTOH NO. 7
Agama : ISLAM`

const linesOf = (text: string, confidence = 0.9) =>
  text
    .trim()
    .split('\n')
    .map((line) => ({ text: line, confidence }))

test('KYCM-09: number, name and birth date are read off an identity card', () => {
  const read = readKtp(linesOf(cleanText))
  assert.equal(read.number, '3171014107900003')
  assert.equal(read.name, 'SITI RAHAYU PERTIWI')
  assert.equal(read.birthDate, '1990-07-01')
  assert.ok(read.labels >= 9, String(read.labels))
  assert.ok(Math.abs(read.confidence - 0.9) < 1e-9)
})

test('KYCM-09: slips of reading, noise and lost colons do not hide the fields', () => {
  const read = readKtp(linesOf(wornText))
  assert.equal(read.number, '3171014107900003')
  assert.equal(read.name, 'SITI RAHAYU PERTIWI')
  assert.equal(read.birthDate, '1990-07-01')
})

test('R-42: the gender is read from an identity card, despite misread letters in its line', () => {
  const genderIn = (line: string) => readKtp(linesOf(line)).gender
  assert.equal(readKtp(linesOf(cleanText)).gender, 'F')
  assert.equal(readKtp(linesOf(wornText)).gender, 'F')
  assert.equal(genderIn('Jenis Kelamin : LAKI-LAKI Gol. Darah : -'), 'M')
  assert.equal(genderIn('Jenis kelamin LAKI - LAKI'), 'M')
  assert.equal(genderIn('Jenis Kelamin : PEREMPUAM'), 'F')
  assert.equal(genderIn('Jenis Kelamin : XYZ'), null)
  assert.equal(genderIn('Nama : LAKI'), null)
})

test('KYCM-09: a number that fell apart is put together', () => {
  assert.equal(readKtp(linesOf('NIK : 31710141 0790 0003')).number, '3171014107900003')
})

test('KYCM-09: the line of the name is not confused with a line without a label', () => {
  const read = readKtp(linesOf('SURAT KETERANGAN\nKepada Yth. BUDI\n12345'))
  assert.deepEqual([read.number, read.name, read.birthDate], [null, null, null])
  assert.equal(read.confidence, 0)
})

test('KYCM-09: of two numbers the one that can be a NIK counts', () => {
  const read = readKtp(linesOf('No. 9999999999999999\nNIK : 3171014107900003'))
  assert.equal(read.number, '3171014107900003')
})

test('KYCM-09: a NIK has a province, a day (of women 40 more) and a month', () => {
  assert.ok(isPlausibleNik('3171014107900003'))
  assert.ok(isPlausibleNik('3171010107900003'))
  assert.ok(!isPlausibleNik('3171013207900003'))
  assert.ok(!isPlausibleNik('3171010113900003'))
  assert.ok(!isPlausibleNik('0071010107900003'))
  assert.ok(!isPlausibleNik('31710101079000'))
})

test('ATT-43: any text whatever is read without an error, and soon', () => {
  const line = fc.record({
    text: fc.string({ unit: 'binary', maxLength: 400 }),
    confidence: fc.float(),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const read = readKtp(lines)
      assert.ok(read.number === null || /^\d{16}$/.test(read.number))
    }),
    { numRuns: 200 },
  )
})
