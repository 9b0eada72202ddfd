/**
 * The two secrets from which keys are derived; a simulation without them stores its own in its data folder.
 */
import { type Environment, SettingsError, readText } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export type SecretSettings = {
  /** At least 32 bytes for the server's keys; null: stored in the data folder. */
  readonly secretKey: Buffer | null
  /** At least 32 bytes for the engine's keys; null: stored in the data folder. */
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

/** Reads both; throws `SettingsError` for one that is too short, or if they are equal. */
export function readSecretSettings(env: Environment): SecretSettings {
  const secretKey = readKey(env, 'TUKAR_SECRET_KEY')
  const engineKey = readKey(env, 'TUKAR_ENGINE_KEY')
  const isSame = secretKey !== null && engineKey !== null && secretKey.equals(engineKey)
  // Otherwise the server's secret would also reveal the engine's.
  if (isSame) {
    throw new SettingsError('TUKAR_ENGINE_KEY must differ from TUKAR_SECRET_KEY.')
  }
  return { secretKey, engineKey }
}

function readKey(env: Environment, name: string): Buffer | null {
  const text = readText(env, name, '')
  if (text === '') return null
  const key = Buffer.from(text, 'base64')
  if (key.length >= bytesMin && new Set(key).size > 1) return key
  throw new SettingsError(`${name} must be at least ${bytesMin} bytes in base64.`)
}
