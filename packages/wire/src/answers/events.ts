/** What the realtime events carry, over sockets and streams alike. */
import * as z from 'zod/mini'
import { kycStatusMessages } from '../identity/kyc.ts'
import { Count, Decimal, many, RowId } from './shapes.ts'
import { misfitWords } from './whole.ts'
import { LevelRow, OrderRow, TickerFields, TradeRow } from './trading.ts'

/** A whole side of a book, best first, and the checksum of both (RT-07, RT-08). */
export const SideFrame = z.strictObject({
  pair: z.string(),
  data: many(LevelRow),
  seq: Count,
  checksum: z.int(),
})
export type SideFrame = z.output<typeof SideFrame>

/** New trades to put on top, or the whole list (RT-09, DEC-89); newest first. */
export const TradesFrame = z.strictObject({
  pair: z.string(),
  data: many(TradeRow),
  prepended: z.boolean(),
  seq: Count,
})
export type TradesFrame = z.output<typeof TradesFrame>

/** The figures of one market (RT-02). */
export const TickerFrame = z.strictObject({ ...TickerFields.shape, seq: Count })
export type TickerFrame = z.output<typeof TickerFrame>

/** The rows of all markets as JSON text, with which a new socket begins (DEC-75). */
export const TableFrame = z.strictObject({ jsontable: z.string() })
export type TableFrame = z.output<typeof TableFrame>

/** What a subscriber has who missed nothing: numbers of book and last trade, and figures while they are new. */
export const PulseFrame = z.strictObject({
  pair: z.string(),
  seq: Count,
  checksum: z.int(),
  no: Count,
  figures: z.optional(TickerFrame),
})
export type PulseFrame = z.output<typeof PulseFrame>

/** The number of the user's last own event; `first` where a socket opens with it. */
export const OwnPulseFrame = z.strictObject({ no: Count, first: z.optional(z.literal(true)) })
export type OwnPulseFrame = z.output<typeof OwnPulseFrame>

/** Each second: the last number, the server's time, and whether commands are taken. */
export const HeartbeatFrame = z.strictObject({ seq: Count, time: z.number(), engine: z.string() })
export type HeartbeatFrame = z.output<typeof HeartbeatFrame>

/** Absolute amounts of the currencies that changed, by symbol; `lock` is what is held (RT-10). */
const BalancesEntry = z.catchall(
  z.object({ u: RowId, seq: Count, lock: z.record(z.string(), Decimal) }),
  Decimal,
)
export const BalancesFrame = many(BalancesEntry)
/** The amounts stand beside the three, by symbol: no type says that of an object. */
export type BalancesFrame = readonly {
  readonly u: number
  readonly seq: number
  readonly lock: Readonly<Record<string, string>>
}[]

/** What became of an own order within a batch (RT-06). */
export const OrderFrame = z.strictObject({
  uid: RowId,
  id: RowId,
  result: z.string(),
  status: OrderRow.shape.market_status,
  seq: Count,
})
export type OrderFrame = z.output<typeof OrderFrame>

/** A notification in the language of the connection (RT-05). */
export const NotificationFrame = z.strictObject({
  uid: RowId,
  message: z.string(),
  kind: z.string(),
})
export type NotificationFrame = z.output<typeof NotificationFrame>

/** What became of the identity check (DEC-64). */
export const IdentityFrame = z.strictObject({
  uid: RowId,
  message: z.enum(Object.values(kycStatusMessages)),
})
export type IdentityFrame = z.output<typeof IdentityFrame>

/** The window of the identity check is to be closed. */
export const IdentityClosedFrame = z.strictObject({ uid: RowId })
export type IdentityClosedFrame = z.output<typeof IdentityClosedFrame>

/** The event says it all: what changed is told by its call. */
export const BareFrame = z.strictObject({})
export type BareFrame = Readonly<Record<string, unknown>>

/**
 * Every event: what it carries, and who gets it. `market`: who subscribed to the market; `owner`: the user alone, with
 * the number of the event among his own as a second argument; `connection`: one connection, at its beginning.
 */
export const events = {
  heartbeat: { carries: HeartbeatFrame, to: 'everybody' },
  market_update: { carries: z.union([TickerFrame, TableFrame]), to: 'everybody' },
  markets: { carries: BareFrame, to: 'everybody' },
  announcements: { carries: BareFrame, to: 'everybody' },
  sells: { carries: SideFrame, to: 'market' },
  buys: { carries: SideFrame, to: 'market' },
  histories: { carries: TradesFrame, to: 'market' },
  pulse: { carries: PulseFrame, to: 'market' },
  own_pulse: { carries: OwnPulseFrame, to: 'connection' },
  ubal: { carries: BalancesFrame, to: 'owner' },
  notif_obooks_result: { carries: OrderFrame, to: 'owner' },
  notif: { carries: NotificationFrame, to: 'owner' },
  kyc_status: { carries: IdentityFrame, to: 'owner' },
  kyc_tutup_popup: { carries: IdentityClosedFrame, to: 'owner' },
} as const satisfies Record<
  string,
  {
    readonly carries: z.ZodMiniType
    readonly to: 'everybody' | 'market' | 'owner' | 'connection'
  }
>

export type EventName = keyof typeof events

/** What an event carries. */
export type EventOf<Name extends EventName> = Name extends 'markets' | 'announcements'
  ? BareFrame
  : Name extends 'ubal'
    ? BalancesFrame
    : z.output<(typeof events)[Name]['carries']>

/** What of a payload is not as its event says, in words; null where all of it is. An unknown event is a misfit. */
export function misfitOfEvent(name: string, payload: unknown): string | null {
  const known = Object.entries(events).find(([event]) => event === name)
  if (known === undefined) return 'no such event'
  const parsed = known[1].carries.safeParse(payload)
  return parsed.success ? null : misfitWords(parsed.error)
}
