/** Reads requests, which are not trusted: sizes, forms, and the key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Expected } from '../card/comparison.ts'
import { realDate } from '../card/digits.ts'

/** Two sides of a document, at most 1 MB each from the exchange, and a reserve for other clients. */
export const bodyBytesMax = 12 * 2 ** 20
const textMax = 500

export type Begin = {
  readonly templateId: string
  readonly reference: string
  readonly expected: Expected
}

export type Form = {
  readonly templateId: string
  readonly verificationId: string
  /** A file's bytes, or null if it was not sent. */
  file(name: string): Promise<Uint8Array | null>
}

/** Whether the request carries the key; compared in constant time. */
export function hasKey(request: IncomingMessage, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${key}`))
}

/** The body's bytes, or null if there are too many. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) return null
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return null
    length += chunk.length
    if (length > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads and discards a body within its limit: a client that is still sending would not get the answer. */
export async function passOver(request: IncomingMessage): Promise<void> {
  let length = 0
  for await (const chunk of request) {
    length += Buffer.isBuffer(chunk) ? chunk.length : 0
    if (length > bodyBytesMax) return
  }
}

/** Parses the start of a verification; null for anything else. */
export function readBegin(body: Buffer): Begin | null {
  const fields = toRecord(parsed(body))
  const expected = toRecord(fields?.['expected'] ?? {})
  if (fields === null || expected === null) return null
  const templateId = parseText(fields['templateId'])
  const reference = parseText(fields['reference'])
  if (!templateId || !reference) return null
  const fullName = parseText(expected['fullName'])
  const documentNumber = parseText(expected['documentNumber'])
  const birthDate = parseText(expected['birthDate'])
  if (fullName === undefined || documentNumber === undefined || birthDate === undefined) return null
  const [year = '', month = '', day = ''] = (birthDate ?? '').split('-')
  if (birthDate !== null && realDate(year, month, day) !== birthDate) return null
  return { templateId, reference, expected: { fullName, documentNumber, birthDate } }
}

/** Parses a multipart form; null for anything else. */
export async function readForm(body: Buffer, contentType: string): Promise<Form | null> {
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) return null
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const form = await response.formData().catch(() => null)
  const templateId = parseText(form?.get('templateId'))
  const verificationId = parseText(form?.get('verificationId'))
  if (form === null || !templateId || !verificationId) return null
  return {
    templateId,
    verificationId,
    async file(name) {
      const value = form.get(name)
      return value === null || typeof value === 'string'
        ? null
        : new Uint8Array(await value.arrayBuffer())
    },
  }
}

/** A text within its limit; null if absent, undefined if invalid. */
function parseText(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' && value.length <= textMax ? value : undefined
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
