/** The two layouts of the trading page; a device loads its own together with the page. */
import type { ComponentType } from 'react'
import { createResource, loaded, type Resource } from '../../api/resource.ts'
import { currentSession } from '../../api/session.ts'
import { signedInFormsFile } from './signed-in-forms-file.ts'
import type { TradeMarket } from '../market/market.ts'
import { phoneQuery } from '../use-size.ts'

/** A layout, and its skeleton while the market loads. */
export type TradeLayout = {
  readonly Trade: ComponentType<{ readonly market: TradeMarket }>
  readonly Bones: ComponentType
}

const phone = createResource<TradeLayout>(async () => {
  const { PhoneTrade: Trade, PhoneBones: Bones } = await import('./phone-trade.tsx')
  return { Trade, Bones }
})
const wide = createResource<TradeLayout>(async () => {
  const { WideTrade: Trade, WideBones: Bones } = await import('./wide-trade.tsx')
  return { Trade, Bones }
})

/** The phone layout, or the one of wider windows. */
export function layoutFor(isPhone: boolean): Resource<TradeLayout> {
  return isPhone ? phone : wide
}

/**
 * Loads the layout of this window; for a signed-in user of a wide window also the order forms, so that the
 * page is drawn with them at once. Resolves when they are loaded or failed.
 */
export async function fetchLayout(): Promise<void> {
  const isPhone = matchMedia(phoneQuery).matches
  const hasForms = !isPhone && currentSession() !== null
  await Promise.all([loaded(layoutFor(isPhone)), ...(hasForms ? [loaded(signedInFormsFile)] : [])])
}
