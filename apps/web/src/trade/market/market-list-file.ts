/** The market list of the trading page: a file of its own, as the page is drawn and used without it. */
import { createResource } from '../../api/resource.ts'

export const marketListFile = createResource(
  async () => (await import('./market-list.tsx')).MarketList,
)
