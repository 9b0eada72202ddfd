/** Type checks of foreign values; nothing here changes them. */

/** Whether it is an object with named values. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether it is an integer from 0 to `max`. */
export function isWhole(value: unknown, max: number = Number.MAX_SAFE_INTEGER): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max
}

/** Whether it is a text of 1 to `lengthMax` printable characters of ASCII. */
export function isToken(value: unknown, lengthMax: number): value is string {
  return typeof value === 'string' && value.length <= lengthMax && /^[!-~]+$/.test(value)
}

/** Whether it has exactly these fields: nothing with unknown fields is signed. */
export function hasOnly(value: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const own = Object.keys(value)
  return own.length === names.length && own.every((name) => names.includes(name))
}

const unitsDigitsMax = 78

/** Parses an amount in the smallest units as its shortest decimal text; null for anything else. */
export function parseUnits(value: unknown): bigint | null {
  if (typeof value !== 'string' || value.length > unitsDigitsMax) return null
  return /^(?:0|[1-9][0-9]*)$/.test(value) ? BigInt(value) : null
}

/** Parses JSON; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
