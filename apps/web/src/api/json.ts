/** Reads untrusted JSON values as records and texts. */

export type JsonRecord = Readonly<Record<string, unknown>>

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value of a JSON text; null if it is malformed. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}

/** Returns a key's text; a number is converted to text, any other value is empty. */
export function textAt(record: JsonRecord, key: string): string {
  const value = record[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
