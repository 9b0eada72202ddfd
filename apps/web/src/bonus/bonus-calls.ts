/** The calls for the month's bonus (BONUS-02, DEC-128). */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { send } from '../api/request.ts'

export type Bonus = {
  /** Milliseconds since 1970; the end is the first moment after the month. */
  readonly startMs: number
  readonly endMs: number
  readonly target: number
  readonly count: number
  /** A decimal text in rupiah; null where the exchange promises none. */
  readonly amount: string | null
}

async function dataOf(path: string): Promise<JsonRecord> {
  const outcome = await send({ host: 'sync', method: 'GET', path })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  const data = outcome.body['data']
  return isRecord(data) ? data : {}
}

/** Loads the period and the own count. Throws where the server does not answer, or not with figures. */
export async function loadBonus(): Promise<Bonus> {
  const [period, done] = await Promise.all([
    dataOf('/bonus/current-period'),
    dataOf('/bonus/order-complete'),
  ])
  const bonus = readBonus(period, done)
  if (bonus === null) throw new Error('bonus.malformed')
  return bonus
}

/** Reads both answers' data; null where a figure is missing. */
export function readBonus(period: JsonRecord, done: JsonRecord): Bonus | null {
  const startMs = Date.parse(textAt(period, 'start'))
  const endMs = Date.parse(textAt(period, 'end'))
  const target = Number.parseInt(textAt(period, 'target'), 10)
  const count = Number.parseInt(textAt(done, 'count'), 10)
  if (![startMs, endMs, target, count].every(Number.isFinite) || target <= 0) return null
  const amount = textAt(period, 'amount')
  return { startMs, endMs, target, count, amount: /^\d*\.?\d*[1-9]/.test(amount) ? amount : null }
}
