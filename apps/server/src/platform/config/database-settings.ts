/** The address of the database, the roles that sign in there, and its required durability. */
import { DatabaseAddressError, readAddress } from '../database/hosts.ts'
import { type Environment, readChoice, SettingsError, readText } from './environment.ts'
import type { Mode, SettingDoc } from './settings.ts'

export type Synchronous = 'required' | 'local'

export type DatabaseSettings = {
  /** Signs in as the program's role; null: the included PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  /** The same database as the owner of its tables; null if not configured. */
  readonly databaseOwnerUrl: string | null
  /** Whether a second PostgreSQL must have what is acknowledged. */
  readonly synchronous: Synchronous
}

export const databaseSettingDocs: readonly SettingDoc[] = [
  {
    name: 'DATABASE_URL',
    default: '(embedded)',
    meaning:
      'A PostgreSQL of your own, 15 or later, as the role of the program; a second server on it is a standby. It may ' +
      'name several hosts (`postgres://user:password@one:5432,two:5432/name`): they are tried in turn, read-only ' +
      'ones are passed over.',
  },
  {
    name: 'TUKAR_DATABASE_OWNER_URL',
    default: '(none)',
    meaning:
      'The same database as the owner of its tables, for changes of the schema alone. Better given to ' +
      '`npm run migrate` than to the server; without it a simulation changes the schema by `DATABASE_URL`.',
  },
  {
    name: 'TUKAR_SYNCHRONOUS',
    default: 'required',
    meaning:
      'Whether a second PostgreSQL has to have what is acknowledged (`synchronous_standby_names`); `local` needs none, ' +
      'and is the default in simulation and without `DATABASE_URL`.',
  },
]

/**
 * Reads the address of the database; throws `SettingsError` for an invalid address, or an owner without a
 * database.
 */
export function readDatabaseSettings(env: Environment, mode: Mode): DatabaseSettings {
  const databaseUrl = readUrl(env, 'DATABASE_URL')
  const databaseOwnerUrl = readUrl(env, 'TUKAR_DATABASE_OWNER_URL')
  if (databaseUrl === null && databaseOwnerUrl !== null) {
    throw new SettingsError('TUKAR_DATABASE_OWNER_URL requires DATABASE_URL.')
  }
  // By default a live exchange with its own database loses no acknowledged order if one machine fails.
  const usual = mode === 'live' && databaseUrl !== null ? 'required' : 'local'
  const synchronous = readChoice(env, 'TUKAR_SYNCHRONOUS', ['required', 'local'] as const, usual)
  return { databaseUrl, databaseOwnerUrl, synchronous }
}

function readUrl(env: Environment, name: string): string | null {
  const url = readText(env, name, '')
  if (url === '') return null
  try {
    readAddress(url)
  } catch (error) {
    throw error instanceof DatabaseAddressError ? new SettingsError(error.message) : error
  }
  return url
}
