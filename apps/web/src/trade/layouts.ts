/** The two layouts of the trading page; a device fetches its own, together with the page. */
import type { ComponentType } from 'react'
import { createResource, type Resource } from '../api/resource.ts'
import type { TradeMarket } from './market.ts'
import { phoneQuery } from './use-size.ts'

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

/** Loads a layout, also where that failed before. */
export function wantLayout(layout: Resource<TradeLayout>): void {
  if (layout.read().state === 'error') layout.reload()
  else layout.want()
}

/** Fetches the layout of this window, so that the page is drawn with it at once; ends when that is there or failed. */
export async function fetchLayout(): Promise<void> {
  const layout = layoutFor(matchMedia(phoneQuery).matches)
  wantLayout(layout)
  if (layout.read().state !== 'loading') return
  await new Promise<void>((resolve) => {
    const stop = layout.subscribe(() => {
      if (layout.read().state === 'loading') return
      stop()
      resolve()
    })
  })
}
