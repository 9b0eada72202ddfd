/** The balances call (API-36): one row for each currency, including empty balances (SRV-49). */
import {
  type BalanceFigures,
  balanceRow,
  calls,
  type ListFields,
  numberField,
  textField,
} from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listData, listOf } from '../../platform/lists/answer.ts'
import { selectRows } from '../../platform/lists/select-rows.ts'
import type { Sessions } from '../accounts/index.ts'
import type { Listing } from '../markets/index.ts'
import { listBalances } from './store.ts'

export type BalanceRoutes = {
  readonly database: Database
  readonly engine: Engine
  readonly sessions: Sessions
  readonly listing: Listing
}

const balanceFields: ListFields = {
  id: numberField('currencyId'),
  ccurrency_symbol: textField('symbol'),
  ccurrency_name: textField('name'),
}

/** Serves the call. */
export function registerBalanceRoutes(http: HttpHost, routes: BalanceRoutes): void {
  const { database, engine, sessions, listing } = routes
  route(http, sessions, calls.balances, async ({ request, userId, input }) => {
    const list = listOf(input, balanceFields, 'id')
    if (!(await engine.waitForProjection(userId))) throw new Refusal('engine.behind')
    const found = await listBalances(database, userId)
    const byCurrency = new Map(found.map((balance) => [balance.currencyId, balance]))
    const balances = listing
      .currencies()
      .filter(({ isListed, currencyId }) => isListed || byCurrency.has(currencyId))
      .map((currency): BalanceFigures => {
        const { available = 0, held = 0 } = byCurrency.get(currency.currencyId) ?? {}
        return { currency, available, held }
      })
    const page = selectRows(list, balances, 'currencyId', ({ currency }, name) =>
      name === 'currencyId'
        ? currency.currencyId
        : name === 'name'
          ? currency.name
          : currency.symbol,
    )
    return success(request, { data: listData(list, page, balanceRow) })
  })
}
