/** The precompiled contracts of `token/`, and the encoding of their calls. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fieldsOf } from '../fields.ts'

const compiledFile = path.join(import.meta.dirname, '../../token/contracts.json')
const wordLength = 64
const addressPattern = /^0x[0-9a-fA-F]{40}$/

export const contractKinds = ['TestToken', 'OddToken', 'Sender'] as const
export type ContractKind = (typeof contractKinds)[number]

export type TokenName = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** The creation code of a kind of contract. Tokens have a name, `Sender` has none. */
export function creationCode(kind: ContractKind, { name, symbol, decimals }: TokenName): string {
  const { contracts } = fieldsOf(JSON.parse(readFileSync(compiledFile, 'utf8')))
  const code = String(fieldsOf(contracts)[kind])
  if (kind === 'Sender') return code
  const first = encodedText(name)
  const second = encodedText(symbol)
  const headLength = (3 * wordLength) / 2
  return [
    code,
    word(BigInt(headLength)),
    word(BigInt(headLength + first.length / 2)),
    word(BigInt(decimals)),
    first,
    second,
  ].join('')
}

/** Call data of `transfer(address,uint256)`. */
export function transferData(to: string, amount: bigint): string {
  return `0xa9059cbb${addressWord(to)}${word(amount)}`
}

/** Call data of `mint(address,uint256)`. */
export function mintData(to: string, amount: bigint): string {
  return `0x40c10f19${addressWord(to)}${word(amount)}`
}

/** Whether a text is an address, in upper or lower case. */
export function isAddress(text: string): boolean {
  return addressPattern.test(text)
}

function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(wordLength, '0')
}

function word(value: bigint): string {
  return value.toString(16).padStart(wordLength, '0')
}

function encodedText(text: string): string {
  const hex = Buffer.from(text, 'utf8').toString('hex')
  const length = Math.ceil(hex.length / wordLength) * wordLength
  return word(BigInt(hex.length / 2)) + hex.padEnd(length, '0')
}
