/**
 * Trading over a faulty connection. Events are dropped, repeated and swapped while people trade, and the
 * connection is cut again and again. After each return the page must soon show the server's state.
 */
import { tradeMessages, createTranslator } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { signInAs } from '../accounts/visits.ts'
import {
  cancel,
  createFixture,
  marketId,
  placeOrder,
  tick,
  type Fixture,
} from '../conformance/fixture.ts'
import { desktop, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { type FaultyConnection, openFaultyConnection } from '../harness/faulty-connection.ts'
import { isObject, textAt } from '../harness/http.ts'
import type { Person } from '../harness/people.ts'
import { untilLive } from '../harness/product.ts'
import type { RunningServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { seededRandom } from '../kills/kill-run.ts'
import { differences, type PageFigures, readShown, readExpected } from './page-figures.ts'

export type DriftPlan = {
  readonly server: RunningServer
  readonly browser: Browser
  readonly seed: number
  readonly cuts: number
}

export type DriftReport = {
  /** For each cut: milliseconds from the socket's return, or the last order after it, to equality. */
  readonly afterReturnMs: readonly number[]
  /** The same after faults without a cut, for book and trades. */
  readonly afterFaultsMs: readonly number[]
  /** The same after all events were lost except heartbeats and pulses, which reveal the loss. */
  readonly afterLossMs: readonly number[]
  readonly faults: Readonly<Record<string, number>>
}

type Fields = readonly (keyof PageFigures)[]
type Trader = { readonly person: Person; readonly open: string[] }

type Run = {
  readonly fixture: Fixture
  readonly random: () => number
  readonly connection: FaultyConnection
  readonly visitor: Visitor
  /** The first one has the page open. */
  readonly traders: readonly [Trader, Trader]
  /** Two more people, whose order and counter-order always match and who have funds for all rounds. */
  readonly seller: Person
  readonly taker: Person
}

const translate = createTranslator(tradeMessages, 'en')
const middle = 1_650_000_000n
const spanTicks = 16
const lot = 10_000n
const faults = { drop: 0.25, repeat: 0.15, swap: 0.25 }
const ownOrdersMax = 10
/** One cut in this many silences the connection instead, which the page detects after 5 s. */
const silentEvery = 10
/** One round in this many loses all events except those that reveal the loss. */
const lossEvery = 5
const loss = { drop: 1, repeat: 0, swap: 0, spares: ['heartbeat', 'pulse', 'own_pulse'] }
/** Before one cut in this many, lost events are repaired without a cut. */
const mendEvery = 3
const returnMs = 60_000
/** Only a failing run waits this long. */
const equalMs = 60_000

const publicFields = ['bids', 'asks', 'trades'] as const
const commonFields = [...publicFields, 'available'] as const
/** The tabs of the user's lists, in turn, with the fields that each one shows. */
const listed = [
  { tab: translate('tabOrder'), fields: [...commonFields, 'orders'] },
  { tab: translate('tabWallet'), fields: [...commonFields, 'wallet'] },
] as const

/** Trades over a faulty connection; throws if the page does not come to show the server's state. */
export async function runDrift(plan: DriftPlan): Promise<DriftReport> {
  const random = seededRandom(plan.seed)
  const connection = await openFaultyConnection(plan.server.port, random)
  const visitor = await openVisitor(plan.browser, connection, 'drift', desktop)
  const visitors = () => [visitor]
  try {
    return await withEvidence(
      `drift-${plan.seed}`,
      () => plan.server,
      visitors,
      async () => trackDrift(plan, await begin(plan, { random, connection, visitor })),
    )
  } finally {
    await visitor.close()
    await connection.close()
  }
}

async function trackDrift({ cuts }: DriftPlan, run: Run): Promise<DriftReport> {
  const { connection, random } = run
  const afterReturnMs: number[] = []
  const afterFaultsMs: number[] = []
  const afterLossMs: number[] = []
  for (let round = 1; round <= cuts; round++) {
    const parts = await list(run, round)
    if (round % lossEvery === 1) afterLossMs.push(await loseAll(run, parts))
    connection.setFaults(faults)
    await trade(run, 10 + Math.floor(random() * 15))
    if (round % mendEvery === 0) afterFaultsMs.push(await mendWithoutCut(run))
    afterReturnMs.push(await cutAndReturn(run, round, parts))
  }
  return { afterReturnMs, afterFaultsMs, afterLossMs, faults: connection.counts() }
}

async function begin(
  { server }: DriftPlan,
  parts: Pick<Run, 'random' | 'connection' | 'visitor'>,
): Promise<Run> {
  const fixture = createFixture(server.url)
  const [own, other, seller, taker] = await Promise.all([
    fixture.person('pemilik'),
    fixture.person('lawan'),
    fixture.person('penjual'),
    fixture.person('pengambil'),
  ])
  const traderOf = (person: Person): Trader => ({ person, open: [] })
  const run: Run = { ...parts, fixture, seller, taker, traders: [traderOf(own), traderOf(other)] }
  await trade(run, 30)
  await signInAs(run.visitor, own)
  // The chart has a separate socket. Only the page's own reconnections are counted here.
  await run.visitor.page.route('**/chart/**', (route) => route.abort())
  await run.visitor.page.goto(`/markets/${marketId}/BTC_IDR`)
  await untilLive(run.visitor)
  // An empty list would match trivially, so each list must have at least one row.
  await until('a row in every list', async () => {
    await untilEqual(run, 'the first picture', performance.now(), listed[0].fields)
    const { figures } = await readShown(run.visitor)
    const isWhole = listed[0].fields.every((part) => figures[part].length > 0)
    if (!isWhole) await trade(run, 10)
    return isWhole
  })
  return run
}

/** Random orders and cancels of both traders around the middle, one after the other. */
async function trade({ fixture, random, traders }: Run, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const trader = traders[random() < 0.5 ? 0 : 1]
    if (trader.open.length >= ownOrdersMax || (trader.open.length > 3 && random() < 0.3)) {
      const [id] = trader.open.splice(Math.floor(random() * trader.open.length), 1)
      // The order may have been filled since.
      if (id !== undefined) await cancel(fixture, trader.person, id)
      continue
    }
    const offset = BigInt(Math.floor((random() - 0.5) * 2 * spanTicks)) * tick
    const side = random() < 0.5 ? 'buy' : 'sell'
    const price = middle + offset
    const quantity = lot * BigInt(1 + Math.floor(random() * 5))
    const { body } = await placeOrder(fixture, trader.person, { side, price, quantity })
    const { data } = body
    if (body['success'] === 1 && isObject(data)) trader.open.push(textAt(data, 'id'))
  }
}

/** Shows the user's orders or the wallet, in turn; returns the fields that are visible then. */
async function list({ visitor: { page } }: Run, round: number): Promise<Fields> {
  const { tab, fields } = listed[round % 2 === 0 ? 1 : 0]
  await page.getByRole('tab', { name: tab }).first().click()
  return fields
}

/** Drops all events except the pulses: no later event and no reconnection reveals the loss. */
async function loseAll(run: Run, parts: Fields): Promise<number> {
  const { connection } = run
  connection.setFaults(loss)
  await trade(run, 8)
  const lossMs = await untilEqual(run, 'all after lost events', performance.now(), parts)
  connection.setFaults(null)
  return lossMs
}

/** Repairs without a cut: the next events reveal the loss. */
async function mendWithoutCut(run: Run): Promise<number> {
  const { fixture, connection, seller, taker } = run
  connection.setFaults(null)
  const price = middle + BigInt(2 * spanTicks) * tick
  const wish = { price, quantity: lot }
  for (const [person, side] of [
    [seller, 'sell'],
    [taker, 'buy'],
  ] as const) {
    const answer = await placeOrder(fixture, person, { ...wish, side })
    if (answer.body['success'] !== 1) throw new Error(`refused: ${answer.text}`)
  }
  return untilEqual(run, 'book and trades after faults', performance.now(), publicFields)
}

/** Cuts or silences the connection while people trade; returns the time from its return to equality. */
async function cutAndReturn(run: Run, round: number, parts: Fields): Promise<number> {
  const { connection, random } = run
  const before = connection.openings().count
  const isSilent = round % silentEvery === 0
  if (isSilent) connection.silence()
  else connection.cut()
  await trade(run, 1 + Math.floor(random() * 12))
  connection.setFaults(null)
  connection.restore()
  await until('the page to reconnect', () => connection.openings().count > before, {
    withinMs: returnMs,
    everyMs: 2,
  })
  // Sometimes trading continues while the page loads; sometimes no later event helps it.
  await trade(run, Math.floor(random() * 5))
  const what = `all after ${isSilent ? 'silence' : 'cut'} ${round}`
  return untilEqual(run, what, performance.now(), parts)
}

/** Waits until the page shows the server's state; returns how long it took. */
async function untilEqual(
  { fixture, visitor, traders }: Run,
  what: string,
  sinceMs: number,
  parts: Fields,
): Promise<number> {
  let last = ''
  const [{ person }] = traders
  try {
    await until(
      what,
      async () => {
        const shown = await readShown(visitor)
        const expected = await readExpected(fixture, person, shown.visibleRows)
        last = `${shown.link}: ${differences(shown.figures, expected, parts)}`
        return last === 'live: '
      },
      { withinMs: equalMs, everyMs: 10 },
    )
  } catch (error) {
    throw new Error(`${what}: ${last}`, { cause: error })
  }
  return Math.round(performance.now() - sinceMs)
}
