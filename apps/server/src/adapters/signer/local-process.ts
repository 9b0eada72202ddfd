/**
 * The signer that the exchange includes for simulation mode (`apps/signer`): its own process, with its seed
 * and book in its own folder.
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

/** Entry point of the process; the build of the project creates it. */
const signerProgram = path.join(import.meta.dirname, '../../../../signer/dist/run.js')
/** The signer first creates its seed and derives a key from its passphrase. */
const startMsDefault = 20_000
const pauseMs = 5_000
const stopMs = 3_000
const ownerOnly = 0o600

/** Chains and caps of the signer, in the format of `apps/signer`. */
export type SignerSettings = {
  /** Public key of the engine's hold statements, as 64 hex digits. */
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
  /** Maximum number of tokens that the exchange may add at runtime. */
  readonly tokensMax: number
  /**
   * Operators whose votes large payouts need, and the amounts from which they do. Without it the signer
   * checks no votes.
   */
  readonly votes?: object
}

export type LocalSignerOptions = {
  readonly log: Log
  /** Holds seed, passphrase, settings and book; created where missing. */
  readonly folder: string
  /** Key by which the server proves its approvals. */
  readonly approvalKey: Buffer
  /** Null while the settings are not known, for example before the local chains run. */
  readonly settings: () => Promise<SignerSettings | null>
  /** Another program, for tests. */
  readonly program?: string
  readonly startMs?: number
}

export type LocalSigner = LocalProgram<SignerReach>

/** Creates the signer without starting it. */
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
