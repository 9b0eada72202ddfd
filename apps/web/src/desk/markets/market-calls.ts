/** The console's calls about markets and dated charges; what changes them goes through changes. */
import { get, type Told, told } from '../desk-calls.ts'
import { type Markets, readMarkets, readSchedules, type Schedules } from './market-wire.ts'

/** Every market with its rules, state and open orders. */
export async function loadMarkets(): Promise<Told<Markets>> {
  return told(await get('markets'), readMarkets)
}

/** Every dated charge. */
export async function loadSchedules(): Promise<Told<Schedules>> {
  return told(await get('schedules'), readSchedules)
}
