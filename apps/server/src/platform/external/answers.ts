/** Reading answers of external services, which are not trusted. */

/** Parses JSON; wrapped, because the value may be null. Undefined for invalid JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; empty for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** More bytes than may be read. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/**
 * Reads the text of an answer until `end` fires.
 *
 * @param bytesMax the maximum length, after decompression
 * @throws TooLong if the declared or actual length is larger; the reason of `end`
 */
export async function textWithin(
  { body, headers }: Response,
  bytesMax: number,
  end: AbortSignal,
): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const stop = (): void => void reader.cancel(end.reason).catch(() => undefined)
  end.addEventListener('abort', stop)
  try {
    const declared = Number(headers.get('content-length') ?? 0)
    if (declared > bytesMax) throw new TooLong(`an answer of ${declared} bytes`)
    const chunks: Uint8Array[] = []
    let length = 0
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length
      if (length > bytesMax) throw new TooLong('the answer is too long')
      chunks.push(part.value)
    }
    // After an abort the read may look complete.
    end.throwIfAborted()
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    stop()
    throw error
  } finally {
    end.removeEventListener('abort', stop)
  }
}

/** Errors before anything was sent: certainly nothing was done. */
export const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The system's code below a failed fetch; of several addresses tried, that of the last. */
export function findSystemCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code
    at = at instanceof AggregateError ? at.errors.at(-1) : at.cause
  }
  return null
}
