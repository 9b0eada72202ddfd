/** Unused addresses on a local bitcoin chain (BIP173), made without code of the exchange. */
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const prefix = 'bcrt'
const checksumLength = 6
const bitsOfLetter = 5

/** The address of a 20-byte key hash. */
export function witnessAddress(keyHash: Uint8Array): string {
  const values = [0, ...inFives(keyHash)]
  const zeros = Array.from({ length: checksumLength }, () => 0)
  const sum = checksum([...spelled(), ...values, ...zeros]) ^ 1
  const check = zeros.map((_, at) => (sum >>> (bitsOfLetter * (checksumLength - 1 - at))) & 31)
  return `${prefix}1${[...values, ...check].map((value) => letters[value]).join('')}`
}

function inFives(bytes: Uint8Array): readonly number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => Number.parseInt(five, 2))
}

function spelled(): readonly number[] {
  const codes = [...Buffer.from(prefix, 'ascii')]
  return [...codes.map((code) => code >>> bitsOfLetter), 0, ...codes.map((code) => code & 31)]
}

function checksum(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << bitsOfLetter) ^ value
    for (const [at, generator] of generators.entries()) if ((top >>> at) & 1) sum ^= generator
  }
  return sum >>> 0
}
