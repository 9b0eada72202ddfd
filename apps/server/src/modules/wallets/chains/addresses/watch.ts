/** All addresses of a family in memory, for scanning blocks. */
import type { Database } from '../../../../platform/database/pool.ts'
import { addressesFrom } from './address-store.ts'
import type { ChainFamily } from '../chains.ts'

/** The number of addresses per query. */
const readAtOnce = 10_000

export type AddressWatch = {
  readonly has: (address: string) => boolean
  readonly size: () => number
  /**
   * Reads the addresses that were given since the last refresh. A pass reads the head, refreshes, and then
   * reads blocks up to that head. A payment to an address is always in a block after the address was given.
   */
  refresh(): Promise<void>
}

/** Creates an empty watch. */
export function createWatch(database: Pick<Database, 'query'>, family: ChainFamily): AddressWatch {
  const addresses = new Set<string>()
  let next = 0
  return {
    has: (address) => addresses.has(address),
    size: () => addresses.size,
    async refresh() {
      for (;;) {
        const some = await addressesFrom(database, family, { fromIndex: next, max: readAtOnce })
        // Indexes are assigned and committed in order, so no lower index appears later.
        for (const { index, address } of some) {
          addresses.add(address)
          next = index + 1
        }
        if (some.length < readAtOnce) return
      }
    },
  }
}
