/**
 * The audit replays the whole journal from its first row and compares the result with every table that the
 * projector writes. It reads one snapshot and changes nothing; the exchange may be running.
 */
import { type CoreState, createExchange, type Exchange, rememberedMax } from '@tukar/core'
import type pg from 'pg'
import { retentionMs } from '../committing/answers.ts'
import { replay } from '../committing/batch.ts'
import { BootRefused } from '../recovery/boot-checks.ts'
import { close, connect } from '../connections.ts'
import { JournalGap, readRows } from '../journal.ts'
import { createSeal, firstSeal, type Seal } from '../seal.ts'
import { type Check, newCheck, note, printCheck, timed } from './checks.ts'
import { type Chunked, compareChunk, compareCount, compareWhole } from './compare.ts'
import { checkDoubleEntry } from './double-entry.ts'
import { Expected } from './expected.ts'
import type { Row, TableSpec } from './rows.ts'
import {
  answerTable,
  balanceTable,
  candleTable,
  ordersTable,
  stateTables,
  tradeTable,
  transferTable,
  type WholeTable,
} from './tables.ts'

const queryTimeoutMs = 600_000
/** This many commands are replayed before their rows are compared. */
const chunkCommands = 5_000

export type AuditOptions = {
  /** The engine's secret, under which the journal was sealed. */
  readonly secret: Uint8Array
  /** How many command ids the core remembers; another number only in tests. */
  readonly rememberedMax?: number
}

/**
 * Runs every check and prints each with its count and time.
 *
 * @param print writes one line
 * @returns true if there is no difference; false after the first differences were printed
 * @throws errors of the connection
 */
export async function runAudit(
  databaseUrl: string,
  print: (line: string) => void,
  options: AuditOptions,
): Promise<boolean> {
  const tables = await connect(databaseUrl, queryTimeoutMs)
  const clients = [tables]
  try {
    await tables.query('begin isolation level repeatable read read only')
    const journal = await connect(databaseUrl, queryTimeoutMs)
    clients.push(journal)
    const checks = await new Audit(tables, journal, options).run()
    const results = checks.map((check) => printCheck(check, print))
    const isRight = results.every((result) => result)
    print(isRight ? 'The books are right.' : 'The books are not right.')
    return isRight
  } finally {
    await close(clients)
  }
}

