/**
 * The signer that comes with the exchange, for simulation mode (`apps/signer`): a process of its own, whose
 * seed and book stay in a folder of their own.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../platform/logging/log.ts'
import {
  createLocalProgram,
  type Environment,
  hearPort,
  type LocalProgram,
} from '../../platform/processes/local-program.ts'
import type { SignerReach } from './requests.ts'

/** Built with everything else. */
const signerProgram = path.join(import.meta.dirname, '../../../../signer/dist/run.js')
/** It makes its seed and stretches its passphrase first. */
const startMsDefault = 20_000
const pauseMs = 5_000
const stopMs = 3_000
const ownerOnly = 0o600

/** What the signer may sign for, and its caps, as `apps/signer` reads them. */
export type SignerSettings = {
  /** By which it knows the engine's word for a hold: 64 digits of hex. */
  readonly enginePublicKey: string
  readonly bitcoinNetwork: 'mainnet' | 'testnet' | 'regtest'
  readonly assets: readonly {
    readonly chain: string
    readonly currency: string
    readonly contract: string | null
    readonly decimals: number
  }[]
  readonly caps: Readonly<
    Record<
      string,
      { readonly [cap in 'transaction' | 'hour' | 'day' | 'fee']: string } & {
        readonly destinationDay?: string
      }
    >
  >
  /** How many tokens the exchange may add while it runs. */
  readonly tokensMax: number
  /** Whose votes large payouts need, and from which amount on; without it the signer checks no votes. */
  readonly votes?: object
}

export type LocalSignerOptions = {
  readonly log: Log
  /** Seed, passphrase, settings and book; made where it is not there. */
  readonly folder: string
  /** By which the server proves what it approved. */
  readonly approvalKey: Buffer
  /** Null while they cannot be told, as before the local chains are there. */
  readonly settings: () => Promise<SignerSettings | null>
  /** Another program, for tests. */
  readonly program?: string
  readonly startMs?: number
}

export type LocalSigner = LocalProgram<SignerReach>

/** A signer that is not started yet. */
export function createLocalSigner(options: LocalSignerOptions): LocalSigner {
  const { log, program = signerProgram, startMs = startMsDefault } = options
  return createLocalProgram({
    log,
    name: 'the signer',
    program,
    async environment(key) {
      const settings = await options.settings()
      return settings === null ? null : environmentOf(options, settings, key)
    },
    hear: hearPort,
    startMs,
    restartDelayMs: pauseMs,
    stopMs,
  })
}

async function environmentOf(
  { log, folder, approvalKey }: LocalSignerOptions,
  settings: SignerSettings,
  key: string,
): Promise<Environment> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'settings.json')
  await writeFile(file, JSON.stringify(settings), { mode: ownerOnly })
  if (settings.votes === undefined) log.info('the signer does not verify operators’ votes')
  return {
    SIGNER_MODE: 'simulation',
    SIGNER_FOLDER: path.join(folder, 'book'),
    SIGNER_PASSPHRASE_FILE: path.join(folder, 'passphrase'),
    SIGNER_SETTINGS_FILE: file,
    SIGNER_KEY: key,
    SIGNER_APPROVAL_KEY: approvalKey.toString('utf8'),
  }
}
