/** The checksum of a book, computed in browser and server over the shown integers. */

export type ChecksumLevel = { readonly price: number; readonly quantity: number }

const offset = 0x811c9dc5
const prime = 0x01000193

/**
 * FNV-1a over the digits of every price and quantity, bids then asks, best first.
 *
 * @returns an unsigned 32-bit number
 */
export function bookChecksum(
  bids: readonly ChecksumLevel[],
  asks: readonly ChecksumLevel[],
): number {
  let hash = offset
  for (const side of [bids, asks]) {
    for (const { price, quantity } of side) hash = mixText(hash, `${price}:${quantity};`)
    hash = mixText(hash, '|')
  }
  return hash >>> 0
}

function mixText(hash: number, text: string): number {
  let mixed = hash
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), prime)
  return mixed
}
