/** Votes of operators about chain deposits (INV-22), and rows without unproven votes. */
import type { RowBallot } from '../../machine/approvals.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { provenRow, type VoteDeps } from '../../machine/unproven-votes.ts'
import {
  type ChainDeposit,
  heldLifeOf,
  holdsAccount,
  holdsAsForged,
  waitsForPeople,
} from './deposit-row.ts'
import { readChainDeposit } from './deposit-store.ts'

/** A ruling about a deposit needs two operators. */
export const rulingApprovals = 2

/** The ballot about a deposit: the fact, its owner, and the life. */
export function chainDepositBallot(row: ChainDeposit, decision: string): RowBallot {
  const { chain, txid, index, userId, currencyId, contract, amount, toAddress } = row
  const life = decision === 'release' ? heldLifeOf(row) : row.life
  const place = [chain, txid, index, toAddress]
  const shown = [...place, userId, currencyId, contract, amount.toString(), life]
  return { kind: 'chain_deposit', subjectId: row.rowId, decision, shown }
}

/** A deposit without unproven approvals and rulings. */
export async function provenChainDeposit(
  deps: VoteDeps,
  row: ChainDeposit,
  { epoch }: { readonly epoch: number },
): Promise<ChainDeposit> {
  const decision = openDecisionOf(row)
  if (decision === null) return { ...row, isUnproven: false }
  const changes = rulingOf(row)
  return provenRow(deps, row, {
    kind: 'chain_deposit',
    decisions: [decision],
    ballotOf: (one) => chainDepositBallot(row, one),
    decided: changes === null ? null : { decision, needed: rulingApprovals, changes, epoch },
    read: readChainDeposit,
  })
}

/** The decision that is open for a deposit now; null if there is none, so that no approval counts. */
export function openDecisionOf(row: ChainDeposit): 'credit' | 'set_aside' | 'release' | null {
  if (row.state === 'crediting' && row.suspenseUnits !== null) return 'credit'
  if (waitsForPeople(row)) return 'set_aside'
  return holdsAccount(row) || holdsAsForged(row) ? 'release' : null
}

/** The changes that remove an open ruling from the row; null if the row has none. */
function rulingOf(row: ChainDeposit): ColumnValues | null {
  switch (openDecisionOf(row)) {
    case 'credit':
      return row.grantedLife >= row.life ? { granted_life: row.life - 1 } : null
    case 'set_aside':
      return row.isSetAside ? { set_aside_at: null } : null
    case 'release':
      return row.releasedLife >= heldLifeOf(row) ? { released_life: row.resumedLife } : null
    case null:
      return null
  }
}
