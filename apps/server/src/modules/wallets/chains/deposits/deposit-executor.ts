/** Carries out what is decided about a deposit on a chain. */
import type { Engine } from '../../../../engine/index.ts'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { letGoOn } from '../../../accounts/index.ts'
import { isCurrencyHalted } from '../../../books/index.ts'
import { accountHoldOf } from '../../account-holds.ts'
import { wakeWithdrawalsOf } from '../../held-withdrawals.ts'
import { sayHeld } from '../../hold-proofs.ts'
import { submitPatiently, submitStep } from '../../machine/engine-steps.ts'
import type { Hands } from '../../machine/advance.ts'
import { pauseLook } from '../../machine/end-pass.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import { alarmOf, withUnproven } from '../../machine/unproven-votes.ts'
import { findGiven } from '../addresses/address-store.ts'
import { isSealedAddress } from '../addresses/address-seal.ts'
import { type ChainAsset, chainTable, unitsOfChain } from '../chains.ts'
import { chainDepositCommand, chainDepositStep } from '../commands.ts'
import {
  isProvenCredit,
  isProvenLife,
  isProvenTakingBack,
  proofOfCredit,
  proofOfReversal,
  proofOfTakingBack,
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
import type { FinalLook } from '../tracking/final-check.ts'
import type { Witness } from '../tracking/witness.ts'
import {
  addUp,
  moveChainDeposit,
  readChainDeposit,
  readChainFacts,
  weigh,
} from './deposit-store.ts'
import { openDecisionOf, provenChainDeposit } from './votes.ts'

export type ChainDepositParts = {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit'>
  readonly log: Log
  readonly keys: Keys
  readonly assets: readonly ChainAsset[]
  /** Asks the chain's own node. */
  readonly finalLook: FinalLook
  /** Second nodes; null: none of any chain. */
  readonly witness: Witness | null
  /** Tells its owner of a move, in the transaction that makes it. */
  readonly tell: (transaction: Transaction, row: ChainDeposit) => Promise<void>
}

export type ChainDepositHands = Hands<
  ChainDeposit,
  ChainDepositState,
  ChainDepositAct,
  ChainDepositFacts,
  ColumnValues
>

/** The hands of one look, as the writer of this epoch. */
export function chainDepositHands(
  parts: ChainDepositParts,
  rowId: number,
  epoch: number,
): ChainDepositHands {
  const { database, keys } = parts
  const judged = (row: ChainDeposit): ChainDeposit => ({
    ...row,
    isProven: isProvenCredit(keys, row, row.creditProof),
    isTakenBack: row.state === 'reversing' && isProvenTakingBack(keys, row, row.reversalProof),
  })
  return {
    async read() {
      return judged(
        await provenChainDeposit(parts, await readChainDeposit(database, rowId), { epoch }),
      )
    },
    decide: decideChainDeposit,
    act: (row, act, facts) => carryOut(parts, row, act, facts),
    afterMove: knownAfter,
    nowMs: Date.now,
    async move(row, to, cause, changes) {
      const moved = await inTransaction(database, async (transaction) => {
        const proof = to === 'reversing' ? { reversal_proof: proofOfTakingBack(keys, row) } : {}
        const move = { epoch, to, cause, changes: { ...changes, ...proof } }
        if (!(await moveChainDeposit(transaction, row, move))) return null
        // From here on it holds the account: what waits to leave says so.
        if (to === 'reversing') {
          await sayHeld(transaction, keys, row)
          await wakeWithdrawalsOf(transaction, row.userId)
        }
        const moved = await readChainDeposit(transaction, row.rowId)
        await parts.tell(transaction, moved)
        return moved
      })
      if (moved === null) return null
      return judged(withUnproven(await provenChainDeposit(parts, moved, { epoch }), row))
    },
    pause: (row, pause, found) => {
      const alarm = alarmOf(row, found, openDecisionOf(row) === null)
      return pauseLook(parts, row, {
        kind: 'chain_deposit',
        epoch,
        pause,
        alarm,
        nowMs: Date.now(),
      })
    },
  }
}

async function carryOut(
  parts: ChainDepositParts,
  row: ChainDeposit,
  act: ChainDepositAct,
  facts: ChainDepositFacts,
): Promise<ChainDepositFacts> {
  const { database, engine } = parts
  switch (act) {
    case 'look_at_chain':
      return { ...facts, chain: await chainFacts(parts, row) }
    case 'add_up':
      return { ...facts, added: await addUp(database, row, facts.chain?.minUnits ?? 1) }
    case 'ask_witness':
      return { ...facts, witnessed: (await parts.witness?.see(row)) ?? 'unknown' }
    case 'weigh':
      return { ...facts, dayUnits: await weigh(database, row) }
    case 'prove':
      return { ...facts, proving: await prove(parts, row) }
    case 'suspend': {
      const command = chainDepositCommand(row, act)
      const suspension = await submitStep(engine, command, chainDepositStep(row, act))
      return { ...facts, suspension }
    }
    case 'resume':
      return { ...facts, resumption: await resume(parts, row) }
    case 'credit':
    case 'grant':
    case 'reverse': {
      const known = act === 'reverse' ? 'reversal' : act
      if (act !== 'reverse' && (await isCurrencyHalted(parts, row.currencyId))) {
        return { ...facts, [known]: { status: 'later' } }
      }
      const how = { name: chainDepositStep(row, act), attempts: row.attempts }
      const step = await submitPatiently(engine, chainDepositCommand(row, act), how)
      const reversalProof = act === 'reverse' ? proofOfReversal(parts.keys, row) : null
      return { ...facts, [known]: step, reversalProof }
    }
  }
}

/** Asks the chain's own node again, whose the address is and what it is worth, before anything is credited. */
async function prove(parts: ChainDepositParts, row: ChainDeposit): Promise<Proving> {
  const { database, keys, finalLook } = parts
  const given = await findGiven(database, chainTable[row.chain].family, row.toAddress)
  const isOwn = given?.userId === row.userId && isSealedAddress(keys, given, given.seal)
  const asset = assetOf(parts, row)
  const isWorth =
    asset?.currencyId === row.currencyId && unitsOfChain(row.amount, asset) === row.units
  if (!isOwn || !isWorth || !isProvenLife(keys, row, row.reversalProof)) return { status: 'forged' }
  const seen = await finalLook(row)
  return seen === 'seen' ? { status: 'proven', proof: proofOfCredit(keys, row) } : { status: seen }
}

/** What another one holds stays held; the last of them lets the account go on. */
async function resume(
  { database, engine, keys }: ChainDepositParts,
  row: ChainDeposit,
): Promise<ChainDepositFacts['resumption']> {
  const { step, isKept } = await letGoOn({
    accountId: row.userId,
    source: chainDepositStep(row, 'resume'),
    isHeld: async () => (await accountHoldOf(database, keys, row.userId)) !== null,
    submit: (command, source) => submitStep(engine, command, source),
    isDone: ({ status }) => status === 'done',
  })
  return isKept && step.status === 'done' ? { status: 'kept' } : step
}

async function chainFacts(parts: ChainDepositParts, row: ChainDeposit): Promise<ChainFacts> {
  const asset = assetOf(parts, row)
  const facts = await readChainFacts(parts.database, parts.keys, row.chain, asset)
  // What the travel rule calls much is much; where it knows no limit, everything is.
  const isAsked = parts.witness?.has(row.chain) === true
  return { ...facts, witnessFrom: isAsked ? (asset?.travelLimit ?? 0) : null }
}

/** The rules of its currency; null once its contract is not listed any more. */
function assetOf({ assets }: ChainDepositParts, row: ChainDeposit): ChainAsset | null {
  return assets.find((one) => one.chain === row.chain && one.contract === row.contract) ?? null
}
