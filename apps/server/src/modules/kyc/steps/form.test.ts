import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../../platform/http/refusal.ts'
import { readForm } from './form.ts'

const type = 'multipart/form-data; boundary=mark'
const rules = { fields: ['name', 'city'], files: ['paper'] }

function part(head: string, content: string): string {
  return `--mark\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`
}

const read = (text: string, contentType: string | undefined = type) =>
  readForm(Buffer.from(text), contentType, rules)

const isMalformed = (error: unknown) =>
  error instanceof Refusal && error.code === 'request.malformed'

test("ATT-46: known fields and files are parsed, the client's file name is not", () => {
  const form = read(
    `${part('name="name"', 'Dewi\r\n--not-the-mark')}${part('name="stranger"', 'x')}` +
      part('name="paper"; filename="../../a\u0000.html"', '%PDF\r\n\r\n') +
      `${part('name="photo"; filename="a"', 'unknown')}--mark--\r\n`,
  )
  assert.deepEqual([...form.fields], [['name', 'Dewi\r\n--not-the-mark']])
  assert.deepEqual([...form.files], [['paper', Buffer.from('%PDF\r\n\r\n')]])
  const quoted = readForm(
    Buffer.from(`${part('name="city"', 'Kota')}--mark--`),
    'multipart/form-data; charset=x; boundary="mark"',
    rules,
  )
  assert.equal(quoted.fields.get('city'), 'Kota')
})

test('DEC-52: an empty file counts as missing, and a file in a text field is dropped', () => {
  const form = read(
    `${part('name="paper"; filename=""', '')}${part('name="name"; filename="x"', 'x')}--mark--`,
  )
  assert.deepEqual([form.fields.size, form.files.size], [0, 0])
})

test('ATT-44: a form with a thousand parts, a repeated field, an overlong or a truncated one is refused at once', () => {
  const wrong: readonly [string, string][] = [
    ['a thousand parts', `${part('name="x"', '').repeat(1_000)}--mark--`],
    ['twice', `${part('name="name"', 'a').repeat(2)}--mark--`],
    ['too long', `${part('name="name"', 'a'.repeat(4_001))}--mark--`],
    ['cut off', part('name="name"', 'a')],
    ['no name', `${part('filename="a"', 'a')}--mark--`],
    ['no head', '--mark\r\nabc\r\n--mark--'],
    ['no end of its head', `--mark\r\n${'a: b\r\n'.repeat(1_000)}--mark--`],
    ['something before', `x${part('name="name"', 'a')}--mark--`],
    ['nothing', ''],
  ]
  for (const [what, text] of wrong) assert.throws(() => read(text), isMalformed, what)
  for (const contentType of ['', 'multipart/form-data', 'application/json; boundary=mark']) {
    assert.throws(() => read('--mark--', contentType), isMalformed, contentType)
  }
  assert.throws(() => readForm({ name: 'Dewi' }, type, rules), isMalformed)
})

test('ATT-44: any bytes are a valid form or are refused; a form keeps every byte of its file', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const content = Buffer.from(bytes)
      const ends = ['\r\n--mark--', '\r\n'].map((end) => Buffer.from(end))
      const head = Buffer.from(
        '--mark\r\ncontent-disposition: form-data; name="paper"; filename="a"\r\n\r\n',
      )
      const form = readForm(Buffer.concat([head, content, ...ends]), type, rules)
      assert.deepEqual(form.files.get('paper') ?? Buffer.alloc(0), content)
      try {
        readForm(content, type, rules)
      } catch (error) {
        assert.ok(isMalformed(error))
      }
    }),
  )
})
