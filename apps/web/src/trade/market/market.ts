/** A market for the trading page: units, steps, limits and charges, all integers. */
import type { BandRules, PreviewRate } from '@tukar/money'
import type { Measures } from '../../feed/frame.ts'

export type MarketAsset = {
  readonly symbol: string
  readonly name: string
  /** An image as a `data:` address; null without one. */
  readonly icon: string | null
  /** Decimals of the currency's unit. */
  readonly decimals: number
}

export type TradeMarket = {
  readonly id: number
  /** "BTC_IDR" on the wire, "BTC/IDR" to people. */
  readonly pair: string
  readonly pairText: string
  readonly base: MarketAsset
  readonly quote: MarketAsset
  /** Price units. */
  readonly tick: number
  /** Base units. */
  readonly lot: number
  /** Quote units. */
  readonly notionalMin: number
  /** 10 to the power of the base's decimals. */
  readonly baseScale: number
  readonly state: 'open' | 'cancel_only' | 'halted'
  /** The taker's fee as a fraction: "0.0020" (TRADE-06). */
  readonly feeRate: string | null
  /** Charges on what each side receives, as taker and as maker. */
  readonly rates: {
    readonly buy: SideRates
    readonly sell: SideRates
  }
  readonly measures: Measures
  /** The price limits of orders; null if the server does not send them. */
  readonly band: (BandRules & { readonly reference: number }) | null
}

export type SideRates = {
  readonly taker: readonly PreviewRate[]
  readonly maker: readonly PreviewRate[]
}
