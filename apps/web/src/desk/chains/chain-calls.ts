/** The console's calls about chains. */
import {
  chainDepositDecisions,
  chainDepositQueues,
  chainWithdrawalDecisions,
  chainWithdrawalQueues,
  routes,
} from '@tukar/wire'
import { type Paged, type ShownMail, toPage } from '../cases/case-wire.ts'
import type {
  ChainCase,
  ChainCaseRow,
  ChainPart,
  Chains,
  ChainDecisionInput,
  ChainControl,
} from './chain-cases.ts'
import { toChainCase, toChainCaseRow, toChains } from './chain-wire.ts'
import { decisionAmong, get, post, type CallResult } from '../desk-calls.ts'
import { type Reserve, type ReserveProposal, toReserve } from './reserves.ts'

/** Loads a page of a queue. */
export function loadChainCases(
  part: ChainPart,
  queue: string,
  page: number,
): Promise<CallResult<Paged<ChainCaseRow>>> {
  if (part === 'chain-deposits') {
    const input = { queue: chainDepositQueues.find((one) => one === queue), page }
    return get(routes.deskChainDeposits, { input }, (data) =>
      toPage(data, (row) => toChainCaseRow(row, part)),
    )
  }
  const input = { queue: chainWithdrawalQueues.find((one) => one === queue), page }
  return get(routes.deskChainWithdrawals, { input }, (data) =>
    toPage(data, (row) => toChainCaseRow(row, part)),
  )
}

/** Loads a case with all its details. */
export function loadChainCase(part: ChainPart, id: number): Promise<CallResult<ChainCase>> {
  const route = part === 'chain-deposits' ? routes.deskChainDeposit : routes.deskChainWithdrawal
  return get(route, { id }, (data) => toChainCase(data, part))
}

/** Sends a decision; the reason is stored in the audit log. */
export function decideChainCase(
  { part, id }: Pick<ChainCase, 'part' | 'id'>,
  { decision, reason }: ChainDecisionInput,
): Promise<CallResult<null>> {
  if (part === 'chain-deposits') {
    const input = { decision: decisionAmong(chainDepositDecisions, decision), reason }
    return post(routes.decideChainDeposit, { input, id }, () => null)
  }
  const input = { decision: decisionAmong(chainWithdrawalDecisions, decision), reason }
  return post(routes.decideChainWithdrawal, { input, id }, () => null)
}

/** Loads the e-mail that the person would get; none if the decision sends none. */
export function previewChainCase(
  { id }: Pick<ChainCase, 'part' | 'id'>,
  { decision, reason }: ChainDecisionInput,
): Promise<CallResult<ShownMail | null>> {
  const input = { decision: decisionAmong(chainWithdrawalDecisions, decision), reason }
  return post(routes.previewChainWithdrawal, { input, id }, ({ mail }) => mail)
}

/** Loads the state of the chains, and the custody figures. */
export function loadChains(): Promise<CallResult<Chains>> {
  return get(routes.deskChains, {}, toChains)
}

/** Halts or resumes a chain; the reason is stored in the audit log. */
export function controlChain({ fromHeight, ...rest }: ChainControl): Promise<CallResult<null>> {
  return post(routes.steerChain, { input: { ...rest, from_height: fromHeight } }, () => null)
}

/** Loads proposed reserves that wait for a second operator. */
export function loadReserves(): Promise<CallResult<readonly ReserveProposal[]>> {
  return get(routes.deskReserves, {}, (data) => data.map(toReserve))
}

/** Proposes a reserve, or confirms another operator's proposal; the reason is stored in the audit log. */
export function bookReserve(reserve: Reserve, reason: string): Promise<CallResult<null>> {
  const { chain, currency, amount } = reserve
  return post(routes.bookReserve, { input: { chain, currency, amount, reason } }, () => null)
}
