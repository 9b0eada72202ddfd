/** Parsers of values in a node's replies; an invalid value throws `UnreadableError`. */

/** An invalid value in a reply; caught where the call is made. */
export class UnreadableError extends Error {}

const quantityForm = /^0x[0-9a-f]{1,64}$/i
const hashForm = /^0x[0-9a-f]{64}$/i
const addressForm = /^0x[0-9a-f]{40}$/i
const dataForm = /^0x([0-9a-f]{2})*$/i

/** The fields of an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new UnreadableError('not an object')
  return value
}

/** The elements of a list. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableError('not a list')
  return value
}

/** A string. */
export function textOf(value: unknown): string {
  return matching(value, null, 'text')
}

/** A number of up to 256 bits. */
export function quantityOf(value: unknown): bigint {
  return BigInt(matching(value, quantityForm, 'quantity'))
}

/** A number within the range of safe integers. */
export function numberOf(value: unknown): number {
  const quantity = quantityOf(value)
  if (quantity > BigInt(Number.MAX_SAFE_INTEGER)) throw new UnreadableError('number too large')
  return Number(quantity)
}

/** A hash of 32 bytes, in lower case. */
export function hashOf(value: unknown): string {
  return matching(value, hashForm, 'hash').toLowerCase()
}

/** An address, in lower case. */
export function addressOf(value: unknown): string {
  return matching(value, addressForm, 'address').toLowerCase()
}

/** Bytes as lower-case hex with 0x. */
export function dataOf(value: unknown): string {
  return matching(value, dataForm, 'data').toLowerCase()
}

/** A number in the format of JSON-RPC, without leading zeros. */
export function toQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

/** Bytes from hex with 0x; throws `UnreadableError` for an invalid text. */
export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(dataOf(hex).slice(2), 'hex'))
}

/** Lower-case hex with 0x. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function matching(value: unknown, form: RegExp | null, what: string): string {
  if (typeof value !== 'string' || (form !== null && !form.test(value))) {
    throw new UnreadableError(`no ${what}`)
  }
  return value
}
