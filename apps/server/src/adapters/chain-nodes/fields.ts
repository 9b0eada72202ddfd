/** What local nodes say, read field by field. */

export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
