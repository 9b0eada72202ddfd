/** A register that follows the listing and the console's tokens at run time. */
import type { ChainSettings } from '../../../../platform/config/chain-settings.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { Listing } from '../../../markets/index.ts'
import { type ChainRegister, createRegister } from '../register.ts'
import { readAddedTokens } from './token-store.ts'

export type LiveRegister = {
  readonly register: ChainRegister
  /** Resolves once the register has the current listing and tokens. */
  refresh(): Promise<void>
}

/** Creates the register and updates it with each change of the listing. */
export async function openRegister(deps: {
  readonly database: Database
  readonly keys: Keys
  readonly log: Log
  readonly listing: Listing
  readonly settings: ChainSettings
}): Promise<LiveRegister> {
  const { database, keys, log, listing, settings } = deps
  const added = await readAddedTokens(database, keys)
  const register = createRegister(settings, listing.currencies(), added)
  let last: Promise<unknown> = Promise.resolve()
  const read = async (): Promise<void> => {
    const tokens = await readAddedTokens(database, keys)
    register.refresh(listing.currencies(), tokens)
  }
  const refresh = (): Promise<void> => {
    const done = last.then(read)
    last = done.catch(() => undefined)
    return done
  }
  listing.onChanged(() => {
    refresh().catch((error: unknown) =>
      log.error({ error: String(error) }, 'reading the added tokens failed'),
    )
  })
  return { register, refresh }
}
