/** Reads a document back as its receiver's program does: by the table of objects, page by page. */
import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

export type ReadDocument = {
  readonly title: string
  /** The lines of each page, from the top; the texts of a line from left to right, separated by bars. */
  readonly pages: readonly (readonly string[])[]
}

type Shown = { readonly x: number; readonly y: number; readonly text: string }

/** Reads a file of `writeDocument`; fails if the file is invalid. */
export function readDocument(bytes: Buffer): ReadDocument {
  const source = bytes.toString('latin1')
  const objects = objectsOf(source)
  const object = (id: string): string => {
    const found = objects.get(Number(id))
    assert.ok(found !== undefined, `object ${id}`)
    return found
  }
  const trailer = source.slice(source.lastIndexOf('trailer'))
  const catalog = object(match(trailer, /\/Root (\d+) 0 R/))
  const tree = object(match(catalog, /\/Pages (\d+) 0 R/))
  const title = match(object(match(trailer, /\/Info (\d+) 0 R/)), /\/Title <FEFF([0-9A-F]*)>/)
  const pages = references(match(tree, /\/Kids \[([^\]]*)\]/)).map((id) => {
    const page = object(id)
    const letters = new Map<string, ReadonlyMap<string, string>>()
    for (const [, name, fontId] of page.matchAll(/\/(regular|bold) (\d+) 0 R/g)) {
      const map = match(object(fontId ?? ''), /\/ToUnicode (\d+) 0 R/)
      letters.set(name ?? '', lettersOf(inflated(object(map))))
    }
    const contents = references(match(page, /\/Contents \[([^\]]*)\]/))
    return linesOf(contents.map((each) => inflated(object(each))).join('\n'), letters)
  })
  return { title: decoded(title), pages }
}

/** Every object, at the offset in the table. */
function objectsOf(source: string): ReadonlyMap<number, string> {
  const tableAt = Number(match(source.slice(-40), /startxref\n(\d+)\n%%EOF/))
  assert.equal(source.slice(tableAt, tableAt + 5), 'xref\n')
  const rows = [...source.slice(tableAt).matchAll(/^(\d{10}) 00000 n $/gm)]
  return new Map(
    rows.map(([, offset], index) => {
      const begin = Number(offset)
      const head = `${index + 1} 0 obj\n`
      assert.equal(source.slice(begin, begin + head.length), head)
      return [index + 1, source.slice(begin + head.length, source.indexOf('\nendobj\n', begin))]
    }),
  )
}

function inflated(object: string): string {
  const begin = object.indexOf('stream\n') + 'stream\n'.length
  const length = Number(match(object, /\/Length (\d+)/))
  assert.equal(object.slice(begin + length), '\nendstream')
  return inflateSync(Buffer.from(object.slice(begin, begin + length), 'latin1')).toString('latin1')
}

function lettersOf(map: string): ReadonlyMap<string, string> {
  const pairs = [...map.matchAll(/<([0-9A-F]{4})> <([0-9A-F]{4})>\n/g)]
  return new Map(pairs.map(([, glyph, letter]) => [glyph ?? '', decoded(letter ?? '')]))
}

function linesOf(
  content: string,
  letters: ReadonlyMap<string, ReadonlyMap<string, string>>,
): readonly string[] {
  const lines = new Map<number, Shown[]>()
  for (const { font, x, y, digits, read } of shownTexts(content)) {
    const map = letters.get(font)
    const glyphs = digits.match(/.{4}/g) ?? []
    const text = read ?? glyphs.map((glyph) => map?.get(glyph) ?? '\u{fffd}').join('')
    lines.set(y, [...(lines.get(y) ?? []), { x, y, text }])
  }
  return [...lines]
    .toSorted(([one], [other]) => other - one)
    .map(([, line]) =>
      line
        .toSorted((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(' | '),
    )
}

type ShownText = Omit<Shown, 'text'> & {
  readonly font: string
  readonly digits: string
  /** The text alternative, if its glyphs are outlines. */
  readonly read: string | null
}

function shownTexts(content: string): readonly ShownText[] {
  const spans =
    /\/Span << \/ActualText <FEFF([0-9A-F]*)> >> BDC\n([^]*?)\nEMC|BT \/(\w+) [\d.]+ Tf ([\d.]+) ([\d.]+) Td <([0-9A-F]*)> Tj ET/g
  return [...content.matchAll(spans)].map(([, read, inner = '', font = '', x, y, digits = '']) => {
    if (read === undefined) return { font, x: Number(x), y: Number(y), digits, read: null }
    const place = /Tf (?:1 0 0 1 )?([\d.]+) ([\d.]+) T[dm]/.exec(inner) ?? []
    return { font, x: Number(place[1]), y: Number(place[2]), digits, read: decoded(read) }
  })
}

const references = (list: string): readonly string[] =>
  [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => id ?? '')
const decoded = (digits: string): string => Buffer.from(digits, 'hex').swap16().toString('utf16le')

function match(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  assert.ok(found !== undefined, `${pattern} in ${text.slice(0, 200)}`)
  return found
}
