/** The two secrets that keys are made from; without them a simulation keeps its own in its data folder. */
import { type Environment, SettingsError, textOf } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export type SecretSettings = {
  /** At least 32 bytes that the server's keys are made from; null: the data folder keeps them. */
  readonly secretKey: Buffer | null
  /** At least 32 bytes that the engine's own keys are made from; null: the data folder keeps them. */
  readonly engineKey: Buffer | null
}

const bytesMin = 32

export const secretSettingDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_SECRET_KEY',
    default: '(in DATA_DIR)',
    meaning: 'At least 32 bytes in base64, from which all keys are made; the same on all servers.',
  },
  {
    name: 'TUKAR_ENGINE_KEY',
    default: '(in DATA_DIR)',
    meaning:
      'At least 32 bytes in base64, other ones: the journal is sealed with it; the same on all servers.',
  },
]

/** Reads both; throws `SettingsError` for one that is too short, or the same as the other. */
export function readSecretSettings(env: Environment): SecretSettings {
  const secretKey = readKey(env, 'TUKAR_SECRET_KEY')
  const engineKey = readKey(env, 'TUKAR_ENGINE_KEY')
  const isSame = secretKey !== null && engineKey !== null && secretKey.equals(engineKey)
  // Who has the server's would have the engine's.
  if (isSame) {
    throw new SettingsError('TUKAR_ENGINE_KEY must be another secret than TUKAR_SECRET_KEY.')
  }
  return { secretKey, engineKey }
}

function readKey(env: Environment, name: string): Buffer | null {
  const text = textOf(env, name, '')
  if (text === '') return null
  const key = Buffer.from(text, 'base64')
  if (key.length >= bytesMin && new Set(key).size > 1) return key
  throw new SettingsError(`${name} must be at least ${bytesMin} bytes in base64.`)
}
