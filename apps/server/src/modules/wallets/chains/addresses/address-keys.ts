/**
 * The extended public keys of the signer, from which the addresses of users are derived. They are read once
 * and stored. Addresses can be given while the signer is down, and a signer with another seed changes none.
 */
import {
  type BitcoinAccount,
  type BitcoinNetwork,
  openAccount,
} from '../../../../adapters/bitcoin/index.ts'
import { addressKey, type EvmAccount, openEvmAccount } from '../../../../adapters/evm/index.ts'
import type { Signer } from '../../../../adapters/signer/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { ChainFamily } from '../chains.ts'

/** The branch of users' keys; the house accounts have the other branch. */
const people = 0

export type Accounts = { readonly bitcoin: BitcoinAccount; readonly evm: EvmAccount }

export type AddressKeys = {
  /** The accounts from which all addresses are derived; null if they are not known yet. */
  accounts(): Promise<Accounts | null>
  /**
   * Returns the derivation of addresses by index, in the form used for comparison; null if the keys are not
   * known yet.
   */
  derivation(family: ChainFamily): Promise<((index: number) => string) | null>
}

export type AddressKeysDeps = {
  readonly database: Pick<Database, 'query'>
  readonly log: Log
  readonly signer: Pick<Signer, 'keys'>
  readonly network: BitcoinNetwork
}

/**
 * Compares the stored keys with those of the signer and logs a difference: payments to addresses of lost keys
 * could not be moved. Returns whether they are equal; null if the signer does not answer.
 */
export async function compareKeys(
  deps: Pick<AddressKeysDeps, 'database' | 'log' | 'signer'>,
): Promise<boolean | null> {
  const keys = await deps.signer.keys()
  if (keys.status !== 'done') return null
  let isSame = true
  for (const family of ['bitcoin', 'evm'] as const) {
    const stored = await readStoredKey(deps.database, family)
    if (stored === null || stored === keys.value[family].key) continue
    isSame = false
    deps.log.error(
      { family },
      'the public key of the signer differs from the one that our addresses were derived from',
    )
  }
  return isSame
}

/** Creates the keys; the signer is asked at first use. */
export function createAddressKeys(deps: AddressKeysDeps): AddressKeys {
  const { network } = deps
  const known: { bitcoin: BitcoinAccount | null; evm: EvmAccount | null } = {
    bitcoin: null,
    evm: null,
  }
  const bitcoinAccount = async () => {
    known.bitcoin ??= await opened(deps, 'bitcoin', (key) => openAccount(key, network))
    return known.bitcoin
  }
  const evmAccount = async () => {
    known.evm ??= await opened(deps, 'evm', openEvmAccount)
    return known.evm
  }
  return {
    async accounts() {
      const [bitcoin, evm] = [await bitcoinAccount(), await evmAccount()]
      return bitcoin === null || evm === null ? null : { bitcoin, evm }
    },
    async derivation(family) {
      if (family === 'bitcoin') {
        const account = await bitcoinAccount()
        return account === null ? null : (index) => account.at({ branch: people, index }).address
      }
      const account = await evmAccount()
      return account === null ? null : (index) => addressKey(account.at({ branch: people, index }))
    },
  }
}

async function opened<T>(
  deps: AddressKeysDeps,
  family: ChainFamily,
  open: (extendedKey: string) => T,
): Promise<T | null> {
  const stored = await readStoredKey(deps.database, family)
  if (stored !== null) return open(stored)
  const answer = await askSignerForKey(deps, family)
  if (answer === null) return null
  // Checks that the key belongs to this network before it is stored permanently.
  open(answer)
  await deps.database.query(
    `insert into wallets.chain_key (family, extended_key) values ($1, $2)
     on conflict (family) do nothing`,
    [family, answer],
  )
  const first = await readStoredKey(deps.database, family)
  return first === null ? null : open(first)
}

async function askSignerForKey(
  { signer, log }: AddressKeysDeps,
  family: ChainFamily,
): Promise<string | null> {
  const keys = await signer.keys()
  if (keys.status === 'done') return keys.value[family].key
  log.warn({ status: keys.status }, 'the signer did not return its public keys')
  return null
}

async function readStoredKey(
  database: AddressKeysDeps['database'],
  family: ChainFamily,
): Promise<string | null> {
  const found = await database.query<{ key: string }>(
    'select extended_key as key from wallets.chain_key where family = $1',
    [family],
  )
  return found.rows[0]?.key ?? null
}
