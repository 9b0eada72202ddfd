/** The two layouts of the trading page; a device fetches its own, together with the page. */
import type { ComponentType } from 'react'
import { createResource, loaded, type Resource } from '../../api/resource.ts'
import { currentSession } from '../../api/session.ts'
import { ownFormsFile } from './signed-in-forms-file.ts'
import type { TradeMarket } from '../market/market.ts'
import { phoneQuery } from '../use-size.ts'

/** A layout, and what stands in its stead while the market is on its way. */
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

/** The layout of a phone, or the one of all wider windows. */
export function layoutFor(isPhone: boolean): Resource<TradeLayout> {
  return isPhone ? phone : wide
}

/**
 * Fetches the layout of this window, at a desk with the order forms of who is signed in, so that the page is drawn with
 * them at once; ends when they are there or failed.
 */
export async function fetchLayout(): Promise<void> {
  const isPhone = matchMedia(phoneQuery).matches
  const hasForms = !isPhone && currentSession() !== null
  await Promise.all([loaded(layoutFor(isPhone)), ...(hasForms ? [loaded(ownFormsFile)] : [])])
}
