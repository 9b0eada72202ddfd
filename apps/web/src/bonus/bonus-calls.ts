/** The calls for the month's bonus (BONUS-02, DEC-128). */
import { isRecord, type JsonRecord } from '../api/json.ts'
import { send } from '../api/request.ts'
import { type Bonus, readBonus } from './wire-reading.ts'

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
