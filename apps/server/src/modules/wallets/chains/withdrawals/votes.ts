/**
 * What operators vote about a withdrawal over a chain (INV-22), in the words by which the signer reads it too
 * (`apps/signer/src/votes/vote.ts`), and rows without what no vote proves.
 */
import { evmChains } from '../../../../adapters/evm/index.ts'
import { holdName } from '../../../../engine/index.ts'
import { findAccountHold } from '../../account-holds.ts'
import type { RowBallot } from '../../machine/approvals.ts'
import { provenRow, type VoteDeps } from '../../machine/unproven-votes.ts'
import { signerChainOf, signerContractOf } from './approving.ts'
import { cancelableStates, type ChainWithdrawal } from './withdrawal-row.ts'
import { readChainWithdrawal } from './withdrawal-store.ts'

const version = 'tukar payout vote 1'

/** A vote about a withdrawal: who is paid what, over which chain, from which hold. */
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

/** Whether nothing can come of approvals any more. */
export function isChainWithdrawalOver({ state }: Pick<ChainWithdrawal, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'canceled'
}

/** What people can still agree to; one that waits for the signer may need votes that the signer takes. */
function decisionsAbout({ state }: ChainWithdrawal): readonly string[] {
  if (cancelableStates.includes(state)) return ['approve']
  return state === 'signing' ? ['approve', 'give_back'] : ['give_back']
}

/** A withdrawal without approvals that no vote proves, and with what really holds its owner's account. */
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
