/** Recursive length prefix: the encoding of EVM transactions. */

export type Item = Uint8Array | bigint | readonly Item[]

const shortMax = 55

/** The bytes of an item: a text, a number without zeros in front, or a list of items. */
export function rlp(item: Item): Buffer {
  if (typeof item === 'bigint') return rlp(toBytes(item))
  if (item instanceof Uint8Array) {
    const [only] = item
    if (item.length === 1 && only !== undefined && only < 0x80) return Buffer.from(item)
    return Buffer.concat([head(item.length, 0x80), item])
  }
  const body = Buffer.concat(item.map(rlp))
  return Buffer.concat([head(body.length, 0xc0), body])
}

function head(length: number, first: number): Buffer {
  if (length <= shortMax) return Buffer.of(first + length)
  const size = toBytes(BigInt(length))
  return Buffer.concat([Buffer.of(first + shortMax + size.length), size])
}

function toBytes(value: bigint): Buffer {
  if (value < 0n) throw new Error('a negative number cannot be encoded')
  if (value === 0n) return Buffer.alloc(0)
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
