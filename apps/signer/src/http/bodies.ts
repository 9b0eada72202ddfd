/** Reads requests, with a size limit, and compares the key in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Two hundred inputs take about 40 kB. */
export const bodyBytesMax = 256 * 1024

/** Whether the request carries the key; compared in constant time. */
export function hasKey(request: IncomingMessage, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${key}`))
}

/** The body as text, or null if it is too long. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return null
    length += chunk.length
    if (length > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
