/** JSON bodies: parsed as Fastify does, and refused if an object has a duplicate key. */
import { Refusal } from './refusal.ts'
import type { HttpHost } from './host.ts'

/**
 * Replaces the parser of `application/json`. It refuses `request.duplicate_key`, because two parsers may keep
 * different values of the same key, so that the checked value would not be the used one.
 */
export function parseJsonBodies(http: HttpHost): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    void parse(request, text, (error, value: unknown) => {
      if (error !== null) done(error)
      else if (hasDuplicateKey(text, value)) done(new Refusal('request.duplicate_key'))
      else done(null, value)
    })
  })
}

/**
 * Whether an object in the text has a duplicate key, in one pass over the text and one over its value.
 *
 * @param text valid JSON
 * @param value the parsed text, which has each key once
 */
export function hasDuplicateKey(text: string, value: unknown): boolean {
  return countMembers(text) !== countKeys(value)
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/** Counts the members of all objects: each has one colon outside of strings. */
function countMembers(text: string): number {
  let count = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) isInString = !isInString
    else if (isInString) at += sign === backslash ? 1 : 0
    else if (sign === colon) count += 1
  }
  return count
}

/** Counts the keys of all objects in a parsed value. Not recursive, because a body may be nested deeply. */
function countKeys(value: unknown): number {
  let count = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    const inside: readonly unknown[] = Object.values(one)
    if (!Array.isArray(one)) count += inside.length
    for (const each of inside) open.push(each)
  }
  return count
}
