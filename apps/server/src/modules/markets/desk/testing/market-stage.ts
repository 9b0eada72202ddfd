/** For tests: a console on a real engine with the listing of a new exchange, and operators of each role. */
import type { TestContext } from 'node:test'
import type { Command, Traded } from '@tukar/core'
import type { DeskRole } from '@tukar/wire'
import { engineFor, freshId, type Rig, uuidAt } from '../../../../engine/testing/rig.ts'
import { createMarketData } from '../../../../market-data/index.ts'
import { type TestAnswer, ask, deskOn, type Person } from '../../../../testing/desk.ts'
import {
  createListing,
  registerMarketDesk,
  registerMarketRoutes,
  seedCommands,
} from '../../index.ts'
import { consoleOn, operatorAt } from '../../../../testing/operators.ts'

export type JsonRow = Readonly<Record<string, unknown>>

/** Opens the console; everything ends with the test. */
export async function marketConsole(test: TestContext, rig: Rig) {
  const databaseUrl = await rig.database()
  const engine = await engineFor(test, databaseUrl, { seeds: seedCommands() })
  const own = await deskOn(test, databaseUrl)
  const { database, sessions, http, keys } = own
  const listing = await createListing(engine, database, keys)
  const marketData = await createMarketData({
    engine,
    database,
    markets: listing.markets().map(({ marketId }) => marketId),
    clock: Date.now,
  })
  const desk = consoleOn(test, own)
  registerMarketDesk(http, desk, { database, keys, engine, listing, marketData })
  const ownLevels = async () => ({ userId: null, has: () => false })
  const emitBook = () => undefined
  registerMarketRoutes(http, { listing, marketData, emitBook, guard: sessions, ownLevels })

  const operator = (name: string, role: DeskRole) => operatorAt(own, name, role)
  const preview = ({ token }: Person, kind: string, input: object) =>
    ask(own, 'POST', '/desk/changes/preview', { token, body: { kind, input } })
  const propose = async ({ token }: Person, kind: string, input: object): Promise<TestAnswer> => {
    const answer = await http.inject({
      method: 'POST',
      url: '/desk/changes',
      headers: { jwt: token, 'idempotency-key': uuidAt(Date.now()) },
      payload: { kind, input, reason: 'decided in the meeting' },
    })
    return { status: answer.statusCode, headers: {}, body: answer.json() }
  }
  const decide = ({ token }: Person, { body }: TestAnswer, decision = 'confirm') =>
    ask(own, 'POST', `/desk/changes/${String((body['data'] as JsonRow)['id'])}/decide`, {
      token,
      body: { decision, reason: 'looked at it' },
    })
  const submit = async (command: unknown) => {
    const given = command as Command
    const accountId = 'accountId' in given ? given.accountId : 0
    return engine.submit(given, freshId(accountId, given))
  }
  return {
    ...own,
    engine,
    listing,
    marketData,
    preview,
    propose,
    decide,
    submit,
    finish: () => desk.changes.finish(),
    riski: await operator('Riski', 'risk'),
    sari: await operator('Sari', 'admin'),
    fani: await operator('Fani', 'finance'),
    finn: await operator('Finn', 'finance'),
    kiki: await operator('Kiki', 'kyc'),
    /** The `data` of an answer. */
    get: async ({ token }: Person, path: string) =>
      (await ask(own, 'GET', path, { token })).body['data'] as JsonRow,
  }
}

export type MarketConsole = Awaited<ReturnType<typeof marketConsole>>

export const codeOf = ({ status, body }: TestAnswer): readonly unknown[] => [status, body['code']]
export const statusOf = ({ body }: TestAnswer): unknown => (body['data'] as JsonRow)['status']

/** The result of an order: its trades, or the code of its refusal. */
export async function order(
  { submit }: Pick<MarketConsole, 'submit'>,
  about: {
    readonly accountId: number
    readonly marketId: number
    readonly side: 'buy' | 'sell'
    readonly price: number
    readonly quantity: number
  },
): Promise<readonly Traded[] | string> {
  const { quantity, ...rest } = about
  const size = { by: 'quantity', quantity }
  const outcome = await submit({
    kind: 'place',
    ...rest,
    size,
    timeInForce: 'GTC',
    postOnly: false,
  })
  if (outcome.status === 'refused') return outcome.code
  if (outcome.status !== 'accepted') throw new Error(outcome.status)
  return outcome.events.filter((event) => event.kind === 'traded')
}

/** Credits an account with plenty of a currency. */
export async function credit(
  { submit }: Pick<MarketConsole, 'submit'>,
  accountId: number,
  currencyId: number,
  amount = 1e14,
): Promise<void> {
  const cause = { reason: 'test', source: `test:${accountId}` }
  await submit({ kind: 'credit', accountId, currencyId, amount, railId: 100, ...cause })
}
