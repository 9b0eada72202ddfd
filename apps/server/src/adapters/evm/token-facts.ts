/** Properties of a token from its contract: symbol, name, decimals and supply, each validated. */
import { dataOf, UnreadableError } from './hex.ts'
import type { EvmAnswer, EvmTokenFacts } from './port.ts'
import { query, type EvmConnection } from './requests.ts'

/** Selectors of symbol(), name(), decimals() and totalSupply(). */
const selectors = ['0x95d89b41', '0x06fdde03', '0x313ce567', '0x18160ddd'] as const
const wordHexLength = 64
const textBytesMax = 128
const decimalsMax = 36

/** Reads the properties, all at the same block. */
export async function tokenFacts(
  connection: EvmConnection,
  contract: string,
): Promise<EvmAnswer<EvmTokenFacts>> {
  const calls = selectors.map((data) => ({
    method: 'eth_call',
    params: [{ to: contract, data }, 'latest'],
  }))
  return query(connection, calls, ([symbol, name, decimals, supply]) => {
    const places = wordAt(dataOf(decimals).slice(2), 0)
    if (places > BigInt(decimalsMax)) throw new UnreadableError('too many decimals')
    return {
      symbol: textIn(symbol),
      name: textIn(name),
      decimals: Number(places),
      supply: wordAt(dataOf(supply).slice(2), 0),
    }
  })
}

/** Parses a text in ABI encoding, or of 32 bytes as in the oldest tokens; keeps printable letters only. */
function textIn(value: unknown): string {
  const hex = dataOf(value).slice(2)
  const bytes = hex.length === wordHexLength ? hex : dynamicBytes(hex)
  const text = Buffer.from(bytes, 'hex').toString('utf8').replaceAll('\0', '')
  return text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').trim()
}

function dynamicBytes(hex: string): string {
  const at = wordAt(hex, 0)
  if (at > BigInt(hex.length)) throw new UnreadableError('invalid text')
  const length = wordAt(hex, Number(at) * 2)
  if (length > BigInt(textBytesMax)) throw new UnreadableError('text too long')
  const from = Number(at) * 2 + wordHexLength
  const bytes = hex.slice(from, from + Number(length) * 2)
  if (bytes.length !== Number(length) * 2) throw new UnreadableError('invalid text')
  return bytes
}

function wordAt(hex: string, place: number): bigint {
  const word = hex.slice(place, place + wordHexLength)
  if (word.length !== wordHexLength) throw new UnreadableError('invalid word')
  return BigInt(`0x${word}`)
}
