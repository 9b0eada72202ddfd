/** Settings from the environment: folder, ports, chains, block times. */
import { type ChainName, chainNames } from './chains.ts'

export type Settings = {
  /** The password of the bitcoin node and the bearer token of the control calls. */
  readonly key: string
  /** The folder that keeps the chains across restarts. */
  readonly folder: string
  readonly chains: readonly ChainName[]
  /** 0 lets the system choose. */
  readonly ports: Readonly<Record<ChainName | 'control', number>>
  /** Milliseconds between blocks while transactions need confirmations; 0 makes no blocks automatically. */
  readonly blockMs: Readonly<Record<ChainName, number>>
  /** An EVM chain's `safe` block is this many blocks below the head, its `finalized` block twice as many. */
  readonly epochSlots: number
}

/** Thrown with a message that names the setting. */
export class SettingsError extends Error {}

const portMax = 65_535
const blockMsMax = 3_600_000
const epochSlotsDefault = 32
const epochSlotsMax = 1_000

/**
 * The settings from `CHAINS_KEY`, `CHAINS_FOLDER`, and, where they differ from the default,
 * `CHAINS_ONLY` ("bitcoin,ethereum"), `CHAINS_PORTS` ("control=9100,bitcoin=9101"), `CHAINS_BLOCK_MS`
 * ("bitcoin=20000,ethereum=2000") and `CHAINS_EPOCH_SLOTS`.
 *
 * @throws SettingsError
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const key = env['CHAINS_KEY'] ?? ''
  const folder = env['CHAINS_FOLDER'] ?? ''
  if (key === '') throw new SettingsError('CHAINS_KEY must be set')
  if (folder === '') throw new SettingsError('CHAINS_FOLDER must be set')
  const ports = numbersOf('CHAINS_PORTS', env['CHAINS_PORTS'], portMax)
  const blockMs = numbersOf('CHAINS_BLOCK_MS', env['CHAINS_BLOCK_MS'], blockMsMax)
  const epochSlots = Number(env['CHAINS_EPOCH_SLOTS'] ?? epochSlotsDefault)
  if (!Number.isInteger(epochSlots) || epochSlots < 1 || epochSlots > epochSlotsMax) {
    throw new SettingsError(`CHAINS_EPOCH_SLOTS must be 1 to ${epochSlotsMax}`)
  }
  return {
    key,
    folder,
    chains: namesOf(env['CHAINS_ONLY']),
    ports: { control: ports.get('control') ?? 0, ...byChain(ports) },
    blockMs: byChain(blockMs),
    epochSlots,
  }
}

function namesOf(text: string | undefined): readonly ChainName[] {
  if (text === undefined || text === '') return chainNames
  return text.split(',').map((part) => {
    const name = chainNames.find((one) => one === part.trim())
    if (name === undefined) throw new SettingsError(`CHAINS_ONLY names an unknown chain: ${part}`)
    return name
  })
}

function numbersOf(
  setting: string,
  text: string | undefined,
  max: number,
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const part of (text ?? '').split(',').filter((one) => one !== '')) {
    const [name = '', value = ''] = part.split('=').map((one) => one.trim())
    const isKnown = name === 'control' || chainNames.some((one) => one === name)
    if (!isKnown || !/^\d{1,9}$/.test(value) || Number(value) > max) {
      throw new SettingsError(`${setting} is not valid: ${part}`)
    }
    numbers.set(name, Number(value))
  }
  return numbers
}

function byChain(numbers: ReadonlyMap<string, number>): Record<ChainName, number> {
  return {
    bitcoin: numbers.get('bitcoin') ?? 0,
    ethereum: numbers.get('ethereum') ?? 0,
    arbitrum: numbers.get('arbitrum') ?? 0,
    bnb: numbers.get('bnb') ?? 0,
  }
}
