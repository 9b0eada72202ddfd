/** What the console is told of people, read without believing it. */
import { isRecord, type JsonRecord, rowsOf, textAt } from '../../api/json.ts'
import type { Person } from '../cases.ts'
import { type Paged, paged, readPerson, recordAt, recordsAt, textsAt } from '../wire-reading.ts'

/** An account of the list: nobody's name is in it. */
export type ListedAccount = {
  readonly userId: number
  readonly createdAt: string
  readonly kyc: string
  readonly hasTwoFactor: boolean
  readonly isSuspended: boolean
  readonly isDemo: boolean
  /** Empty where nobody is signed in. */
  readonly lastSeenAt: string
}

/** A page of accounts. */
export function readAccounts(body: JsonRecord): Paged<ListedAccount> {
  return paged(body, (row) => ({
    userId: Number(textAt(row, 'user_id')),
    createdAt: textAt(row, 'created_at'),
    kyc: textAt(row, 'kyc'),
    hasTwoFactor: row['two_factor'] === true,
    isSuspended: row['suspended'] === true,
    isDemo: row['demo'] === true,
    lastSeenAt: textAt(row, 'last_seen_at'),
  }))
}

/** Somebody who was found: masked. */
export type FoundPerson = Person & { readonly kyc: string; readonly isSuspended: boolean }

/** All who were found. */
export function readFoundPeople(body: JsonRecord): readonly FoundPerson[] {
  return rowsOf(body).map((row) => ({
    ...readPerson(row),
    kyc: textAt(row, 'kyc'),
    isSuspended: row['suspended'] === true,
  }))
}

export type PersonBalance = {
  readonly currency: string
  readonly available: string
  readonly held: string
  /** Whole rupiah; empty where no price is known. */
  readonly value: string
}

/** How much may leave within a day. */
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
  /** Since when; empty where it is not suspended. */
  readonly suspendedAt: string
  readonly roles: readonly string[]
  readonly kyc: string
  readonly hasTwoFactor: boolean
  /** When the second factor is taken off; empty where nobody is about to. */
  readonly factorResetAt: string
  /** What the account says that somebody changed; empty: it is not on hold. */
  readonly heldState: string
  readonly limits: readonly PersonLimit[]
  readonly balances: readonly PersonBalance[]
  /** Whole rupiah; empty where a price is missing. */
  readonly value: string
  readonly sessions: readonly PersonSession[]
  readonly notes: readonly PersonNote[]
}

/** One person; null where the answer tells of nobody. */
export function readPersonDetail(body: JsonRecord): PersonDetail | null {
  const data = recordAt(body, 'data')
  if (!isRecord(data['person'])) return null
  return {
    person: readPerson(data['person']),
    createdAt: textAt(data, 'created_at'),
    isDemo: data['demo'] === true,
    isMailConfirmed: data['email_verified'] === true,
    suspendedAt: textAt(data, 'suspended_at'),
    roles: textsAt(data, 'roles'),
    kyc: textAt(data, 'kyc'),
    hasTwoFactor: data['two_factor'] === true,
    factorResetAt: textAt(data, 'factor_reset_at'),
    heldState: textAt(data, 'held_state'),
    limits: recordsAt(data, 'limits').map((row) => ({
      currency: textAt(row, 'currency'),
      daily: textAt(row, 'daily'),
      usual: textAt(row, 'usual'),
      isOwn: row['own'] === true,
    })),
    balances: recordsAt(data, 'balances').map((row) => ({
      currency: textAt(row, 'currency'),
      available: textAt(row, 'available'),
      held: textAt(row, 'held'),
      value: textAt(row, 'value'),
    })),
    value: textAt(data, 'value'),
    sessions: recordsAt(data, 'sessions').map((row) => ({
      id: Number(textAt(row, 'id')),
      createdAt: textAt(row, 'created_at'),
      lastSeenAt: textAt(row, 'last_seen_at'),
      device: textAt(row, 'device'),
      address: textAt(row, 'address'),
    })),
    notes: recordsAt(data, 'notes').map((row) => ({
      id: Number(textAt(row, 'id')),
      at: textAt(row, 'at'),
      operator: textAt(row, 'operator'),
      text: textAt(row, 'text'),
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

/** What one person did lately. */
export function readPersonActivity(body: JsonRecord): PersonActivity {
  const data = recordAt(body, 'data')
  return {
    orders: recordsAt(data, 'orders').map((row) => ({
      id: Number(textAt(row, 'id')),
      market: textAt(row, 'market'),
      side: textAt(row, 'side') === 'sell' ? 'sell' : 'buy',
      price: textAt(row, 'price'),
      remaining: textAt(row, 'remaining'),
      createdAt: textAt(row, 'created_at'),
    })),
    ordersTotal: Number(textAt(data, 'orders_total')) || 0,
    transfers: recordsAt(data, 'transfers').map((row) => ({
      part: textAt(row, 'part'),
      id: Number(textAt(row, 'id')),
      createdAt: textAt(row, 'created_at'),
      currency: textAt(row, 'currency'),
      amount: textAt(row, 'amount'),
      state: textAt(row, 'state'),
    })),
    events: recordsAt(data, 'events').map((row) => ({
      at: textAt(row, 'at'),
      kind: textAt(row, 'kind'),
      address: textAt(row, 'address'),
    })),
  }
}
