/** All addresses of a family in memory, for whoever looks through blocks for them. */
import type { Database } from '../../../../platform/database/pool.ts'
import { addressesFrom } from './address-store.ts'
import type { ChainFamily } from '../chains.ts'

/** Addresses of one question. */
const readAtOnce = 10_000

export type AddressWatch = {
  readonly has: (address: string) => boolean
  readonly size: () => number
  /**
   * Reads those that were given since. Whatever was paid to an address stands in a block after it was
   * given: a look reads the head first, then refreshes, then reads blocks no higher than that head.
   */
  refresh(): Promise<void>
}

/** None yet. */
export function createWatch(database: Pick<Database, 'query'>, family: ChainFamily): AddressWatch {
  const addresses = new Set<string>()
  let next = 0
  return {
    has: (address) => addresses.has(address),
    size: () => addresses.size,
    async refresh() {
      for (;;) {
        const some = await addressesFrom(database, family, { fromIndex: next, max: readAtOnce })
        // Indexes are counted up and committed in order: nothing comes before these later.
        for (const { index, address } of some) {
          addresses.add(address)
          next = index + 1
        }
        if (some.length < readAtOnce) return
      }
    },
  }
}