class Audit {
  readonly #tables: pg.ClientBase
  readonly #journal: pg.ClientBase
  readonly #exchange: Exchange
  readonly #seal: Seal
  readonly #expected = new Expected()
  readonly #replayed = newCheck(
    'journal rows, sealed and applied again to the same events and state hash',
  )
  readonly #trades = chunked(tradeTable)
  readonly #transfers = chunked(transferTable)
  readonly #answers = chunked(answerTable)
  readonly #orders = chunked(ordersTable)
  readonly #candles = chunked(candleTable)
  /** Answers of clients older than this may have been pruned. */
  #prunedBefore = 0
  #whole: readonly WholeTable[] = []

  constructor(tables: pg.ClientBase, journal: pg.ClientBase, options: AuditOptions) {
    this.#tables = tables
    this.#journal = journal
    this.#exchange = createExchange({ rememberedMax: options.rememberedMax ?? rememberedMax })
    this.#seal = createSeal(options.secret)
  }

  async run(): Promise<readonly Check[]> {
    const marks = await this.#tables.query<{ row: string; forgotten: string }>(
      'select row_no as row, forgotten_at as forgotten from exchange.watermark',
    )
    const markRow = Number(marks.rows[0]?.row)
    this.#prunedBefore = Math.min(Date.now() - retentionMs, Number(marks.rows[0]?.forgotten))
    const isComplete = await this.#replayAll(markRow)
    if (!isComplete) return [this.#replayed, ...(await checkDoubleEntry(this.#tables))]
    const checks = [this.#replayed, await this.#checkInvariants()]
    for (const table of this.#chunked) {
      await compareCount(this.#tables, table)
      checks.push(table.check)
    }
    for (const { spec, rows } of this.#whole) {
      const check = newCheck(toName(spec))
      await compareWhole(this.#tables, spec, check, rows)
      checks.push(check)
    }
    return [...checks, ...(await checkDoubleEntry(this.#tables))]
  }

  /** Applies every row; false if the journal itself is invalid. */
  async #replayAll(markRow: number): Promise<boolean> {
    const from = performance.now()
    try {
      const ends = await this.#journal.query<{ row: string }>(
        'select coalesce(max(row_no), 0) as row from exchange.journal',
      )
      const endRow = Number(ends.rows[0]?.row)
      if (endRow < markRow) {
        note(
          this.#replayed,
          `The tables hold journal row ${markRow}; the journal ends at ${endRow}.`,
        )
        return false
      }
      await this.#replayRows(markRow, endRow)
      return true
    } catch (error) {
      if (!(error instanceof BootRefused || error instanceof JournalGap)) throw error
      note(this.#replayed, error.message)
      return false
    } finally {
      this.#replayed.spentMs += performance.now() - from - this.#comparedMs
    }
  }

  /** The tables that grow with the history: compared in chunks of the journal. */
  get #chunked(): readonly Chunked[] {
    return [this.#trades, this.#transfers, this.#answers, this.#orders, this.#candles]
  }

  get #comparedMs(): number {
    return this.#chunked.reduce((sum, { check }) => sum + check.spentMs, 0)
  }

  async #replayRows(markRow: number, endRow: number): Promise<void> {
    let commands = 0
    if (markRow === 0) this.#takeState(markRow, [0, 0])
    let mac = firstSeal
    for await (const row of readRows(this.#journal, 0)) {
      if (row.row > endRow) break
      mac = this.#seal.check(row, mac)
      const batch = replay(this.#exchange, row)
      this.#replayed.count += 1
      if (row.row > markRow) continue
      this.#expected.add(batch)
      commands += batch.commands.length
      if (commands >= chunkCommands || row.row === markRow) {
        commands = 0
        await this.#compareFinished()
      }
      if (row.row === markRow) {
        await compareChunk(this.#tables, this.#orders, [...this.#expected.openOrders()])
        await compareChunk(this.#tables, this.#candles, [...this.#expected.openCandles()])
        this.#takeState(markRow, row.hash)
      }
    }
  }

  /** Compares the rows that are final and removes them from memory. */
  async #compareFinished(): Promise<void> {
    const { trades, transfers, answers, closedOrders, endedCandles } = this.#expected
    this.#expected.trades = []
    this.#expected.transfers = []
    this.#expected.answers = []
    this.#expected.closedOrders = []
    this.#expected.endedCandles = []
    await compareChunk(this.#tables, this.#trades, trades)
    await compareChunk(this.#tables, this.#transfers, transfers)
    await compareChunk(this.#tables, this.#orders, closedOrders)
    await compareChunk(this.#tables, this.#candles, endedCandles)
    const mayBeGone = (row: Row) =>
      Number(row['scope']) !== 0 && Number(row['time_ms']) < this.#prunedBefore
    await compareChunk(this.#tables, this.#answers, answers, mayBeGone)
  }

  /** The expected tables after this row, from which the core also starts. */
  #takeState(row: number, hash: readonly [number, number]): void {
    const state: CoreState = this.#exchange.state()
    this.#whole = [
      ...stateTables(state, row, hash),
      { spec: balanceTable, rows: [...this.#expected.balances()] },
    ]
  }

  async #checkInvariants(): Promise<Check> {
    const check = newCheck('invariants of the state that the journal gives')
    await timed(check, async () => {
      const broken = this.#exchange.brokenInvariants()
      for (const name of broken) note(check, `${name} is broken.`)
      check.count = 1
    })
    return check
  }
}

function chunked(spec: TableSpec): Chunked {
  return { spec, check: newCheck(toName(spec)), present: 0 }
}

function toName(spec: TableSpec): string {
  return `rows of exchange.${spec.name}`
}
