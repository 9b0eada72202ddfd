/** Where the data lie, and who else has to have them. */
import { DatabaseAddressError, readAddress } from '../database/hosts.ts'
import { type Environment, oneOf, SettingsError, textOf } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export type Synchronous = 'required' | 'local'

export const databaseSettingDocs: readonly SettingDoc[] = [
  {
    name: 'DATABASE_URL',
    default: '(embedded)',
    meaning:
      'A PostgreSQL of your own, 15 or later; a second server on it is a standby. It may name several hosts ' +
      '(`postgres://user:password@one:5432,two:5432/name`): they are tried in turn, read-only ones are passed over.',
  },
  {
    name: 'TUKAR_SYNCHRONOUS',
    default: 'required',
    meaning:
      'Whether a second PostgreSQL has to have what is acknowledged (`synchronous_standby_names`); `local` needs none, ' +
      'and is the default in simulation and without `DATABASE_URL`.',
  },
]

/** A live exchange on a database of its own loses no acknowledged order with one machine, unless it is told to. */
export function readSynchronous(env: Environment, mode: 'simulation' | 'live'): Synchronous {
  const usual = mode === 'live' && env['DATABASE_URL'] ? 'required' : 'local'
  return oneOf(env, 'TUKAR_SYNCHRONOUS', ['required', 'local'] as const, usual)
}

/** The address of the operator's own PostgreSQL, null for the embedded one; throws `SettingsError`. */
export function readDatabaseUrl(env: Environment): string | null {
  const url = textOf(env, 'DATABASE_URL', '')
  if (url === '') return null
  try {
    readAddress(url)
  } catch (error) {
    throw error instanceof DatabaseAddressError ? new SettingsError(error.message) : error
  }
  return url
}
