/**
 * A small journal with every kind of command and event. The file stays as it was written when these rules of
 * the core were introduced: every later version must read existing databases.
 */
import { type Command, createExchange, rulesVersion, type StateHash } from '@tukar/core'
import { applyWaiting, toJournalRow, type Pending } from '../committing/batch.ts'
import { encodeEnvelope } from '../codec/index.ts'
import { createCommandId, derivedCommandId } from '../command-ids.ts'
import type { JournalRow } from '../journal.ts'
import { createInternal } from '../writer.ts'
import { creditOf, listing, placeOf } from './listing.ts'
import { commandOf } from './workload.ts'

/** The file with the rows of these rules. */
export const oldJournalFile = new URL(
  `../../../src/engine/testing/journal-of-rules-${rulesVersion}.txt`,
  import.meta.url,
)

const startMs = Date.UTC(2026, 10, 27)
const batchMs = 1_000
const price = 165_000_000_000
const bitcoin = 100_000_000
const cause = { reason: 'test', source: 'test:1' }
const [sari, budi, citra] = [1_001, 1_002, 1_003]
const [simulation, fees, another] = [100, 1, 20]

const money = (kind: string, accountId: number, amount: number, more: object): Command =>
  commandOf({ kind, accountId, currencyId: 1, amount, ...cause, ...more })
const order = (accountId: number, side: 'buy' | 'sell', at: number, quantity: number, more = {}) =>
  commandOf({ ...placeOf(accountId, side, at, quantity), ...more })

/** Batch by batch. */
const batches: readonly (readonly Command[])[] = [
  [commandOf({ kind: 'begin_epoch', epoch: 1 }), ...listing],
  [creditOf(sari, 1, 4e12), creditOf(budi, 2, 10 * bitcoin), creditOf(citra, 1, 5e11)],
  [order(budi, 'sell', price, bitcoin), order(budi, 'sell', price + 100_000, bitcoin)],
  [order(sari, 'buy', price, bitcoin / 4, { size: { by: 'budget', budget: 41_250_000_000 } })],
  [order(sari, 'buy', price + 100_000, 2 * bitcoin)],
  [order(citra, 'buy', price - 100_000, bitcoin / 10, { size: { by: 'balance' } })],
  [order(budi, 'sell', price - 100_000, bitcoin, { timeInForce: 'IOC' })],
  [order(budi, 'sell', price, bitcoin, { timeInForce: 'FOK' })],
  [order(budi, 'sell', price + 200_000, bitcoin, { postOnly: true })],
  [order(budi, 'sell', price + 250_001, bitcoin), order(citra, 'buy', price, 1)],
  [
    order(budi, 'buy', price + 200_000, bitcoin / 2),
    commandOf({ kind: 'cancel', accountId: sari, orderId: 4 }),
  ],
  [commandOf({ kind: 'cancel', accountId: sari, orderId: 999 })],
  [commandOf({ kind: 'cancel_all', accountId: budi, marketId: null })],
  [money('hold', sari, 700_000, {}), money('hold', sari, 900_000, {})],
  [
    commandOf({ kind: 'settle', holdId: 1, amount: 500_000, houseAccountId: simulation, ...cause }),
    commandOf({ kind: 'settle', holdId: 1, amount: 100_000, houseAccountId: fees, ...cause }),
    commandOf({ kind: 'release', holdId: 1, ...cause }),
    commandOf({ kind: 'release', holdId: 2, ...cause }),
  ],
  [money('debit', sari, 12_345, { railId: simulation })],
  [money('reverse_credit', citra, 9e11, { railId: simulation }), creditOf(citra, 1, 5e11)],
  [money('grant', citra, 1_000, { houseAccountId: fees })],
  [
    commandOf({
      kind: 'adjust',
      fromAccountId: fees,
      toAccountId: another,
      currencyId: 1,
      amount: 10,
      ...cause,
    }),
    creditOf(sari, 1, 2 ** 52),
  ],
  [commandOf({ kind: 'suspend_account', accountId: sari }), order(sari, 'buy', price, bitcoin)],
  [commandOf({ kind: 'resume_account', accountId: sari })],
  [commandOf({ kind: 'set_market_state', marketId: 1, state: 'halted' }), ...listing.slice(2, 3)],
  [commandOf({ kind: 'set_market_state', marketId: 1, state: 'cancel_only' })],
  [commandOf({ kind: 'begin_epoch', epoch: 2 })],
]

/** Every third command has an id of a client, every third one that the server derived. */
function pendingOf(command: Command, no: number, timeMs: number): Pending {
  const scope = 'accountId' in command ? command.accountId : 0
  const hex = timeMs.toString(16).padStart(12, '0')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(no).padStart(12, '0')}`
  const id = [null, createCommandId(scope, uuid, command), derivedCommandId(`old:${no}`)][no % 3]
  const envelope = { command, id: id ?? null }
  return { ...createInternal(command), envelope, bytes: encodeEnvelope(envelope) }
}

/** The journal as this version of the server writes it. */
export function writeJournal(): readonly JournalRow[] {
  const exchange = createExchange({ salt: 1 })
  let no = 0
  return batches.map((commands, at) => {
    const timeMs = startMs + at * batchMs
    const waiting = commands.map((command) => pendingOf(command, no++, timeMs))
    const place = { row: at + 1, epoch: at === batches.length - 1 ? 2 : 1, timeMs }
    const { batch, fresh } = applyWaiting(exchange, waiting, place)
    if (batch === null) throw new Error(`batch ${at} is empty`)
    return toJournalRow(batch, fresh)
  })
}

/** A row as a line of text. */
export function lineOf({ commands, events, hash, ...figures }: JournalRow): string {
  const { row, epoch, firstSeq, lastSeq, timeMs, rules } = figures
  const bytes = [commands, events].map((part) => part.toString('base64'))
  return [row, epoch, firstSeq, lastSeq, timeMs, rules, ...hash, ...bytes].join(' ')
}

/** The row of a line. */
export function rowOf(line: string): JournalRow {
  const parts = line.split(' ')
  const [row = 0, epoch = 0, firstSeq = 0, lastSeq = 0, timeMs = 0, rules = 0, high = 0, low = 0] =
    parts.slice(0, 8).map(Number)
  const [commands, events] = parts.slice(8).map((text) => Buffer.from(text, 'base64'))
  if (commands === undefined || events === undefined) throw new Error(`no row: ${line}`)
  const hash: StateHash = [high, low]
  return { row, epoch, firstSeq, lastSeq, timeMs, rules, commands, events, hash }
}
