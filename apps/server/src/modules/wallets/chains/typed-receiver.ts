/** Parses receivers that users type: chain addresses, and the texts of the travel rule. */
import { readPastedAddress } from '@tukar/i18n/inputs'
import { type BitcoinNetwork, checkAddress } from '../../../adapters/bitcoin/index.ts'
import { readAddress } from '../../../adapters/evm/index.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseLine, type ParsedLine } from '../../../platform/text/plain-text.ts'

/** A single letter is no name (ATT-88). */
const lettersMin = 2

/** A bitcoin address in its stored form: bech32 in lower case. Refuses all other texts (`coin.address_…`). */
export function typedBitcoinAddress(network: BitcoinNetwork, text: string): string {
  const checked = checkAddress(readPastedAddress(text).address, network)
  if (checked.status === 'valid') return checked.address
  const codes = {
    format: 'coin.address_form',
    checksum: 'coin.address_checksum',
    network: 'coin.address_network',
    unsupported: 'coin.address_kind',
  } as const
  throw new Refusal(codes[checked.reason])
}

/** An EVM address in its stored form, with its checksum. Refuses all other texts (`coin.address_…`). */
export function typedEvmAddress(text: string): string {
  const read = readAddress(readPastedAddress(text).address)
  if (read.status === 'done') return read.address
  const codes = {
    form: 'coin.address_form',
    checksum: 'coin.address_checksum',
    reserved: 'coin.address_kind',
  } as const
  throw new Refusal(codes[read.reason])
}

/** A name on one line; a name of fewer than two letters counts as empty. */
export function tellingName(text: string, max: number): ParsedLine {
  const line = parseLine(text, max)
  if (!line.ok || (line.text.match(/\p{L}/gu) ?? []).length >= lettersMin) return line
  return { ok: false, fault: { kind: 'empty' } }
}

/** A home address joined to one line; otherwise as `tellingName`. */
export function tellingHome(text: string, max: number): ParsedLine {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return tellingName(lines.filter((line) => line !== '').join(', '), max)
}
