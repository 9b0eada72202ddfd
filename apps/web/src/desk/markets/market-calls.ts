/** The console's calls about markets and dated charges; modifications go through changes. */
import { routes } from '@tukar/wire'
import { get, type CallResult } from '../desk-calls.ts'
import { type Markets, type Schedules, toMarkets, toSchedules } from './market-wire.ts'

/** Loads all markets with their rules, states and open orders. */
export function loadMarkets(): Promise<CallResult<Markets>> {
  return get(routes.deskMarkets, {}, toMarkets)
}

/** Loads all dated charges. */
export function loadSchedules(): Promise<CallResult<Schedules>> {
  return get(routes.deskSchedules, {}, toSchedules)
}
