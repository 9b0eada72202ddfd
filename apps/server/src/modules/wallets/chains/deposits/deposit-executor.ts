/** The executor of deposits on a chain. */
import type { Engine } from '../../../../engine/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { resumeAccount } from '../../../accounts/index.ts'
import { isCurrencyHalted } from '../../../accounting/index.ts'
import { findAccountHold } from '../../account-holds.ts'
import { wakeWithdrawalsOf } from '../../held-withdrawals.ts'
import { proveHeld } from '../../hold-proofs.ts'
import { submitPatiently, submitStep } from '../../machine/engine-steps.ts'
import type { Executor } from '../../machine/advance.ts'
import { endPass } from '../../machine/end-pass.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { alarmOf, withUnproven } from '../../machine/unproven-votes.ts'
import { findByAddress } from '../addresses/address-store.ts'
import { isSealedAddress } from '../addresses/address-seal.ts'
import { type ChainAsset, chainTable, unitsOfChain } from '../chains.ts'
import { chainDepositCommand, chainDepositStep } from '../commands.ts'
import {
  isProvenCredit,
  isProvenLife,
  isProvenReversalDecision,
  proofOfCredit,
  proofOfReversal,
  reversalDecisionProof,
} from './credit-proof.ts'
import { decideChainDeposit, knownAfter } from './deposit.ts'
import type {
  ChainDeposit,
  ChainDepositAct,
  ChainDepositFacts,
  ChainDepositState,
  ChainFacts,
  Proving,
} from './deposit-row.ts'
import type { FinalCheck } from '../tracking/final-check.ts'
import type { Witness } from '../tracking/witness.ts'
import {
  addUp,
  moveChainDeposit,
  readChainDeposit,
  readChainFacts,
  weigh,
} from './deposit-store.ts'
import { openDecisionOf, provenChainDeposit } from './votes.ts'

export type ChainDepositDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit'>
  readonly log: Log
  readonly keys: Keys
  readonly assets: readonly ChainAsset[]
  /** Asks the chain's own node. */
  readonly finalCheck: FinalCheck
  /** Second nodes; null if no chain has one. */
  readonly witness: Witness | null
  /** Notifies the owner of a move, in the transaction of the move. */
  readonly notify: (transaction: Transaction, row: ChainDeposit) => Promise<void>
}

export type ChainDepositExecutor = Executor<
  ChainDeposit,
  ChainDepositState,
  ChainDepositAct,
  ChainDepositFacts,
  ColumnValues
>

/** Creates the executor of one pass, for the writer of this epoch. */
export function createDepositExecutor(
  deps: ChainDepositDeps,
  rowId: number,
  epoch: number,
): ChainDepositExecutor {
  const { database, keys } = deps
  const judged = (row: ChainDeposit): ChainDeposit => ({
    ...row,
    isProven: isProvenCredit(keys, row, row.creditProof),
    isReversalProven:
      row.state === 'reversing' && isProvenReversalDecision(keys, row, row.reversalProof),
  })
  return {
    async read() {
      return judged(
        await provenChainDeposit(deps, await readChainDeposit(database, rowId), { epoch }),
      )
    },
    decide: decideChainDeposit,
    act: (row, act, facts) => carryOut(deps, row, act, facts),
    afterMove: knownAfter,
    nowMs: Date.now,
    async move(row, to, cause, changes) {
      const moved = await inTransaction(database, async (transaction) => {
        const proof = to === 'reversing' ? { reversal_proof: reversalDecisionProof(keys, row) } : {}
        const move = { epoch, to, cause, changes: { ...changes, ...proof } }
        if (!(await moveChainDeposit(transaction, row, move))) return null
        // From here on the deposit holds the account, and waiting withdrawals show it as their cause.
        if (to === 'reversing') {
          await proveHeld(transaction, keys, row)
          await wakeWithdrawalsOf(transaction, row.userId)
        }
        const moved = await readChainDeposit(transaction, row.rowId)
        await deps.notify(transaction, moved)
        return moved
      })
      if (moved === null) return null
      return judged(withUnproven(await provenChainDeposit(deps, moved, { epoch }), row))
    },
    wait: (row, delay, found) => {
      const alarm = alarmOf(row, found, openDecisionOf(row) === null)
      return endPass(deps, row, {
        kind: 'chain_deposit',
        epoch,
        delay,
        alarm,
        nowMs: Date.now(),
      })
    },
  }
}

