/** Reads what came from outside without believing it: JSON values as records and texts. */

export type JsonRecord = Readonly<Record<string, unknown>>

/** Returns whether a value is an object with keys. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a JSON text's value, or null where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}

/** Returns a key's text; a number becomes its text, anything else is empty. */
export function textAt(record: JsonRecord, key: string): string {
  const value = record[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
