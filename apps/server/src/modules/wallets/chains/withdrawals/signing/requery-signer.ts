/**
 * Recovers transactions that the signer signed after the restored backup (FLT-40). Their bytes are stored in
 * the row, and the chain determines the outcome as for any payout. They are accepted only if they pay exactly
 * the row's amount to its address from our own funds. They get no fee increase, because their orders are
 * unknown.
 */
import { decodeTransaction, UndecodableError } from '../../../../../adapters/bitcoin/index.ts'
import {
  coinTransfer,
  feeMaxOf,
  isSameTransaction,
  readSigned,
  tokenTransfer,
} from '../../../../../adapters/evm/index.ts'
import { hotWallet, type SignedBytes } from '../../../../../adapters/signer/index.ts'
import { pg } from '../../../../../platform/database/driver.ts'
import type { Transaction } from '../../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../../platform/database/transaction.ts'
import { unknownOrder } from './signing-order.ts'
import type { ChainWithdrawalDeps, WalletAccounts } from '../deps.ts'
import { type Payment, readPayment } from '../payment-store.ts'
import { evmChainNamed } from '../funding.ts'
import { voidUnsigned } from './signing.ts'
import type { SigningOutcome } from '../withdrawal-row.ts'
import { storeRecovered, type Outputs, raiseNonce, reserveSpent } from '../withdrawal-store.ts'

type RequeryDeps = Pick<ChainWithdrawalDeps, 'database' | 'signer' | 'keys' | 'accounts'> & {
  readonly nodes: Pick<ChainWithdrawalDeps['nodes'], 'network'>
}

/** PostgreSQL's error code for a violated unique constraint. */
const uniqueViolation = '23505'

/**
 * Asks the signer about a withdrawal without a known transaction: it is voided, or was signed since the
 * backup.
 */
export async function requerySigner(
  deps: RequeryDeps,
  epoch: number,
  withdrawalId: number,
): Promise<SigningOutcome> {
  const { database, signer } = deps
  const payment = await readPayment(database, withdrawalId)
  const outcome = await voidUnsigned(deps, epoch, withdrawalId)
  if (outcome.status !== 'refused' || outcome.isVoid) return outcome
  const signed = await signer.signedUnder(payment.reference)
  if (signed.status === 'unknown') return { status: 'unknown' }
  if (signed.status === 'refused' || signed.value.length === 0) return outcome
  const accounts = await deps.accounts()
  if (accounts === null) return { status: 'unknown' }
  const recovered = signed.value.map((one) => parseRecovered(deps, payment, accounts, one))
  const whole = recovered.filter((one) => one !== null)
  if (whole.length !== recovered.length) return { status: 'differs' }
  return storeAll(deps, payment, whole, outcome)
}

/** A signed transaction and the inputs or nonce that it spends. */
type RecoveredTransaction = {
  readonly txid: string
  readonly bytes: Buffer
  readonly spends:
    | { readonly family: 'evm'; readonly address: string; readonly nonce: number }
    | { readonly family: 'bitcoin'; readonly inputs: Outputs; readonly paid: bigint }
  /** The maximum cost; null if it follows from the spent inputs. */
  readonly feeMax: bigint | null
}

/** Null if the transaction is not this payment. */
function parseRecovered(
  { nodes }: RequeryDeps,
  payment: Payment,
  accounts: WalletAccounts,
  signed: SignedBytes,
): RecoveredTransaction | null {
  const bytes = Buffer.from(signed.raw.replace(/^0x/, ''), 'hex')
  const read =
    payment.chain === 'bitcoin'
      ? readBitcoin(payment, accounts, nodes.network, signed)
      : readEvm(payment, accounts, signed)
  return read === null ? null : { txid: signed.txid, bytes, ...read }
}

type Read = Pick<RecoveredTransaction, 'spends' | 'feeMax'>

function readEvm(
  payment: Payment,
  accounts: WalletAccounts,
  { txid, raw }: SignedBytes,
): Read | null {
  const signed = readSigned(raw)
  const address = accounts.evm.at(hotWallet)
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

/** One output pays, the change returns to the hot wallet, and there are no others. */
function readBitcoin(
  { toAddress, chainAmount }: Payment,
  accounts: WalletAccounts,
  network: RequeryDeps['nodes']['network'],
  { txid, raw }: SignedBytes,
): Read | null {
  try {
    const decoded = decodeTransaction(raw, network)
    const { address: change } = accounts.bitcoin.at(hotWallet)
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
 * Stores all of them or none, and reserves their inputs or nonces in the same transaction.
 *
 * @param otherwise the outcome if another row has the same inputs or nonce, which operators must resolve
 * first
 */
async function storeAll(
  { database, keys }: RequeryDeps,
  payment: Payment,
  all: readonly RecoveredTransaction[],
  otherwise: SigningOutcome,
): Promise<SigningOutcome> {
  try {
    return await inTransaction(database, async (transaction) => {
      for (const [at, one] of all.entries()) {
        const feeMax = await reserveSlot(transaction, payment, one)
        // The blocks of its inputs are not applied yet, or another row was planned to spend them.
        if (feeMax === null) throw new NotOursYet()
        const { spends } = one
        const slot = spends.family === 'evm' ? spends : null
        await storeRecovered(
          transaction,
          keys,
          {
            chain: payment.chain,
            withdrawalId: payment.rowId,
            reference: payment.reference,
            holdId: payment.holdId,
            no: at + 1,
            slot,
            request: unknownOrder,
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

/** Reserves the spent inputs or nonce. Returns the maximum cost, or null if they cannot be reserved now. */
async function reserveSlot(
  transaction: Transaction,
  { chain, rowId }: Payment,
  { spends, feeMax }: RecoveredTransaction,
): Promise<bigint | null> {
  if (spends.family === 'evm') {
    await raiseNonce(transaction, { chain, address: spends.address, above: spends.nonce })
    return feeMax
  }
  const had = await reserveSpent(transaction, rowId, spends.inputs)
  return had === null || had < spends.paid ? null : had - spends.paid
}
