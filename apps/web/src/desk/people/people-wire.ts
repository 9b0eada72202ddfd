/** Converts answers about people from wire names. */
import type {
  DeskPeopleRow,
  DeskPersonActivity,
  DeskPersonDetail,
  DeskPersonFound,
} from '@tukar/wire'
import { toPerson } from '../cases/case-wire.ts'
import type { Person } from '../cases/cases.ts'

/** An account of the list, without a name. */
export type ListedAccount = {
  readonly userId: number
  readonly createdAt: string
  readonly kyc: string
  readonly hasTwoFactor: boolean
  readonly isSuspended: boolean
  readonly isDemo: boolean
  /** Empty without an open session. */
  readonly lastSeenAt: string
}

/** An account of the list. */
export function toAccount(row: DeskPeopleRow): ListedAccount {
  return {
    userId: row.user_id,
    createdAt: row.created_at,
    kyc: row.kyc,
    hasTwoFactor: row.two_factor,
    isSuspended: row.suspended,
    isDemo: row.demo,
    lastSeenAt: row.last_seen_at ?? '',
  }
}

/** A person found by the search, masked. */
export type FoundPerson = Person & { readonly kyc: string; readonly isSuspended: boolean }

/** A person found by the search. */
export function toFoundPerson(row: DeskPersonFound): FoundPerson {
  return { ...toPerson(row), kyc: row.kyc, isSuspended: row.suspended }
}

export type PersonBalance = {
  readonly currency: string
  readonly available: string
  readonly held: string
  /** Whole rupiah; empty if no price is known. */
  readonly value: string
}

/** The daily withdrawal limit. */
export type PersonLimit = {
  readonly currency: string
  readonly daily: string
  readonly usual: string
  readonly isOwn: boolean
}

export type PersonSession = {
  readonly id: number
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly device: string
  readonly address: string
}

export type PersonNote = {
  readonly id: number
  readonly at: string
  readonly operator: string
  readonly text: string
}

export type PersonDetail = {
  readonly person: Person
  readonly createdAt: string
  readonly isDemo: boolean
  readonly isMailConfirmed: boolean
  /** The start of the suspension; empty if not suspended. */
  readonly suspendedAt: string
  readonly roles: readonly string[]
  readonly kyc: string
  readonly hasTwoFactor: boolean
  /** When the second factor will be removed; empty if no removal is scheduled. */
  readonly factorResetAt: string
  /** Why the account is on hold; empty if it is not. */
  readonly heldState: string
  readonly limits: readonly PersonLimit[]
  readonly balances: readonly PersonBalance[]
  /** Whole rupiah; empty if a price is missing. */
  readonly value: string
  readonly sessions: readonly PersonSession[]
  readonly notes: readonly PersonNote[]
}

/** One person. */
export function toPersonDetail(data: DeskPersonDetail): PersonDetail {
  return {
    person: toPerson(data.person),
    createdAt: data.created_at,
    isDemo: data.demo,
    isMailConfirmed: data.email_verified,
    suspendedAt: data.suspended_at ?? '',
    roles: data.roles,
    kyc: data.kyc,
    hasTwoFactor: data.two_factor,
    factorResetAt: data.factor_reset_at ?? '',
    heldState: data.held_state ?? '',
    limits: data.limits.map((row) => ({
      currency: row.currency,
      daily: row.daily,
      usual: row.usual,
      isOwn: row.own,
    })),
    balances: data.balances.map((row) => ({
      currency: row.currency,
      available: row.available,
      held: row.held,
      value: row.value ?? '',
    })),
    value: data.value ?? '',
    sessions: data.sessions.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      device: row.device,
      address: row.address,
    })),
    notes: data.notes.map((row) => ({
      id: row.id,
      at: row.at,
      operator: row.operator,
      text: row.text,
    })),
  }
}

export type PersonOrder = {
  readonly id: number
  readonly market: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly remaining: string
  readonly createdAt: string
}

export type PersonTransfer = {
  readonly part: string
  readonly id: number
  readonly createdAt: string
  readonly currency: string
  readonly amount: string
  readonly state: string
}

export type PersonEvent = { readonly at: string; readonly kind: string; readonly address: string }

export type PersonActivity = {
  readonly orders: readonly PersonOrder[]
  readonly ordersTotal: number
  readonly transfers: readonly PersonTransfer[]
  readonly events: readonly PersonEvent[]
}

/** One person's recent activity. */
export function toPersonActivity(data: DeskPersonActivity): PersonActivity {
  return {
    orders: data.orders.map((row) => ({
      id: row.id,
      market: row.market,
      side: row.side,
      price: row.price,
      remaining: row.remaining,
      createdAt: row.created_at,
    })),
    ordersTotal: data.orders_total,
    transfers: data.transfers.map((row) => ({
      part: row.part,
      id: row.id,
      createdAt: row.created_at,
      currency: row.currency,
      amount: row.amount,
      state: row.state,
    })),
    events: data.events.map((row) => ({
      at: row.at,
      kind: row.kind,
      address: row.address ?? '',
    })),
  }
}
