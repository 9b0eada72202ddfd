/** The console's calls about currencies; what changes them goes through changes. */
import type { DeskContract } from '@tukar/wire'
import { textAt } from '../../api/json.ts'
import { get, post, type Told, told } from '../desk-calls.ts'
import { recordAt } from '../wire-reading.ts'
import { type Currencies, readContractFacts, readCurrencies } from './currency-wire.ts'

/** Every currency. */
export async function loadCurrencies(): Promise<Told<Currencies>> {
  return told(await get('currencies'), readCurrencies)
}

/** Asks a contract what it is. */
export async function readContract(chain: string, contract: string): Promise<Told<DeskContract>> {
  return told(await post('currencies/contract', { chain, contract }), readContractFacts)
}

export type TrialToken = {
  readonly chain: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/** Simulation: makes a token on a local chain; gives its contract. */
export async function makeTrialToken(token: TrialToken): Promise<Told<string>> {
  const answer = await post('currencies/trial-token', token)
  return told(answer, (body) => textAt(recordAt(body, 'data'), 'contract'))
}
