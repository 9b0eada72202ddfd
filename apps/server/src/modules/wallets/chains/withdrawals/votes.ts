/**
 * Ballots about withdrawals over chains (INV-22), in the form that the signer parses too
 * (`apps/signer/src/votes/vote.ts`), and rows without unproven votes.
 */
import { evmChains } from '../../../../adapters/evm/index.ts'
import { holdName } from '../../../../engine/index.ts'
import { findAccountHold } from '../../account-holds.ts'
import type { RowBallot } from '../../machine/approvals.ts'
import { provenRow, type VoteDeps } from '../../machine/unproven-votes.ts'
import { signerChainOf, signerContractOf } from './requests/approving.ts'
import { cancelableStates, type ChainWithdrawal } from './withdrawal-row.ts'
import { readChainWithdrawal } from './withdrawal-store.ts'

const version = 'tukar payout vote 1'

/** The ballot about a withdrawal: receiver, amount, chain and hold. */
export function chainWithdrawalBallot(
  row: Pick<
    ChainWithdrawal,
    | 'rowId'
    | 'reference'
    | 'symbol'
    | 'holdId'
    | 'userId'
    | 'currencyId'
    | 'contract'
    | 'amount'
    | 'fee'
    | 'net'
    | 'toAddress'
    | 'approvalsNeeded'
  > & { readonly chain: string; readonly chainAmount: bigint | string },
  decision: string,
): RowBallot {
  const { chain, userId, currencyId, amount, fee, net, holdId, approvalsNeeded } = row
  const chainId = evmChains.find(({ name }) => name === chain)?.chainId ?? null
  const payout = [
    version,
    row.reference,
    signerChainOf({ chainId }),
    row.symbol,
    signerContractOf(row.contract),
    row.toAddress,
    String(row.chainAmount),
    String(fee),
    holdId === null ? null : holdName(holdId),
    userId,
  ]
  const shown = [payout, currencyId, amount, net, approvalsNeeded]
  return { kind: 'chain_withdrawal', subjectId: row.rowId, decision, shown }
}

/** Whether approvals have no effect any longer. */
export function isChainWithdrawalOver({ state }: Pick<ChainWithdrawal, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'canceled'
}

/**
 * The decisions that operators can still make. A withdrawal that waits for the signer may need votes in the
 * signer's format.
 */
function decisionsAbout({ state }: ChainWithdrawal): readonly string[] {
  if (cancelableStates.includes(state)) return ['approve']
  return state === 'signing' ? ['approve', 'give_back'] : ['give_back']
}

/** A withdrawal without unproven approvals, and with the proven hold of its owner's account. */
export async function provenChainWithdrawal(
  deps: VoteDeps,
  row: ChainWithdrawal,
): Promise<ChainWithdrawal> {
  if (isChainWithdrawalOver(row)) return { ...row, isUnproven: false }
  const decisions = decisionsAbout(row)
  const proven = await provenRow(deps, row, {
    kind: 'chain_withdrawal',
    decisions,
    ballotOf: (decision) => chainWithdrawalBallot(row, decision),
    decided: null,
    read: readChainWithdrawal,
  })
  return { ...proven, accountHold: await findAccountHold(deps.database, deps.keys, row.userId) }
}