async function carryOut(
  deps: ChainDepositDeps,
  row: ChainDeposit,
  act: ChainDepositAct,
  facts: ChainDepositFacts,
): Promise<ChainDepositFacts> {
  const { database, engine } = deps
  switch (act) {
    case 'look_at_chain':
      return { ...facts, chain: await chainFacts(deps, row) }
    case 'add_up':
      return { ...facts, added: await addUp(database, row, facts.chain?.minUnits ?? 1) }
    case 'ask_witness':
      return { ...facts, witnessed: (await deps.witness?.see(row)) ?? 'unknown' }
    case 'weigh':
      return { ...facts, dayUnits: await weigh(database, row) }
    case 'prove':
      return { ...facts, proving: await prove(deps, row) }
    case 'suspend': {
      const command = chainDepositCommand(row, act)
      const suspension = await submitStep(engine, command, chainDepositStep(row, act))
      return { ...facts, suspension }
    }
    case 'resume':
      return { ...facts, resumption: await resume(deps, row) }
    case 'credit':
    case 'grant':
    case 'reverse': {
      const known = act === 'reverse' ? 'reversal' : act
      if (act !== 'reverse' && (await isCurrencyHalted(deps, row.currencyId))) {
        return { ...facts, [known]: { status: 'later' } }
      }
      const how = { name: chainDepositStep(row, act), attempts: row.attempts }
      const step = await submitPatiently(engine, chainDepositCommand(row, act), how)
      const reversalProof = act === 'reverse' ? proofOfReversal(deps.keys, row) : null
      return { ...facts, [known]: step, reversalProof }
    }
  }
}

/**
 * Checks again at the chain's own node, and checks the address's owner and the amount, before anything is
 * credited.
 */
async function prove(deps: ChainDepositDeps, row: ChainDeposit): Promise<Proving> {
  const { database, keys, finalCheck } = deps
  const given = await findByAddress(database, chainTable[row.chain].family, row.toAddress)
  const isOwn = given?.userId === row.userId && isSealedAddress(keys, given, given.seal)
  const asset = assetOf(deps, row)
  const isWorth =
    asset?.currencyId === row.currencyId && unitsOfChain(row.amount, asset) === row.units
  if (!isOwn || !isWorth || !isProvenLife(keys, row, row.reversalProof)) return { status: 'forged' }
  const seen = await finalCheck(row)
  return seen === 'seen' ? { status: 'proven', proof: proofOfCredit(keys, row) } : { status: seen }
}

/** The account stays held while another deposit holds it. The last of them resumes the account. */
async function resume(
  { database, engine, keys }: ChainDepositDeps,
  row: ChainDeposit,
): Promise<ChainDepositFacts['resumption']> {
  const { step, isKept } = await resumeAccount({
    accountId: row.userId,
    source: chainDepositStep(row, 'resume'),
    isHeld: async () => (await findAccountHold(database, keys, row.userId)) !== null,
    submit: (command, source) => submitStep(engine, command, source),
    isDone: ({ status }) => status === 'done',
  })
  return isKept && step.status === 'done' ? { status: 'kept' } : step
}

async function chainFacts(deps: ChainDepositDeps, row: ChainDeposit): Promise<ChainFacts> {
  const asset = assetOf(deps, row)
  const facts = await readChainFacts(deps.database, deps.keys, row.chain, asset)
  // Large amounts are those above the travel rule's limit; without a limit, all amounts.
  const isAsked = deps.witness?.has(row.chain) === true
  return { ...facts, witnessFrom: isAsked ? (asset?.travelLimit ?? 0) : null }
}

/** The asset with its rules; null once its contract is no longer listed. */
function assetOf({ assets }: ChainDepositDeps, row: ChainDeposit): ChainAsset | null {
  return assets.find((one) => one.chain === row.chain && one.contract === row.contract) ?? null
}
