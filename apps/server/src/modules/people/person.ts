/** A user as the console shows them: masked, with balances and recent activity. */
import { formatPrice, formatUnits } from '@tukar/money'
import type {
  DeskPersonActivity,
  DeskPersonBalance,
  DeskPersonDetail,
  DeskPersonLimit,
  DeskPersonNote,
  DeskPersonOrder,
  DeskPersonSession,
  DeskPersonTransfer,
} from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import {
  factorResetOf,
  findContacts,
  heldStateOf,
  type ListedSession,
  listSessions,
} from '../accounts/index.ts'
import { type BalanceRecord, listBalances } from '../balances/index.ts'
import { maskedAddress, maskedEmail, maskedName } from '../desk/index.ts'
import type { Listing } from '../markets/index.ts'
import { listOpenOrders } from '../orders/index.ts'
import {
  type PersonLimit,
  personLimitsOf,
  type PersonTransfer,
  transfersOf,
} from '../wallets/index.ts'
import { notesOf } from './notes.ts'
import { eventsOf, type KnownPerson } from './store.ts'
import type { ValueOf } from './valuing.ts'

export type PersonDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly listing: Listing
  readonly valueOf: ValueOf
  /** The general daily withdrawal limit of a currency in units; null if it has none. */
  readonly usualDailyOf: (currencyId: number) => number | null
}

const ordersMax = 20
const transfersMax = 20
const eventsMax = 30
const notesMax = 50
const rupiahDecimals = 2
const unitsOfRupiah = 100

/** All data of a user except the activity. */
export async function detailOf(deps: PersonDeps, person: KnownPerson): Promise<DeskPersonDetail> {
  const { database } = deps
  const { userId, name, email, createdAt, isDemo, isVerified, kyc, hasTwoFactor, roles } = person
  const [balances, sessions, notes, limits, reset, held] = await Promise.all([
    listBalances(database, userId),
    listSessions(database, userId),
    personNotes(database, userId),
    personLimitsOf(database, deps.keys, userId),
    factorResetOf(database, userId),
    heldStateOf(database, deps.keys, userId),
  ])
  const own = balances.filter(({ available, held }) => available !== 0 || held !== 0)
  const values = own.map(({ currencyId, available, held }) =>
    deps.valueOf(currencyId, available + held),
  )
  return {
    person: { user_id: userId, name: maskedName(name), email: maskedEmail(email) },
    created_at: createdAt.toISOString(),
    demo: isDemo,
    email_verified: isVerified,
    suspended_at: person.suspendedAt?.toISOString() ?? null,
    roles,
    kyc,
    two_factor: hasTwoFactor,
    factor_reset_at: reset === null ? null : new Date(reset.dueMs).toISOString(),
    held_state: held,
    limits: limitRows(deps, limits),
    balances: own.map((one, at) => balanceRow(deps, one, values[at] ?? null)),
    value: valueText(sumOf(values)),
    sessions: sessions.map(sessionRow),
    notes,
  }
}

/** The recent activity of a user. */
export async function activityOf(
  { database, listing }: PersonDeps,
  userId: number,
): Promise<DeskPersonActivity> {
  const [orders, transfers, events] = await Promise.all([
    listOpenOrders(database, userId, ordersMax),
    transfersOf(database, userId, transfersMax),
    eventsOf(database, userId, eventsMax),
  ])
  return {
    orders: orders.rows.flatMap((order) => orderRow(listing, order)),
    orders_total: orders.total,
    transfers: transfers.map((transfer) => transferRow(listing, transfer)),
    events: events.map(({ at, kind, address }) => ({
      at: at.toISOString(),
      kind,
      address: address === null ? null : maskedAddress(address),
    })),
  }
}

async function personNotes(database: Database, userId: number): Promise<DeskPersonNote[]> {
  const notes = await notesOf(database, userId, notesMax)
  const ids = [...new Set(notes.map(({ operatorId }) => operatorId))]
  const writers = await findContacts(database, ids)
  return notes.map(({ noteId, at, operatorId, text }) => ({
    id: noteId,
    at: at.toISOString(),
    operator: writers.get(operatorId)?.name ?? `#${operatorId}`,
    text,
  }))
}

/** Null if one of the values is unknown. */
function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}

/** Whole rupiah, rounded down. */
function valueText(units: number | null): string | null {
  return units === null ? null : String(Math.floor(units / unitsOfRupiah))
}

/** The daily withdrawal limits, for each currency that has one. */
function limitRows(
  { listing, usualDailyOf }: PersonDeps,
  own: readonly PersonLimit[],
): readonly DeskPersonLimit[] {
  return listing.currencies().flatMap(({ currencyId, symbol, decimals }) => {
    const usual = usualDailyOf(currencyId)
    if (usual === null) return []
    const daily = own.find((one) => one.currencyId === currencyId)?.daily
    return [
      {
        currency: symbol,
        daily: formatUnits(daily ?? usual, decimals),
        usual: formatUnits(usual, decimals),
        own: daily !== undefined,
      },
    ]
  })
}

function balanceRow(
  { listing }: PersonDeps,
  { currencyId, available, held }: BalanceRecord,
  value: number | null,
): DeskPersonBalance {
  const currency = listing.currency(currencyId)
  const decimals = currency?.decimals ?? 0
  return {
    currency: currency?.symbol ?? `#${currencyId}`,
    available: formatUnits(available, decimals),
    held: formatUnits(held, decimals),
    value: valueText(value),
  }
}

function sessionRow(session: ListedSession): DeskPersonSession {
  const { sessionId, createdAt, lastSeenAt, device, address } = session
  return {
    id: sessionId,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    device,
    address: maskedAddress(address),
  }
}

type OpenOrder = Awaited<ReturnType<typeof listOpenOrders>>['rows'][number]

/** No row if its market is not listed. */
function orderRow(listing: Listing, order: OpenOrder): readonly DeskPersonOrder[] {
  const market = listing.market(order.marketId)
  if (market === undefined) return []
  const { symbol, tick, quoteDecimals, baseDecimals } = market.scale
  return [
    {
      id: order.orderId,
      market: symbol,
      side: order.side,
      price: formatPrice(order.price, tick, quoteDecimals),
      quantity: formatUnits(order.quantity, baseDecimals),
      remaining: formatUnits(order.remaining, baseDecimals),
      created_at: new Date(order.createdMs).toISOString(),
    },
  ]
}

function transferRow(listing: Listing, transfer: PersonTransfer): DeskPersonTransfer {
  const { part, rowId, createdAt, currencyId, units, state } = transfer
  const currency = listing.currency(currencyId)
  return {
    part,
    id: rowId,
    created_at: createdAt.toISOString(),
    currency: currency?.symbol ?? `#${currencyId}`,
    amount: units === null ? '' : formatUnits(units, currency?.decimals ?? rupiahDecimals),
    state,
  }
}
