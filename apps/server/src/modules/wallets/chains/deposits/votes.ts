/** What operators vote about a deposit over a chain (INV-22), and rows without what no vote proves. */
import type { RowBallot } from '../../machine/approvals.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { dropUndecided, dropUnproven, type VoteParts } from '../../machine/unproven.ts'
import { type ChainDeposit, heldLifeOf, holdsAccount, waitsForPeople } from './deposit-row.ts'
import { readChainDeposit } from './deposit-store.ts'

/** Rulings about a deposit take two people. */
export const rulingApprovals = 2

/** A vote about a deposit: what came to whom, in which of its lives. */
export function chainDepositBallot(row: ChainDeposit, decision: string): RowBallot {
  const { chain, txid, index, userId, currencyId, contract, amount, toAddress } = row
  const life = decision === 'release' ? heldLifeOf(row) : row.life
  const place = [chain, txid, index, toAddress]
  const shown = [...place, userId, currencyId, contract, amount.toString(), life]
  return { kind: 'chain_deposit', subjectId: row.rowId, decision, shown }
}

/** A deposit without approvals and rulings that no vote proves. */
export async function provenChainDeposit(
  parts: VoteParts,
  row: ChainDeposit,
  { epoch }: { readonly epoch: number },
): Promise<ChainDeposit> {
  const decisions = ['set_aside', 'release', 'credit']
  const about = { kind: 'chain_deposit', rowId: row.rowId, decisions } as const
  const ballotOf = (decision: string) => chainDepositBallot(row, decision)
  const ruling = rulingOf(row)
  let isUnproven = false
  if (ruling !== null) {
    const { decision, changes } = ruling
    const ballot = ballotOf(decision)
    const asked = { ballot, needed: rulingApprovals, epoch, changes }
    isUnproven = await dropUndecided(parts, row, asked)
  }
  if (await dropUnproven(parts, about, ballotOf)) isUnproven = true
  return isUnproven
    ? { ...(await readChainDeposit(parts.database, row.rowId)), isUnproven }
    : { ...row, isUnproven }
}

type Ruling = { readonly decision: string; readonly changes: ColumnValues }

/** The ruling that a row says was made and that something still comes of, with the row's columns without it. */
function rulingOf(row: ChainDeposit): Ruling | null {
  const { state, life, suspenseUnits, grantedLife, releasedLife, resumedLife } = row
  if (state === 'crediting' && suspenseUnits !== null && grantedLife >= life) {
    return { decision: 'credit', changes: { granted_life: life - 1 } }
  }
  if (waitsForPeople(row) && row.isSetAside) {
    return { decision: 'set_aside', changes: { set_aside_at: null } }
  }
  if (holdsAccount(row) && releasedLife >= heldLifeOf(row)) {
    return { decision: 'release', changes: { released_life: resumedLife } }
  }
  return null
}
