/** Gives users their addresses (SRV-63), only once payments to them are detected. */
import { toChecksum } from '../../../../adapters/evm/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Eligibility } from '../../../agreement/index.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { AddressKeys } from './address-keys.ts'
import { isSealedAddress } from './address-seal.ts'
import { findStored, assignAddress } from './address-store.ts'
import { type ChainFamily, chainTable } from '../chains.ts'
import type { ChainRegister } from '../register.ts'
import { tipOf } from '../tracking/tracker-store.ts'

/** How long a request waits for starting chains. Browsers give up after 15 seconds. */
const waitMsDefault = 12_000
const pollMs = 250
const retrySeconds = 30

export type AddressDeps = {
  readonly database: Database
  readonly log: Log
  readonly gate: Eligibility
  readonly register: ChainRegister
  readonly keys: AddressKeys
  /** The keys that seal addresses to their users. */
  readonly seals: Keys
  /** Starts to follow the chains; does not wait. */
  readonly begin: () => void
  /** Whether the nodes answer; starts local nodes. */
  readonly reach: () => Promise<boolean>
  readonly waitMs?: number
}

export type Addresses = {
  /** A user's address in the form that he copies; null if he has none yet. */
  find(userId: number, family: ChainFamily): Promise<string | null>
  /**
   * A user's address, created if he has none. Refuses `kyc.required`, `agreement.required`, `chain.off`,
   * `chain.starting`, `chain.unavailable`.
   */
  assign(userId: number, family: ChainFamily): Promise<string>
}

/** Creates the service. */
export function createAddresses(deps: AddressDeps): Addresses {
  const { gate, keys } = deps
  return {
    find: (userId, family) => findProven(deps, family, userId),
    async assign(userId, family) {
      await gate.requireFor(userId, 'deposit')
      const known = await findProven(deps, family, userId)
      if (known !== null) return known
      // A signer that is started only now also takes time.
      const [derive] = await Promise.all([keys.derivation(family), requireStarted(deps, family)])
      if (derive === null) throw new Refusal('chain.unavailable', {}, retrySeconds)
      return shownAddress(family, await assignAddress(deps, family, userId, derive))
    },
  }
}

/**
 * A user's address. It is derived again from its index, and its seal is checked, before it is shown. Write
 * access to the database is not enough to show another address (ATT-97). Refuses `chain.unavailable` if the
 * address differs.
 */
async function findProven(
  { database, keys, seals, log }: AddressDeps,
  family: ChainFamily,
  userId: number,
): Promise<string | null> {
  const made = await findStored(database, family, userId)
  if (made === null) return null
  const derive = await keys.derivation(family)
  const isOwn = isSealedAddress(seals, made, made.seal)
  if (isOwn && derive?.(made.index) === made.address) return shownAddress(family, made.address)
  if (derive !== null)
    log.error({ userId, family }, 'a stored address differs from the derived one')
  throw new Refusal('chain.unavailable', {}, retrySeconds)
}

function shownAddress(family: ChainFamily, address: string): string {
  return family === 'evm' ? toChecksum(address) : address
}

/**
 * Waits until every chain of the family was scanned once. A payment to an address before the first scan would
 * not be detected automatically.
 */
async function requireStarted(deps: AddressDeps, family: ChainFamily): Promise<void> {
  const { database, register, begin, reach, waitMs = waitMsDefault } = deps
  const chains = register.chains.filter(({ chain }) => chainTable[chain].family === family)
  if (chains.length === 0) throw new Refusal('chain.off')
  begin()
  const untilMs = performance.now() + waitMs
  // Unknown while local nodes start; the first scan of their chains follows.
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

/** Whether any user has an address. If so, the chains are followed from the start of the server. */
export async function hasAddresses(database: Pick<Database, 'query'>): Promise<boolean> {
  const found = await database.query('select 1 from wallets.chain_address limit 1')
  return found.rows.length > 0
}
