/** What the page and its feed worker say to each other. Frames are ready to be painted. */
import type { Figures } from '../markets/figures-wire.ts'
import type { BookFrame, FrameView } from './frame.ts'
import type { Level } from './levels.ts'
import type { LinkState } from './link-state.ts'

/** Where the worker finds the server: bases of the hosts that it calls, empty for the page's origin. */
export type FeedHosts = { readonly realtime: string; readonly sync: string; readonly api: string }

export type ToWorker =
  | {
      readonly kind: 'open'
      readonly hosts: FeedHosts
      /** The session's token, null for a guest. */
      readonly token: string | null
      readonly language: string
    }
  /** The session changed: the line is opened again with it. */
  | { readonly kind: 'session'; readonly token: string | null }
  /** Which market's book and trades are wanted, null for none. */
  | { readonly kind: 'watch'; readonly pair: string | null }
  | { readonly kind: 'view'; readonly view: FrameView }
  /** How long from one picture to the next, as the device can draw them. */
  | { readonly kind: 'pace'; readonly intervalMs: number }
  | { readonly kind: 'network'; readonly isOnline: boolean }
  | { readonly kind: 'visible'; readonly isVisible: boolean }

export type Link = {
  readonly state: LinkState
  /** Age of what is shown, whole seconds; 0 while it is live. */
  readonly ageSeconds: number
  /** The line's round trip, null while it is not known. */
  readonly roundTripMs: number | null
  /** Whether frames come as server-sent events, because no socket could be opened. */
  readonly isFallback?: boolean
  /** Whether the figures are stale on the screen alone: something else changes what the page draws. */
  readonly isUndrawn?: boolean
}

/** A line of the list of last trades, ready to be painted. */
export type TradeRow = {
  /** Gap-free per market. */
  readonly no: number
  readonly priceText: string
  readonly quantityText: string
  readonly timeText: string
  readonly takerSide: 'buy' | 'sell'
}

/** The watched book as it is shown. */
export type ShownBook = {
  readonly pair: string
  readonly frame: BookFrame
  /** The whole sides, best first: what the receipt is reckoned from. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** What changed since the last frames: null where nothing did. */
export type FramesMessage = {
  readonly kind: 'frames'
  readonly tickers: Readonly<Record<string, Partial<Figures>>> | null
  readonly book: ShownBook | null
  readonly tape: { readonly pair: string; readonly rows: readonly TradeRow[] } | null
}

/** The end or a change of an own order. */
export type OwnOrderNotice = {
  /** Whose order it is. */
  readonly userId: string
  readonly orderId: string
  readonly status: string
  readonly result: string
}

/** Own balances that changed: absolute decimal strings by currency symbol. */
export type OwnBalances = Readonly<
  Record<string, { readonly available: string | null; readonly held: string | null }>
>

export type FromWorker =
  | { readonly kind: 'link'; readonly link: Link }
  | FramesMessage
  /** Own events may have been missed, as after each opening of the line: ask for what they tell. */
  | { readonly kind: 'missed' }
  | { readonly kind: 'ownOrder'; readonly notice: OwnOrderNotice }
  | { readonly kind: 'ownBalances'; readonly userId: string; readonly balances: OwnBalances }
  /** `about` is the server's word for what happened, empty where it says none. */
  | {
      readonly kind: 'notice'
      readonly userId: string
      readonly text: string
      readonly about: string
    }
  /** What became of the identity check, as the server says it. */
  | { readonly kind: 'identity'; readonly userId: string; readonly verdict: string }
  /** The window of the identity check is to be closed. */
  | { readonly kind: 'identityClosed'; readonly userId: string }
  /** Other announcements stand now than before. */
  | { readonly kind: 'announcements' }
  /** Markets, their rules or their charges are others now. */
  | { readonly kind: 'markets' }
  | { readonly kind: 'clock'; readonly serverMs: number }
  | { readonly kind: 'build'; readonly build: string }
  /** An answer said that the exchange is in maintenance (DEC-12). */
  | { readonly kind: 'maintenance' }
  /** The server does not know the session of this token any more. */
  | { readonly kind: 'sessionEnded'; readonly token: string | null }

/** What is told to one user alone. */
export type UserMessage = Extract<
  FromWorker,
  { readonly kind: 'ownOrder' | 'ownBalances' | 'notice' | 'identity' | 'identityClosed' }
>

/** Returns the user that a message is for; empty where it names nobody. */
export function userIdOf(message: UserMessage): string {
  return message.kind === 'ownOrder' ? message.notice.userId : message.userId
}
