/**
 * Parses forms with files, within limits and without copies (ATT-44): a maximum of parts, each field once,
 * and only fields of the call. File names and types from the client are not even read (ATT-46).
 */
import { Refusal } from '../../../platform/http/refusal.ts'

export type Form = {
  /** The texts of the fields. */
  readonly fields: ReadonlyMap<string, string>
  /** The contents of the files; an empty file counts as not sent. */
  readonly files: ReadonlyMap<string, Buffer>
}

export type FormRules = {
  readonly fields: readonly string[]
  readonly files: readonly string[]
}

const partsMax = 40
const headBytesMax = 1_000
const fieldBytesMax = 4_000
const boundaryGrammar =
  /^multipart\/form-data\s*;.*\bboundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i
const nameGrammar = /(?:^|[;\s])name="([^"\r\n]{1,100})"/i
const fileGrammar = /[;\s]filename\*?=/i
const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')

/** Parses a form; refuses `request.malformed` for anything else, or beyond the limits. */
export function readForm(body: unknown, contentType: string | undefined, rules: FormRules): Form {
  if (!Buffer.isBuffer(body)) throw malformed()
  const found = boundaryGrammar.exec(contentType ?? '')
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) throw malformed()
  const fields = new Map<string, string>()
  const files = new Map<string, Buffer>()
  for (const { name, isFile, content } of splitParts(body, boundary)) {
    if (fields.has(name) || files.has(name)) throw malformed()
    if (isFile && rules.files.includes(name) && content.length > 0) files.set(name, content)
    if (isFile || !rules.fields.includes(name)) continue
    if (content.length > fieldBytesMax) throw malformed()
    fields.set(name, content.toString('utf8'))
  }
  return { fields, files }
}

type Part = { readonly name: string; readonly isFile: boolean; readonly content: Buffer }

function* splitParts(body: Buffer, boundary: string): Generator<Part> {
  const mark = Buffer.from(`\r\n--${boundary}`)
  const first = mark.subarray(lineEnd.length)
  if (!body.subarray(0, first.length).equals(first)) throw malformed()
  let at = first.length
  for (let count = 0; ; count++) {
    // The last boundary ends with two dashes.
    if (body.toString('latin1', at, at + 2) === '--') return
    if (count >= partsMax || !body.subarray(at, at + 2).equals(lineEnd)) throw malformed()
    const end = body.indexOf(mark, at)
    if (end < 0) throw malformed()
    yield partOf(body.subarray(at + lineEnd.length, end))
    at = end + mark.length
  }
}

function partOf(part: Buffer): Part {
  const end = part.subarray(0, headBytesMax).indexOf(headEnd)
  if (end < 0) throw malformed()
  const head = part.toString('utf8', 0, end)
  const line = head.split('\r\n').find((one) => /^content-disposition\s*:/i.test(one)) ?? ''
  const name = nameGrammar.exec(line)?.[1]
  if (name === undefined) throw malformed()
  return { name, isFile: fileGrammar.test(line), content: part.subarray(end + headEnd.length) }
}

function malformed(): Refusal {
  return new Refusal('request.malformed')
}
