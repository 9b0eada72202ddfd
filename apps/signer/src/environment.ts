/** The environment variables of the signer's process and commands. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasBook } from './book/book.ts'
import { exists, writeNew } from './book/files.ts'
import { hasSeed } from './keys/seed.ts'
import { parseSettings, type Settings } from './settings.ts'
import { parseJson } from './shape.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type ProcessSettings = {
  readonly key: string
  readonly approvalKey: Buffer
  readonly isSimulation: boolean
  /** 0 lets the system choose one. */
  readonly port: number
  readonly settings: Settings
}

const secretLengthMin = 32
const passphraseBytes = 32

/** The settings of the process; throws an error that names the variable. */
export async function readProcessSettings(environment: Environment): Promise<ProcessSettings> {
  const key = readSecret(environment, 'SIGNER_KEY')
  const approvalKey = Buffer.from(readSecret(environment, 'SIGNER_APPROVAL_KEY'))
  if (key === approvalKey.toString()) throw new Error('the two keys must differ')
  const port = Number(environment['SIGNER_PORT'] ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('SIGNER_PORT must be a port')
  const file = readValue(environment, 'SIGNER_SETTINGS_FILE')
  const settings = parseSettings(parseJson(await readFile(file, 'utf8')))
  if (!isSimulation(environment) && settings.votes === 'unsaid') {
    throw new Error(
      'votes must be in the settings: the operators and their passkeys, or "unverified" where nobody looks at votes',
    )
  }
  return { key, approvalKey, isSimulation: isSimulation(environment), port, settings }
}

/** The folder of seed and book. */
export function readFolder(environment: Environment): string {
  return path.resolve(readValue(environment, 'SIGNER_FOLDER'))
}

/** Whether it may create its seed, and stops with its parent; live by default. */
export function isSimulation(environment: Environment): boolean {
  const mode = environment['SIGNER_MODE'] ?? 'live'
  if (mode !== 'live' && mode !== 'simulation')
    throw new Error('SIGNER_MODE must be live or simulation')
  return mode === 'simulation'
}

export type Passphrase = {
  readonly text: string
  /** A key from 32 random bytes of this process: it cannot be guessed. */
  readonly isMadeHere: boolean
}

/**
 * The passphrase from the setting, or from the file that it names. A simulation creates that file before it
 * creates its seed; a missing file is not created again later.
 */
export async function readPassphrase(environment: Environment): Promise<Passphrase> {
  const given = environment['SIGNER_PASSPHRASE']
  if (given !== undefined && given !== '') return { text: given, isMadeHere: false }
  const file = path.resolve(readValue(environment, 'SIGNER_PASSPHRASE_FILE'))
  const folder = readFolder(environment)
  const isFirst = !(await hasSeed(folder)) && !(await hasBook(folder))
  const isMadeHere = isSimulation(environment) && isFirst && !(await exists(file))
  if (isMadeHere) {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeNew(file, `${randomBytes(passphraseBytes).toString('base64url')}\n`)
  }
  return { text: (await readFile(file, 'utf8')).trim(), isMadeHere }
}

function readValue(environment: Environment, name: string): string {
  const value = environment[name] ?? ''
  if (value === '') throw new Error(`${name} must be set`)
  return value
}

function readSecret(environment: Environment, name: string): string {
  const value = readValue(environment, name)
  if (value.length < secretLengthMin) {
    throw new Error(`${name} needs at least ${secretLengthMin} characters`)
  }
  return value
}
