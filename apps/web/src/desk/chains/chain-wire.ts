/** Converts answers about coin cases from wire names. */
import type {
  DeskChain,
  DeskChainDeposit,
  DeskChainDepositRow,
  DeskChains,
  DeskChainWithdrawal,
  DeskChainWithdrawalRow,
  DeskCustody,
  DeskCustodyDifference,
} from '@tukar/wire'
import { toApproval, toPerson, toStep } from '../cases/case-wire.ts'
import type {
  ChainCase,
  ChainCaseRow,
  ChainHealth,
  ChainPart,
  Chains,
  Custody,
  CustodyDifference,
} from './chain-cases.ts'

/** A case with all its details. */
export function toChainCase(
  data: DeskChainDeposit | DeskChainWithdrawal,
  part: ChainPart,
): ChainCase {
  const isDeposit = 'life' in data
  return {
    ...toChainCaseRow(data, part),
    transactions: data.transactions.map(({ txid, url }) => ({ txid, url: parseExplorerUrl(url) })),
    block: data.block,
    contract: data.contract ?? '',
    steps: data.steps.map(toStep),
    flags: data.flags,
    can: data.can,
    chainAmount: isDeposit ? data.chain_amount : '',
    life: isDeposit ? data.life : 1,
    isOwnAddress: !isDeposit && data.is_own_address,
    sentBefore: isDeposit ? 0 : data.sent_before,
    hasReceiver: !isDeposit && data.has_receiver,
  }
}

/** A case in a queue. */
export function toChainCaseRow(
  row: DeskChainDepositRow | DeskChainWithdrawalRow,
  part: ChainPart,
): ChainCaseRow {
  const isDeposit = 'has_sender' in row
  return {
    part,
    id: row.id,
    createdAt: row.created_at,
    stateAt: row.state_at,
    state: row.state,
    cause: row.cause ?? '',
    chain: row.chain,
    currency: row.currency,
    amount: row.amount,
    address: row.address,
    person: row.person === null ? null : toPerson(row.person),
    approvals: row.approvals.map(toApproval),
    approvalsNeeded: row.approvals_needed,
    fee: isDeposit ? '' : row.fee,
    net: isDeposit ? '' : row.net,
    hasSender: isDeposit && row.has_sender,
  }
}

/** Only web addresses and our own pages are linked. */
function parseExplorerUrl(url: string | null): string | null {
  return url !== null && /^(?:https:\/\/|\/(?!\/))/.test(url) ? url : null
}

/** The state of the chains and the custody figures. */
export function toChains({ chains, custody }: DeskChains): Chains {
  return { chains: chains.map(toHealth), custody: custody.map(toCustody) }
}

function toHealth(row: DeskChain): ChainHealth {
  return {
    chain: row.chain,
    tipHeight: row.tip_height,
    headHeight: row.head_height,
    finalHeight: row.final_height,
    lookedAt: row.looked_at,
    paused: row.paused,
    isPassing: row.is_passing,
    belowHeight: row.below_height,
  }
}

function toCustody(row: DeskCustody): Custody {
  return {
    currency: row.currency,
    held: row.held,
    inFlight: row.in_flight,
    liabilities: row.liabilities,
    gap: row.gap,
    verdict: row.verdict,
    isStopped: row.is_stopped,
    parts: row.parts.map((part) => ({
      chain: part.chain,
      hot: part.hot,
      unswept: part.unswept,
      inFlight: part.in_flight,
      owed: part.owed,
      readAt: part.read_at,
      difference: part.difference === null ? null : toDifference(part.difference),
    })),
  }
}

function toDifference({
  uncredited,
  payouts,
  costs,
  ...rest
}: DeskCustodyDifference): CustodyDifference {
  const { reserve, dust, unexplained } = rest
  return { uncredited, payouts, costs, reserve, dust, unexplained }
}
