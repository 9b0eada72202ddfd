/** Reads fields of unvalidated bodies and queries. */

/** The text of a field; null where it is missing or too long. */
export function textIn(body: unknown, name: string, lengthMax: number): string | null {
  const value = fieldIn(body, name)
  return typeof value === 'string' && value !== '' && value.length <= lengthMax ? value : null
}

/** The whole number of a field, from JSON or a form; null where there is none. */
export function wholeIn(body: unknown, name: string, min: number, max: number): number | null {
  const value = fieldIn(body, name)
  const isDigits = typeof value === 'string' && /^\d{1,15}$/.test(value)
  const number = isDigits ? Number(value) : value
  const isWhole = typeof number === 'number' && Number.isSafeInteger(number)
  return isWhole && number >= min && number <= max ? number : null
}

/** A field of an object, or undefined. */
export function fieldIn(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  return Object.entries(body).find(([key]) => key === name)?.[1]
}
