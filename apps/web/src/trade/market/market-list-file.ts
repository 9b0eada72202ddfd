/** The market list of the trading page: a file of its own, because the page works without it. */
import { createResource } from '../../api/resource.ts'

export const marketListFile = createResource(
  async () => (await import('./market-list.tsx')).MarketList,
)
