/**
 * The fixture of the conformance suite: a server's address, a client, and people who are registered once. The
 * suite knows only the contract, and nothing of the server behind it.
 */
import type { Answer, Client, JsonObject } from '../harness/http.ts'
import {
  createClient,
  listRows,
  newCommandId,
  objectAt,
  textAt,
  untilKnown,
} from '../harness/http.ts'
import { createCheckedClient } from './checked-client.ts'
import { newPerson, type Person, verifyPeople } from '../harness/people.ts'

export type Fixture = {
  readonly url: string
  readonly client: Client
  /** Returns the same person for the same name; the first call registers it. */
  readonly person: (name: string) => Promise<Person>
  /** The same, with a verified identity and a signed agreement. */
  readonly verified: (name: string) => Promise<Person>
}

/** The database of a server, and the secret of its proofs: TUKAR_SECRET_KEY. */
export type DatabaseAccess = { readonly databaseUrl: string; readonly secret: Buffer }

/**
 * Creates a fixture for the server at this address. People are verified in its database, if access is given.
 */
export function createFixture(url: string, access: DatabaseAccess | null = null): Fixture {
  const client = createCheckedClient(createClient(url))
  const makeVerified = async (name: string) => {
    if (access === null) throw new Error('people cannot be verified without the database')
    const made = await newPerson(client, name)
    await verifyPeople(access.databaseUrl, [made], access)
    return made
  }
  return {
    url,
    client,
    person: onceEach((name) => newPerson(client, name)),
    verified: onceEach(makeVerified),
  }
}

function onceEach(make: (name: string) => Promise<Person>): Fixture['person'] {
  const people = new Map<string, Promise<Person>>()
  return (name) => {
    const known = people.get(name) ?? make(name)
    people.set(name, known)
    return known
  }
}

export const marketId = 1
export const pair = 'BTC_IDR'
/** Rp 1,000. */
export const tick = 1_000n

export type OrderInput = {
  readonly side: 'buy' | 'sell'
  /** In rupiah. */
  readonly price: bigint
  /** In satoshi. */
  readonly quantity: bigint
  readonly commandId?: string
  readonly extra?: JsonObject
}

/** Rupiah in sen for a quantity in satoshi at a price in rupiah, rounded up or down. */
export function rupiahCents(price: bigint, quantity: bigint, rounding: 'up' | 'down'): bigint {
  const product = price * 100n * quantity
  const unit = 100_000_000n
  return rounding === 'down' ? product / unit : (product + unit - 1n) / unit
}

/** An integer count of units as a decimal string. */
export function decimalText(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** A decimal string as an integer number of units; throws if it has more decimals. */
export function parseUnits(text: string, decimals: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  const [, sign, whole, fraction = ''] = match ?? []
  if (whole === undefined || fraction.length > decimals)
    throw new Error(`not ${decimals} decimals: ${text}`)
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}

/** The body of an order: a buy sends its total, a sell its quantity (FORM-10). */
export function placementBody(wish: OrderInput): JsonObject {
  const { side, price, quantity } = wish
  const total = decimalText(rupiahCents(price, quantity, 'up'), 2)
  return {
    market_place: side === 'buy' ? 'Limit Buy' : 'Limit Sell',
    market_position: price.toString(),
    market_amount: side === 'buy' ? total : decimalText(quantity, 8),
    market_amount_maxbalance_marking: false,
    ...wish.extra,
  }
}

/** Places an order in BTC_IDR. */
export function placeOrder(fixture: Fixture, person: Person, wish: OrderInput): Promise<Answer> {
  return fixture.client.call('POST', `/exchange/${marketId}`, {
    token: person.token,
    commandId: wish.commandId ?? newCommandId(),
    body: placementBody(wish),
  })
}

/** The order in the answer to a placement. */
export function placedOrder(answer: Answer): JsonObject {
  if (answer.body['success'] !== 1) throw new Error(`refused: ${answer.status} ${answer.text}`)
  return objectAt(answer.body, 'data')
}

/** Cancels an order. Repeated requests use the same id. */
export function cancel(fixture: Fixture, person: Person, orderId: string): Promise<Answer> {
  const { token } = person
  const request = { token, commandId: newCommandId(), body: { id: Number(orderId) } }
  return untilKnown(() => fixture.client.call('POST', '/obooks/cancel', request))
}

export type ListName = '/obooks/myobook-open' | '/obooks/myobook-close'

/** One page of a person's own orders, as the trading page requests it. */
export async function readMyOrders(
  fixture: Fixture,
  person: Person,
  list: ListName,
  rules: readonly JsonObject[] = [{ field: 'market_pair', op: 'equal', value: pair }],
): Promise<readonly JsonObject[]> {
  const answer = await fixture.client.call('GET', list, {
    token: person.token,
    query: {
      page: 1,
      rows: 20,
      sort: 'updated_at',
      order: 'desc',
      filter_rules: JSON.stringify(rules),
    },
  })
  return listRows(answer)
}

/** The public order book of BTC_IDR. */
export async function publicBook(fixture: Fixture, token?: string): Promise<JsonObject> {
  const answer = await fixture.client.call('GET', '/exchange/load-first-time', {
    query: { pair },
    ...(token !== undefined && { token }),
  })
  return objectAt(answer.body, 'data')
}

/** The price of the last trade, in rupiah, on the tick. */
export async function lastPrice(fixture: Fixture): Promise<bigint> {
  const market = objectAt(await publicBook(fixture), 'market')
  return parseUnits(textAt(market, 'last_price'), 2) / 100n
}

/** The last price times this many thousandths, on the tick: 850 is far below it. */
export async function priceAt(fixture: Fixture, thousandths: bigint): Promise<bigint> {
  return (((await lastPrice(fixture)) * thousandths) / 1_000n / tick) * tick
}

/** A person's rupiah and bitcoin, in units. */
export type Balances = {
  readonly idr: bigint
  readonly idrHeld: bigint
  readonly btc: bigint
  readonly btcHeld: bigint
}

/** Reads a person's balances. */
export async function readBalances(fixture: Fixture, person: Person): Promise<Balances> {
  const answer = await fixture.client.call('GET', '/balances', {
    token: person.token,
    query: { page: 1, rows: 50, sort: 'id', order: 'asc', filter_rules: '[]' },
  })
  const find = (symbol: string) => {
    const row = listRows(answer).find((one) => one['ccurrency_symbol'] === symbol)
    if (row === undefined) throw new Error(`no ${symbol} in ${answer.text}`)
    return row
  }
  const [idr, btc] = [find('IDR'), find('BTC')]
  return {
    idr: parseUnits(textAt(idr, 'saldo_value'), 2),
    idrHeld: parseUnits(textAt(idr, 'saldo_lock'), 2),
    btc: parseUnits(textAt(btc, 'saldo_value'), 8),
    btcHeld: parseUnits(textAt(btc, 'saldo_lock'), 8),
  }
}
