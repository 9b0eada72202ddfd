/** What comes back from a call to a party outside, read without trust. */

/** A JSON value, wrapped since it may be null; undefined where the text is none. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** More bytes than may be read. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** The text of an answer; throws `TooLong` where it has more bytes than `bytesMax`, once unpacked. */
export async function textOf({ body }: Response, bytesMax: number): Promise<string> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > bytesMax) throw new TooLong('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The system's code below a failed fetch; of several addresses tried, that of the last. */
export function systemCodeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code
    at = at instanceof AggregateError ? at.errors.at(-1) : at.cause
  }
  return null
}
