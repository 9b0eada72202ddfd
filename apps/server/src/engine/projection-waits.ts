/** Which readers must wait: the last committed row of each account, until the tables hold it. */
import type { CommittedBatch } from './port.ts'

type Waiter = { readonly row: number; readonly resolve: (isProjected: boolean) => void }

export class ProjectionWaits {
  readonly #lastRows = new Map<number, number>()
  #projectedRow = 0
  /** Up to this row the changed accounts are unknown, because another server led. */
  #unknownUntilRow = 0
  #waiters = new Set<Waiter>()
  readonly #hurry: () => void

  /** `hurry` is called when a reader starts to wait, and again while one waits. */
  constructor(hurry: () => void) {
    this.#hurry = hurry
  }

  /** Called when the engine starts to lead, with its last committed row. */
  beginLeading(committedRow: number): void {
    this.#unknownUntilRow = committedRow
  }

  /** Notes the accounts that a committed batch changed. */
  committed(batch: CommittedBatch): void {
    for (const { accountId } of batch.balances) this.#lastRows.set(accountId, batch.row)
    for (const { events } of batch.commands) {
      for (const event of events) {
        if ('accountId' in event) this.#lastRows.set(event.accountId, batch.row)
        if (event.kind !== 'traded') continue
        this.#lastRows.set(event.makerAccountId, batch.row)
        this.#lastRows.set(event.takerAccountId, batch.row)
      }
    }
  }

  /** The tables hold all rows up to this one. */
  projected(row: number): void {
    this.#projectedRow = row
    for (const [accountId, last] of this.#lastRows) {
      if (last <= row) this.#lastRows.delete(accountId)
    }
    for (const waiter of this.#waiters) {
      if (waiter.row > row) continue
      this.#waiters.delete(waiter)
      waiter.resolve(true)
    }
    if (this.#waiters.size > 0) this.#hurry()
  }

  /** True once the tables hold the account's last row; false after the timeout. */
  waitForProjection(accountId: number, timeoutMs: number): Promise<boolean> {
    const row = Math.max(this.#lastRows.get(accountId) ?? 0, this.#unknownUntilRow)
    if (row <= this.#projectedRow) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter)
        resolve(false)
      }, timeoutMs)
      const waiter: Waiter = {
        row,
        resolve: (isProjected) => {
          clearTimeout(timer)
          resolve(isProjected)
        },
      }
      this.#waiters.add(waiter)
      this.#hurry()
    })
  }
}
