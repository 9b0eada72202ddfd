/** Reads untyped values, such as parsed JSON, without trusting them. */

export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; no fields for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** The texts of a list; an empty list for any other value. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function isFields(value: unknown): value is Fields {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}
