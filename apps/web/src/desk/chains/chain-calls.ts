/** The console's calls of chains. */
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
  ChainVerdict,
  Steering,
} from './chain-cases.ts'
import { toChainCase, toChainCaseRow, toChains } from './chain-wire.ts'
import { decisionAmong, get, post, type CallResult } from '../desk-calls.ts'
import { type Reserve, type ReserveProposal, toReserve } from './reserves.ts'

/** A page of a queue. */
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

/** A case with all that is known of it. */
export function loadChainCase(part: ChainPart, id: number): Promise<CallResult<ChainCase>> {
  const route = part === 'chain-deposits' ? routes.deskChainDeposit : routes.deskChainWithdrawal
  return get(route, { id }, (data) => toChainCase(data, part))
}

/** Decides; the reason is kept in the record. */
export function decideChainCase(
  { part, id }: Pick<ChainCase, 'part' | 'id'>,
  { decision, reason }: ChainVerdict,
): Promise<CallResult<null>> {
  if (part === 'chain-deposits') {
    const input = { decision: decisionAmong(chainDepositDecisions, decision), reason }
    return post(routes.decideChainDeposit, { input, id }, () => null)
  }
  const input = { decision: decisionAmong(chainWithdrawalDecisions, decision), reason }
  return post(routes.decideChainWithdrawal, { input, id }, () => null)
}

/** The mail that the person would get; none where the server says so. */
export function previewChainCase(
  { id }: Pick<ChainCase, 'part' | 'id'>,
  { decision, reason }: ChainVerdict,
): Promise<CallResult<ShownMail | null>> {
  const input = { decision: decisionAmong(chainWithdrawalDecisions, decision), reason }
  return post(routes.previewChainWithdrawal, { input, id }, ({ mail }) => mail)
}

/** How the chains are, and what we hold. */
export function loadChains(): Promise<CallResult<Chains>> {
  return get(routes.deskChains, {}, toChains)
}

/** Pauses a chain or lets it go on; the reason is kept in the record. */
export function steerChain({ fromHeight, ...rest }: Steering): Promise<CallResult<null>> {
  return post(routes.steerChain, { input: { ...rest, from_height: fromHeight } }, () => null)
}

/** Coins of the house that wait for a second person. */
export function loadReserves(): Promise<CallResult<readonly ReserveProposal[]>> {
  return get(routes.deskReserves, {}, (data) => data.map(toReserve))
}

/** Proposes, or confirms what another proposed; the reason is kept in the record. */
export function bookReserve(reserve: Reserve, reason: string): Promise<CallResult<null>> {
  const { chain, currency, amount } = reserve
  return post(routes.bookReserve, { input: { chain, currency, amount, reason } }, () => null)
}
