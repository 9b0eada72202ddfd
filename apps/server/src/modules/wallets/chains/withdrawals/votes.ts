/** What operators vote about a withdrawal over a chain (INV-22), and rows without what no vote proves. */
import type { RowBallot } from '../../machine/approvals.ts'
import { provenRow, type VoteParts } from '../../machine/unproven.ts'
import { cancelableStates, type ChainWithdrawal } from './withdrawal-row.ts'
import { readChainWithdrawal } from './withdrawal-store.ts'

/** A vote about a withdrawal: who is paid what, over which chain. */
export function chainWithdrawalBallot(
  row: Pick<
    ChainWithdrawal,
    | 'rowId'
    | 'userId'
    | 'currencyId'
    | 'contract'
    | 'amount'
    | 'fee'
    | 'net'
    | 'toAddress'
    | 'approvalsNeeded'
  > & { readonly chain: string },
  decision: string,
): RowBallot {
  const { chain, userId, currencyId, contract, amount, fee, net, toAddress, approvalsNeeded } = row
  const money = [chain, currencyId, contract, amount, fee, net]
  const shown = [...money, userId, toAddress, approvalsNeeded]
  return { kind: 'chain_withdrawal', subjectId: row.rowId, decision, shown }
}

/** Whether nothing can come of approvals any more. */
export function isChainWithdrawalOver({ state }: Pick<ChainWithdrawal, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'canceled'
}

/** A withdrawal without approvals that no vote proves. */
export async function provenChainWithdrawal(
  parts: VoteParts,
  row: ChainWithdrawal,
): Promise<ChainWithdrawal> {
  if (isChainWithdrawalOver(row)) return { ...row, isUnproven: false }
  const decisions = cancelableStates.includes(row.state) ? ['approve'] : ['give_back']
  return provenRow(parts, row, {
    kind: 'chain_withdrawal',
    decisions,
    ballotOf: (decision) => chainWithdrawalBallot(row, decision),
    decided: null,
    read: readChainWithdrawal,
  })
}
