/** Values that came as JSON, or otherwise without types, read without trust. */

export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** A list's items as texts; none of anything else. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function isFields(value: unknown): value is Fields {
  return (typeof value === 'object' || typeof value === 'function') && value !== null
}
