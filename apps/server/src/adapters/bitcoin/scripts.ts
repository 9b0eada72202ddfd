/** Output scripts: conversion to an address, and the dust limit. */
import { Address } from '@scure/btc-signer'
import { type BitcoinNetwork, bitcoinNetworks } from './networks.ts'

/** Kinds of scripts that have an address. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** Satoshi per virtual byte below which the network treats an output as dust. */
const dustRatePerByte = 3n
/** Bytes for spending an output by the network's dust rule: with a witness, and without. */
const witnessSpendBytes = 67
const plainSpendBytes = 148
const amountBytes = 8
/** Witness programs have 2 to 40 bytes after their version and length. */
const programBytesMin = 2
const programBytesMax = 40
const versionOneOpcode = 0x51
const versionSixteenOpcode = 0x60

const coders = {
  mainnet: Address(bitcoinNetworks.mainnet),
  testnet: Address(bitcoinNetworks.testnet),
  regtest: Address(bitcoinNetworks.regtest),
} as const

/**
 * The address of a script on a network; null for a script without an address, or of an unsupported version.
 */
export function addressOfScript(script: Uint8Array, network: BitcoinNetwork): string | null {
  const coder = coders[network]
  switch (kindOfScript(script)) {
    case 'p2pkh':
      return coder.encode({ type: 'pkh', hash: script.slice(3, 23) })
    case 'p2sh':
      return coder.encode({ type: 'sh', hash: script.slice(2, 22) })
    case 'p2wpkh':
      return coder.encode({ type: 'wpkh', hash: script.slice(2) })
    case 'p2wsh':
      return coder.encode({ type: 'wsh', hash: script.slice(2) })
    case 'p2tr':
      return coder.encode({ type: 'tr', pubkey: script.slice(2) })
    case null:
      return null
  }
}

/** Kind of a script; null for one without an address, or of an unsupported version. */
export function kindOfScript(script: Uint8Array): ScriptKind | null {
  const { length } = script
  const begins = (...bytes: readonly number[]): boolean =>
    bytes.every((byte, at) => script[at] === byte)
  if (length === 25 && begins(0x76, 0xa9, 20) && script[23] === 0x88 && script[24] === 0xac) {
    return 'p2pkh'
  }
  if (length === 23 && begins(0xa9, 20) && script[22] === 0x87) return 'p2sh'
  if (length === 22 && begins(0, 20)) return 'p2wpkh'
  if (length === 34 && begins(0, 32)) return 'p2wsh'
  if (length === 34 && begins(versionOneOpcode, 32)) return 'p2tr'
  return null
}

/**
 * Minimum satoshi of an output with this script that nodes relay (SRV-77): three for each byte of the output
 * and of its later spending.
 */
export function dustLimitOf(script: Uint8Array): bigint {
  const spend = isWitnessProgram(script) ? witnessSpendBytes : plainSpendBytes
  return dustRatePerByte * BigInt(outputBytesOf(script) + spend)
}

/** Bytes of an output with this script. */
export function outputBytesOf(script: Uint8Array): number {
  return amountBytes + countBytesOf(script.length) + script.length
}

/** Bytes of the variable-length encoding of a count. */
export function countBytesOf(count: number): number {
  if (count < 0xfd) return 1
  return count <= 0xffff ? 3 : 5
}

function isWitnessProgram(script: Uint8Array): boolean {
  const [opcode = -1, length] = script
  const isVersion = opcode === 0 || (opcode >= versionOneOpcode && opcode <= versionSixteenOpcode)
  const programBytes = script.length - 2
  const hasLength = programBytes >= programBytesMin && programBytes <= programBytesMax
  return isVersion && hasLength && length === programBytes
}
