/**
 * What the signer signed since the backup that was put back (FLT-40): its bytes become the row's, so that the
 * chain says what became of them, as of any other payout. They are believed only where they pay just what the
 * row says to whom it says, out of what is ours. No higher fee is ever bid for them: nobody knows their order.
 */
import { decodeTransaction, UndecodableError } from '../../../../adapters/bitcoin/index.ts'
import {
  coinTransfer,
  feeMaxOf,
  isSameTransaction,
  readSigned,
  tokenTransfer,
} from '../../../../adapters/evm/index.ts'
import { hotWallet, type SignedBytes } from '../../../../adapters/signer/index.ts'
import { pg } from '../../../../platform/database/driver.ts'
import type { Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { noOrder } from './signing-order.ts'
import type { ChainOutParts, HouseAccounts } from './deps.ts'
import { type Payment, readPayment } from './payment-store.ts'
import { evmChainNamed } from './funding.ts'
import { voidUnsigned } from './signing.ts'
import type { SigningOutcome } from './withdrawal-row.ts'
import { keepTakenOver, type Outputs, raiseNonce, takeSpent } from './withdrawal-store.ts'

type TakingParts = Pick<ChainOutParts, 'database' | 'signer' | 'keys' | 'accounts'> & {
  readonly nodes: Pick<ChainOutParts['nodes'], 'network'>
}

/** PostgreSQL's code of a value that another row has. */
const uniqueViolation = '23505'

/** Asks the signer about a withdrawal that no transaction is known of: void, or signed since the backup. */
export async function askRestored(
  parts: TakingParts,
  epoch: number,
  withdrawalId: number,
): Promise<SigningOutcome> {
  const { database, signer } = parts
  const payment = await readPayment(database, withdrawalId)
  const outcome = await voidUnsigned(parts, epoch, withdrawalId)
  if (outcome.status !== 'refused' || outcome.isVoid) return outcome
  const signed = await signer.signedUnder(payment.reference)
  if (signed.status === 'unknown') return { status: 'unknown' }
  if (signed.status === 'refused' || signed.value.length === 0) return outcome
  const house = await parts.accounts()
  if (house === null) return { status: 'unknown' }
  const taken = signed.value.map((one) => readTaken(parts, payment, house, one))
  const whole = taken.filter((one) => one !== null)
  if (whole.length !== taken.length) return { status: 'differs' }
  return keep(parts, payment, whole, outcome)
}

/** A transaction as it was signed, and what it spends. */
type Taken = {
  readonly txid: string
  readonly bytes: Buffer
  readonly spends:
    | { readonly family: 'evm'; readonly address: string; readonly nonce: number }
    | { readonly family: 'bitcoin'; readonly inputs: Outputs; readonly paid: bigint }
  /** The most that it may cost; null where what it spends says so. */
  readonly feeMax: bigint | null
}

/** Null where it is not this payment. */
function readTaken(
  { nodes }: TakingParts,
  payment: Payment,
  house: HouseAccounts,
  signed: SignedBytes,
): Taken | null {
  const bytes = Buffer.from(signed.raw.replace(/^0x/, ''), 'hex')
  const read =
    payment.chain === 'bitcoin'
      ? readBitcoin(payment, house, nodes.network, signed)
      : readEvm(payment, house, signed)
  return read === null ? null : { txid: signed.txid, bytes, ...read }
}

type Read = Pick<Taken, 'spends' | 'feeMax'>

function readEvm(payment: Payment, house: HouseAccounts, { txid, raw }: SignedBytes): Read | null {
  const signed = readSigned(raw)
  const address = house.evm.at(hotWallet)
  if (signed === null || signed.hash !== txid || signed.sender !== address) return null
  const { transaction } = signed
  const envelope = { ...transaction, chainId: evmChainNamed(payment.chain).chainId }
  const { contract, toAddress: to, chainAmount: amount } = payment
  const wanted =
    contract === null
      ? coinTransfer(envelope, { to, amount })
      : tokenTransfer(envelope, { contract, to, amount })
  if (!isSameTransaction(transaction, wanted)) return null
  const { nonce, gasLimit } = transaction
  return { spends: { family: 'evm', address, nonce }, feeMax: feeMaxOf(transaction, gasLimit) }
}

/** One output pays; what is over comes back to the house, and nobody else gets anything. */
function readBitcoin(
  { toAddress, chainAmount }: Payment,
  house: HouseAccounts,
  network: TakingParts['nodes']['network'],
  { txid, raw }: SignedBytes,
): Read | null {
  try {
    const decoded = decodeTransaction(raw, network)
    const { address: change } = house.bitcoin.at(hotWallet)
    const [first, ...rest] = decoded.outputs
    const isPaid = first?.address === toAddress && first.amount === chainAmount
    const isOurs = rest.length <= 1 && rest.every(({ address }) => address === change)
    if (decoded.txid !== txid || !isPaid || !isOurs) return null
    const paid = decoded.outputs.reduce((sum, { amount }) => sum + amount, 0n)
    return { spends: { family: 'bitcoin', inputs: decoded.inputs, paid }, feeMax: null }
  } catch (error) {
    if (error instanceof UndecodableError) return null
    throw error
  }
}

/**
 * Keeps all of them, or none: what they spend is taken for the row in the same transaction.
 *
 * @param otherwise the outcome where another row has what they spend: people see to that one first
 */
async function keep(
  { database, keys }: TakingParts,
  payment: Payment,
  all: readonly Taken[],
  otherwise: SigningOutcome,
): Promise<SigningOutcome> {
  try {
    return await inTransaction(database, async (transaction) => {
      for (const [at, one] of all.entries()) {
        const feeMax = await takeSlotOf(transaction, payment, one)
        // The blocks that made it are not read yet, or another row was planned to spend it.
        if (feeMax === null) throw new NotOursYet()
        const { spends } = one
        const slot = spends.family === 'evm' ? spends : null
        await keepTakenOver(
          transaction,
          keys,
          {
            chain: payment.chain,
            withdrawalId: payment.rowId,
            reference: payment.reference,
            holdId: payment.holdId,
            no: at + 1,
            slot,
            request: noOrder,
            feeMax,
          },
          one,
        )
      }
      return { status: 'signed', count: all.length }
    })
  } catch (error) {
    if (error instanceof NotOursYet) return { status: 'unknown' }
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return otherwise
    throw error
  }
}

class NotOursYet extends Error {
  override readonly name = 'NotOursYet'
}

/** Takes what was spent; returns the most that it may cost, or null where it cannot be taken now. */
async function takeSlotOf(
  transaction: Transaction,
  { chain, rowId }: Payment,
  { spends, feeMax }: Taken,
): Promise<bigint | null> {
  if (spends.family === 'evm') {
    await raiseNonce(transaction, { chain, address: spends.address, above: spends.nonce })
    return feeMax
  }
  const had = await takeSpent(transaction, rowId, spends.inputs)
  return had === null || had < spends.paid ? null : had - spends.paid
}
