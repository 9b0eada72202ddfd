/**
 * The fields of an Indonesian identity card (KTP) from its lines of text, tolerant of recognition errors:
 * labels by similarity, digits by similar letters.
 */
import { asDigits, findDate } from './digits.ts'
import { folded, likeness } from './names.ts'

/** A recognized line of text, with its confidence (0 to 1). */
export type Line = { readonly text: string; readonly confidence: number }

export type KtpFields = {
  /** Sixteen digits. */
  readonly number: string | null
  readonly name: string | null
  /** YYYY-MM-DD. */
  readonly birthDate: string | null
  readonly gender: 'M' | 'F' | null
  /** How many of the card's labels were recognized. */
  readonly labels: number
  /** Mean confidence of the lines of the fields, 0 to 1. */
  readonly confidence: number
}

type Label = 'nik' | 'name' | 'birth' | 'gender' | 'other'

const labels: readonly (readonly [string, Label])[] = [
  ['nik', 'nik'],
  ['nama', 'name'],
  ['tempat tgl lahir', 'birth'],
  ['tempat lahir', 'birth'],
  ['jenis kelamin', 'gender'],
  ['alamat', 'other'],
  ['rt rw', 'other'],
  ['kel desa', 'other'],
  ['kecamatan', 'other'],
  ['agama', 'other'],
  ['status perkawinan', 'other'],
  ['pekerjaan', 'other'],
  ['kewarganegaraan', 'other'],
  ['berlaku hingga', 'other'],
  ['provinsi', 'other'],
]
/** A label of four letters may have one wrong letter; a label of three only similar-looking ones. */
const labelLikenessMin = 0.74
const nikLength = 16
/** With fewer real digits among sixteen characters it is a word. */
const trueDigitsMin = 11
const nameLettersMin = 2
const nameLettersMax = 80

type Labelled = Line & { readonly label: Label; readonly value: string }

/** Finds number, name and birth date; null for a missing or unreadable field. */
export function readKtp(lines: readonly Line[]): KtpFields {
  const labelled = lines.flatMap(withLabel)
  const numberLine = findNumber(labelled, lines)
  const nameLine = labelled.find(({ label, value }) => label === 'name' && nameIn(value) !== null)
  const birthLine = labelled.find(
    ({ label, value }) => label === 'birth' && findDate(value) !== null,
  )
  const used = [numberLine, nameLine, birthLine].filter((line) => line !== undefined)
  const sum = used.reduce((total, { confidence }) => total + confidence, 0)
  return {
    number: numberLine?.number ?? null,
    name: nameLine === undefined ? null : nameIn(nameLine.value),
    birthDate: birthLine === undefined ? null : findDate(birthLine.value),
    gender: genderIn(labelled.find(({ label }) => label === 'gender')?.value ?? ''),
    labels: labelled.length,
    confidence: used.length === 0 ? 0 : sum / used.length,
  }
}

/** Whether sixteen digits can be a NIK: the code of a province, a day (plus 40 for women) and a month. */
export function isPlausibleNik(number: string): boolean {
  const [province, day, month] = [number.slice(0, 2), number.slice(6, 8), number.slice(8, 10)].map(
    Number,
  )
  if (!/^\d{16}$/.test(number)) return false
  if (province === undefined || day === undefined || month === undefined) return false
  const dayOfMonth = day > 40 ? day - 40 : day
  const isDate = dayOfMonth >= 1 && dayOfMonth <= 31 && month >= 1 && month <= 12
  return province >= 11 && province <= 99 && isDate
}

/** A line's label and its value: separated by a colon if there is one, else by the label's words. */
function withLabel(line: Line): readonly Labelled[] {
  const [, head = '', tail = ''] = /^(.{2,24}?)\s*[:;=»]+\s*(.*)$/.exec(line.text) ?? []
  const byColon = findLabel(head)
  if (byColon !== null) return [{ ...line, label: byColon, value: tail }]
  const words = line.text.trim().split(/\s+/)
  for (const count of [3, 2, 1]) {
    const label = findLabel(words.slice(0, count).join(' '))
    if (label !== null) return [{ ...line, label, value: words.slice(count).join(' ') }]
  }
  return []
}

function findLabel(text: string): Label | null {
  const word = folded(text)
    .replaceAll('rn', 'm')
    .replaceAll(/[1|!l]/g, 'i')
  if (word === '') return null
  const alike = labels
    .map(([name, label]) => ({ label, like: likeness(name.replaceAll('l', 'i'), word) }))
    .sort((a, b) => b.like - a.like)
  const [best] = alike
  return best !== undefined && best.like >= labelLikenessMin ? best.label : null
}

function findNumber(
  labelled: readonly Labelled[],
  lines: readonly Line[],
): (Line & { readonly number: string }) | undefined {
  const named = labelled
    .filter(({ label }) => label === 'nik')
    .map((line) => ({ ...line, text: line.value }))
  const found = [...named, ...lines].flatMap((line) =>
    nikIn(line.text).map((number) => ({ ...line, number })),
  )
  return found.find(({ number }) => isPlausibleNik(number)) ?? found[0]
}

const genders = [
  ['perempuan', 'F'],
  ['laki', 'M'],
  ['lakilaki', 'M'],
] as const

/** The gender in the first word; the rest of the line is the blood group. */
function genderIn(value: string): 'M' | 'F' | null {
  const [, first = ''] = /^[^\p{L}]*([\p{L}-]+)/u.exec(value) ?? []
  const word = folded(first).replaceAll(/[^a-z]/g, '')
  const found = genders.find(([name]) => likeness(name, word) >= labelLikenessMin)
  return found?.[1] ?? null
}

/** Neighboring words of sixteen characters in total that are digits or look like digits. */
function nikIn(text: string): readonly string[] {
  const words = text.split(/[^\dA-Za-z|!?[\]]+/)
  return words.flatMap((_, from) => {
    let run = ''
    for (let at = from; run.length < nikLength && at < words.length; at++) run += words[at] ?? ''
    if (run.length !== nikLength) return []
    const trueDigits = run.replaceAll(/\D/g, '').length
    const number = asDigits(run)
    return trueDigits >= trueDigitsMin && /^\d{16}$/.test(number) ? [number] : []
  })
}

/** A name's letters as on the card; signs that no name has are dropped. */
function nameIn(value: string): string | null {
  const name = value
    .replaceAll(/[^\p{L}\p{M}'’., -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.,'’-]+|[\s,'’-]+$/g, '')
    .slice(0, nameLettersMax)
  return name.replaceAll(/[^\p{L}]/gu, '').length >= nameLettersMin ? name : null
}
