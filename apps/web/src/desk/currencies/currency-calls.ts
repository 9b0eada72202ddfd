/** The console's calls about currencies; modifications go through changes. */
import { type DeskContract, type EvmWireChain, routes } from '@tukar/wire'
import { get, post, type CallResult } from '../desk-calls.ts'
import { type Currencies, toCurrencies } from './currency-wire.ts'

/** Loads all currencies. */
export function loadCurrencies(): Promise<CallResult<Currencies>> {
  return get(routes.deskCurrencies, {}, toCurrencies)
}

/** Reads a contract's name, symbol and decimals. */
export function readContract(
  chain: EvmWireChain,
  contract: string,
): Promise<CallResult<DeskContract>> {
  return post(routes.readContract, { input: { chain, contract } }, (data) => data)
}

export type TrialToken = {
  readonly chain: EvmWireChain
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

/** Simulation only: creates a token on a local chain and returns its contract. */
export function makeTrialToken(token: TrialToken): Promise<CallResult<string>> {
  return post(routes.deployTrialToken, { input: token }, ({ contract }) => contract)
}
