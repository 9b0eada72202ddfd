/** Withdrawals over chains: the machine, its service and its calls. */
import type { HttpHost } from '../../../../platform/http/host.ts'
import { type ChainWithdrawalMachine, startChainWithdrawalMachine } from './machine.ts'
import type { ChainOutParts } from './deps.ts'
import { registerChainWithdrawalRoutes } from './routes.ts'
import { createChainWithdrawalService } from './service.ts'

export type { ChainWithdrawalMachine } from './machine.ts'
export { createLender } from './reserves.ts'
export { approvalKeyOf, type ChainOutParts, type CoinTopUp } from './deps.ts'

/** Starts the machine and serves the calls; the console decides by what it returns. */
export async function openChainWithdrawals(
  http: HttpHost,
  parts: ChainOutParts,
): Promise<ChainWithdrawalMachine> {
  const machine = startChainWithdrawalMachine(parts)
  const service = createChainWithdrawalService(parts, machine)
  await registerChainWithdrawalRoutes(http, parts, service)
  return machine
}
