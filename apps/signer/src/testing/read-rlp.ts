/** Parses recursive length prefix, independent of the encoder. */

export type Read = Uint8Array | readonly Read[]

/** The items of a list; throws for anything else. */
export function readRlp(bytes: Buffer): readonly Read[] {
  const { item, length } = readItem(bytes)
  if (item instanceof Uint8Array || length !== bytes.length) throw new Error('not one list')
  return item
}

function readItem(bytes: Buffer): { readonly item: Read; readonly length: number } {
  const first = bytes.readUInt8(0)
  if (first < 0x80) return { item: bytes.subarray(0, 1), length: 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  const sizeLength = short > 55 ? short - 55 : 0
  const size = sizeLength === 0 ? short : bytes.readUIntBE(1, sizeLength)
  const from = 1 + sizeLength
  const body = bytes.subarray(from, from + size)
  if (body.length < size) throw new Error('cut off')
  return { item: isList ? readItems(body) : body, length: from + size }
}

function readItems(body: Buffer): readonly Read[] {
  const items: Read[] = []
  for (let at = 0; at < body.length; ) {
    const { item, length } = readItem(body.subarray(at))
    items.push(item)
    at += length
  }
  return items
}
