/** The calls of the monthly bonus (BONUS-02, DEC-128). */
import { routes } from '@tukar/wire'
import { load } from '../api/call.ts'
import { type Bonus, readBonus } from './wire.ts'

/**
 * Loads the period and the user's count. Throws if the server does not answer, or answers without figures.
 */
export async function loadBonus(): Promise<Bonus> {
  const [period, done] = await Promise.all([
    load(routes.bonusPeriod, {}, ({ data }) => data),
    load(routes.bonusCount, {}, ({ data }) => data),
  ])
  return readBonus(period, done)
}
