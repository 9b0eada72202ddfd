/** Changes a market's state (SRV-62). One operator can halt it at once; resuming needs two. */
import { type ChangeMarketState, type DeskMarketState, MarketStateInput } from '@tukar/wire'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isCurrencyHalted } from '../../accounting/index.ts'
import { carryOut, type ChangeKind } from '../../desk/index.ts'
import type { ListedMarket } from '../listing.ts'
import { countResting, type RestingOrders } from './open-orders.ts'
import { type MarketDeskDeps, marketOf } from './deps.ts'
import { words } from './words.ts'

const titles = { open: 'openTitle', cancel_only: 'cancelOnlyTitle', halted: 'haltTitle' } as const

/** The change `market.state`. */
export function marketState(deps: MarketDeskDeps): ChangeKind<ChangeMarketState> {
  return {
    kind: 'market.state',
    roles: ['risk', 'admin'],
    input: MarketStateInput,
    async preview({ pair, state }) {
      // The listing is reloaded, so that the orders of this moment are counted below.
      await deps.listing.reload()
      const market = marketOf(deps, pair)
      if (market.state === state) throw new Refusal('market.unchanged')
      const { marketId, scale } = market
      if (state === 'open') await refuseHalted(deps, market)
      const resting = await countResting(deps.database, marketId, market, scale.baseScale)
      return {
        subject: `market:${marketId}`,
        title: words(titles[state], { pair }),
        lines: [
          { text: words('state'), before: words(market.state), after: words(state) },
          {
            text: words('openOrders'),
            before: meaning(market.state, resting),
            after: meaning(state, resting),
          },
        ],
        warnings: [],
        isSecondNeeded: state === 'open',
        before: { pair, state: market.state },
        after: { pair, state },
      }
    },
    async apply({ pair, state }, { changeId }) {
      const { marketId }: ListedMarket = marketOf(deps, pair)
      const source = `change:${changeId}:state:${marketId}`
      await carryOut(deps.engine, { kind: 'set_market_state', marketId, state }, source)
      await deps.listing.reload()
    },
  }
}

/** A market that is halted because of a currency resumes with that currency only. */
async function refuseHalted(
  { database, keys }: MarketDeskDeps,
  { baseId, quoteId }: ListedMarket,
): Promise<void> {
  for (const currencyId of [baseId, quoteId]) {
    const isStopped = await isCurrencyHalted({ database, keys }, currencyId)
    if (isStopped) throw new Refusal('market.currency_stopped')
  }
}

/** The meaning of a state for open orders. */
function meaning(state: DeskMarketState, { count, accounts }: RestingOrders) {
  return words(state === 'halted' ? 'ordersWait' : 'ordersRest', { count, accounts })
}
