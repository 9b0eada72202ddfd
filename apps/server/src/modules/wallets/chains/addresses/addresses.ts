/** Gives people their addresses (SRV-63): only where whatever is paid to them is seen. */
import { toChecksum } from '../../../../adapters/evm/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Gate } from '../../../agreement/index.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { AddressKeys } from './address-keys.ts'
import { isSealedAddress } from './address-seal.ts'
import { findMade, giveAddress } from './address-store.ts'
import { type ChainFamily, chainTable } from '../chains.ts'
import type { ChainRegister } from '../register.ts'
import { tipOf } from '../tracking/tracker-store.ts'

/** How long a request waits for chains that are being begun; browsers give up after 15 seconds. */
const waitMsDefault = 12_000
const pollMs = 250
const retrySeconds = 30

export type AddressDeps = {
  readonly database: Database
  readonly log: Log
  readonly gate: Gate
  readonly register: ChainRegister
  readonly keys: AddressKeys
  /** By which addresses are sealed to their users. */
  readonly seals: Keys
  /** Begins to follow the chains, and waits for nothing. */
  readonly begin: () => void
  /** Whether nodes can be asked; begins those of ours. */
  readonly reach: () => Promise<boolean>
  readonly waitMs?: number
}

export type Addresses = {
  /** A user's address as people copy it; null where he asked for none yet. */
  find(userId: number, family: ChainFamily): Promise<string | null>
  /**
   * A user's address, made where he has none. Refuses `kyc.required`, `agreement.required`, `chain.off`,
   * `chain.starting`, `chain.unavailable`.
   */
  give(userId: number, family: ChainFamily): Promise<string>
}

/** The service. */
export function createAddresses(deps: AddressDeps): Addresses {
  const { gate, keys } = deps
  return {
    find: (userId, family) => findProven(deps, family, userId),
    async give(userId, family) {
      await gate.requireFor(userId, 'deposit')
      const known = await findProven(deps, family, userId)
      if (known !== null) return known
      // A signer that is begun first of all takes its time as well.
      const [derive] = await Promise.all([keys.derivation(family), requireStarted(deps, family)])
      if (derive === null) throw new Refusal('chain.unavailable', {}, retrySeconds)
      return shownAddress(family, await giveAddress(deps, family, userId, derive))
    },
  }
}

/**
 * A user's address, made again of its index before it is shown, and sealed to him: whoever writes into the database
 * alone puts neither an address of his own nor somebody else's there (ATT-97). Refuses `chain.unavailable` where it is another one.
 */
async function findProven(
  { database, keys, seals, log }: AddressDeps,
  family: ChainFamily,
  userId: number,
): Promise<string | null> {
  const made = await findMade(database, family, userId)
  if (made === null) return null
  const derive = await keys.derivation(family)
  const isOwn = isSealedAddress(seals, made, made.seal)
  if (isOwn && derive?.(made.index) === made.address) return shownAddress(family, made.address)
  if (derive !== null) log.error({ userId, family }, 'an address is not the one that was made')
  throw new Refusal('chain.unavailable', {}, retrySeconds)
}

function shownAddress(family: ChainFamily, address: string): string {
  return family === 'evm' ? toChecksum(address) : address
}

/**
 * Waits until every chain of the family was looked at once: what is paid to an address before the first
 * look would not be found by itself.
 */
async function requireStarted(deps: AddressDeps, family: ChainFamily): Promise<void> {
  const { database, register, begin, reach, waitMs = waitMsDefault } = deps
  const chains = register.chains.filter(({ chain }) => chainTable[chain].family === family)
  if (chains.length === 0) throw new Refusal('chain.off')
  begin()
  const untilMs = performance.now() + waitMs
  // Unknown while nodes of ours are being begun; the first look at their chains comes after that.
  const life: { isThere: boolean | null; isBegun: boolean } = { isThere: null, isBegun: false }
  const ask = async (): Promise<void> => {
    life.isThere = await reach().catch(() => false)
  }
  void ask()
  for (;;) {
    const tips = await Promise.all(chains.map(({ chain }) => tipOf(database, chain)))
    if (tips.every((tip) => tip !== null)) return
    if (life.isThere === null) life.isBegun = true
    if (life.isThere === false) throw new Refusal('chain.unavailable', {}, retrySeconds)
    if (performance.now() >= untilMs) {
      throw new Refusal(life.isBegun ? 'chain.starting' : 'chain.unavailable', {}, retrySeconds)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Whether anybody has an address: from then on the chains are followed from the start. */
export async function hasAddresses(database: Pick<Database, 'query'>): Promise<boolean> {
  const found = await database.query('select 1 from wallets.chain_address limit 1')
  return found.rows.length > 0
}
