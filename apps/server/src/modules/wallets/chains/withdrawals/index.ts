/** Withdrawals over chains: the state machine, the service and the routes. */
import type { HttpHost } from '../../../../platform/http/host.ts'
import { type ChainWithdrawalMachine, startChainWithdrawalMachine } from './machine.ts'
import type { ChainWithdrawalDeps } from './deps.ts'
import { registerChainWithdrawalRoutes } from './requests/routes.ts'
import { createChainWithdrawalService } from './requests/service.ts'

export type { ChainWithdrawalMachine } from './machine.ts'
export { createTopUp } from './reserves.ts'
export { approvalKeyOf, type ChainWithdrawalDeps, type CoinTopUp } from './deps.ts'

/** Starts the state machine and registers the routes; the console uses the result. */
export async function openChainWithdrawals(
  http: HttpHost,
  deps: ChainWithdrawalDeps,
): Promise<ChainWithdrawalMachine> {
  const machine = startChainWithdrawalMachine(deps)
  const service = createChainWithdrawalService(deps, machine)
  await registerChainWithdrawalRoutes(http, deps, service)
  return machine
}
