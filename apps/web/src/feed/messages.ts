/** Messages between the page and its feed worker. Frames are ready to be painted. */
import type { Figures } from '../markets/figures-wire.ts'
import type { BookFrame, FrameView } from './frame.ts'
import type { Level } from './levels.ts'
import type { LinkState } from './link-state.ts'

/** Base URLs of the hosts that the worker calls; empty for the page's origin. */
export type FeedHosts = { readonly realtime: string; readonly sync: string; readonly api: string }

export type ToWorker =
  | {
      readonly kind: 'open'
      readonly hosts: FeedHosts
      /** The session's token, null for a guest. */
      readonly token: string | null
      readonly language: string
    }
  /** The session changed: the worker reopens the connection with it. */
  | { readonly kind: 'session'; readonly token: string | null }
  /** The market whose book and trades the page wants; null for none. */
  | { readonly kind: 'watch'; readonly pair: string | null }
  | { readonly kind: 'view'; readonly view: FrameView }
  /** The interval between two frames that the device can draw. */
  | { readonly kind: 'pace'; readonly intervalMs: number }
  | { readonly kind: 'network'; readonly isOnline: boolean }
  | { readonly kind: 'visible'; readonly isVisible: boolean }

export type Link = {
  readonly state: LinkState
  /** Age of the shown figures in whole seconds; 0 while they are live. */
  readonly ageSeconds: number
  /** Round trip of the connection; null while unknown. */
  readonly roundTripMs: number | null
  /** Frames come as server-sent events, because no socket could be opened. */
  readonly isFallback?: boolean
  /** The figures are stale on the screen only: another program changes what the page draws. */
  readonly isUndrawn?: boolean
}

/** A row of the recent trades, ready to be painted. */
export type TradeRow = {
  /** Gapless per market. */
  readonly no: number
  readonly priceText: string
  readonly quantityText: string
  readonly timeText: string
  readonly takerSide: 'buy' | 'sell'
}

/** The watched book as the page shows it. */
export type ShownBook = {
  readonly pair: string
  readonly frame: BookFrame
  /** All levels of both sides, best first: the receipt is computed from them. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** Changes since the last frames; null where nothing changed. */
export type FramesMessage = {
  readonly kind: 'frames'
  readonly tickers: Readonly<Record<string, Partial<Figures>>> | null
  readonly book: ShownBook | null
  readonly tape: { readonly pair: string; readonly rows: readonly TradeRow[] } | null
}

/** A change or the end of one of the user's orders. */
export type OwnOrderNotice = {
  /** The owner of the order. */
  readonly userId: string
  readonly orderId: string
  readonly status: string
  readonly result: string
}

/** The user's balances that changed: absolute decimal strings by currency symbol. */
export type OwnBalances = Readonly<
  Record<string, { readonly available: string | null; readonly held: string | null }>
>

export type FromWorker =
  | { readonly kind: 'link'; readonly link: Link }
  | FramesMessage
  /**
   * User events may have been missed, as after each opening of the connection: the page reloads user data.
   */
  | { readonly kind: 'missed' }
  | { readonly kind: 'ownOrder'; readonly notice: OwnOrderNotice }
  | { readonly kind: 'ownBalances'; readonly userId: string; readonly balances: OwnBalances }
  /** `about` is the server's kind of the notification; empty if it has none. */
  | {
      readonly kind: 'notice'
      readonly userId: string
      readonly text: string
      readonly about: string
    }
  /** The outcome of the identity check, in the server's words. */
  | { readonly kind: 'identity'; readonly userId: string; readonly verdict: string }
  /** The dialog of the identity check must close. */
  | { readonly kind: 'identityClosed'; readonly userId: string }
  /** The announcements changed. */
  | { readonly kind: 'announcements' }
  /** Markets, their rules or their fees changed. */
  | { readonly kind: 'markets' }
  | { readonly kind: 'clock'; readonly serverMs: number }
  | { readonly kind: 'build'; readonly build: string }
  /** An answer reported maintenance (DEC-12). */
  | { readonly kind: 'maintenance' }
  /** The session of this token has ended at the server. */
  | { readonly kind: 'sessionEnded'; readonly token: string | null }

/** Messages for one user alone. */
export type UserMessage = Extract<
  FromWorker,
  { readonly kind: 'ownOrder' | 'ownBalances' | 'notice' | 'identity' | 'identityClosed' }
>

/** Returns the user of a message; empty if it names none. */
export function userIdOf(message: UserMessage): string {
  return message.kind === 'ownOrder' ? message.notice.userId : message.userId
}
