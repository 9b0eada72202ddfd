/** The balances call (API-36): one row a currency, whether the user has any of it or not (SRV-49). */
import { balanceRow } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Sessions } from '../accounts/index.ts'
import { selectRows } from '../list-rows.ts'
import type { Listing } from '../markets/index.ts'
import { listBalances } from './store.ts'

export type BalanceRoutes = {
  readonly database: Database
  readonly engine: Engine
  readonly sessions: Sessions
  readonly listing: Listing
}

const balanceFields = ['id', 'ccurrency_symbol', 'ccurrency_name'] as const

export function registerBalanceRoutes(http: HttpHost, routes: BalanceRoutes): void {
  const { database, engine, sessions, listing } = routes
  http.get('/balances', async (request) => {
    const userId = await sessions.require(request)
    if (!(await engine.settled(userId))) throw new Refusal('engine.behind')
    const found = await listBalances(database, userId)
    const byCurrency = new Map(found.map((balance) => [balance.currencyId, balance]))
    const rows = listing
      .currencies()
      .filter(({ isListed, currencyId }) => isListed || byCurrency.has(currencyId))
      .map((currency) => {
        const { available = 0, held = 0 } = byCurrency.get(currency.currencyId) ?? {}
        return balanceRow({ currency, available, held })
      })
    return success(request, { data: selectRows(request.query, rows, balanceFields) })
  })
}
