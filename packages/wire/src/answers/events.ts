/** Payloads of the realtime events, the same over sockets and streams. */
import * as z from 'zod/mini'
import { kycStatusMessages } from '../identity/kyc.ts'
import { Count, Decimal, many, RowId } from './shapes.ts'
import { misfitWords } from './whole.ts'
import { LevelRow, OrderRow, TickerFields, TradeRow } from './trading.ts'

/** A complete side of a book, best first, with the checksum of both sides (RT-07, RT-08). */
export const SideFrame = z.strictObject({
  pair: z.string(),
  data: many(LevelRow),
  seq: Count,
  checksum: z.int(),
})
export type SideFrame = z.output<typeof SideFrame>

/** New trades to prepend, or the complete list (RT-09, DEC-89); newest first. */
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

/** The rows of all markets as JSON text; the first event of a new socket (DEC-75). */
export const TableFrame = z.strictObject({ jsontable: z.string() })
export type TableFrame = z.output<typeof TableFrame>

/** The current numbers of book and trades, and new figures. */
export const PulseFrame = z.strictObject({
  pair: z.string(),
  seq: Count,
  checksum: z.int(),
  no: Count,
  figures: z.optional(TickerFrame),
})
export type PulseFrame = z.output<typeof PulseFrame>

/** The number of the user's last event; `first` is true for the event at the start of a connection. */
export const OwnPulseFrame = z.strictObject({ no: Count, first: z.optional(z.literal(true)) })
export type OwnPulseFrame = z.output<typeof OwnPulseFrame>

/** Once a second: the last number, the server's time, and whether commands are accepted. */
export const HeartbeatFrame = z.strictObject({ seq: Count, time: z.number(), engine: z.string() })
export type HeartbeatFrame = z.output<typeof HeartbeatFrame>

/** Absolute amounts of changed currencies by symbol; `lock` is the held amount (RT-10). */
const BalancesEntry = z.catchall(
  z.object({ u: RowId, seq: Count, lock: z.record(z.string(), Decimal) }),
  Decimal,
)
export const BalancesFrame = many(BalancesEntry)
/** The amounts are keys beside the three fixed fields; TypeScript has no object type for that. */
export type BalancesFrame = readonly {
  readonly u: number
  readonly seq: number
  readonly lock: Readonly<Record<string, string>>
}[]

/** The change of one of the user's orders within a batch (RT-06). */
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

/** The outcome of the identity check (DEC-64). */
export const IdentityFrame = z.strictObject({
  uid: RowId,
  message: z.enum(Object.values(kycStatusMessages)),
})
export type IdentityFrame = z.output<typeof IdentityFrame>

/** The dialog of the identity check must close. */
export const IdentityClosedFrame = z.strictObject({ uid: RowId })
export type IdentityClosedFrame = z.output<typeof IdentityClosedFrame>

/** An event without a payload: its call returns what changed. */
export const BareFrame = z.strictObject({})
export type BareFrame = Readonly<Record<string, unknown>>

/**
 * All events: payload and recipients. `market`: subscribers of the market. `owner`: one user, with the number
 * of the user event as a second argument. `connection`: one connection, at its start.
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

/** The payload of an event. */
export type EventOf<Name extends EventName> = Name extends 'markets' | 'announcements'
  ? BareFrame
  : Name extends 'ubal'
    ? BalancesFrame
    : z.output<(typeof events)[Name]['carries']>

/** Describes where a payload violates its schema; null if it is valid. An unknown event is invalid. */
export function misfitOfEvent(name: string, payload: unknown): string | null {
  const known = Object.entries(events).find(([event]) => event === name)
  if (known === undefined) return 'no such event'
  const parsed = known[1].carries.safeParse(payload)
  return parsed.success ? null : misfitWords(parsed.error)
}
