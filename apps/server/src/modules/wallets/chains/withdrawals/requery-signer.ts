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
import { unknownOrder } from './signing-order.ts'
import type { ChainWithdrawalDeps, WalletAccounts } from './deps.ts'
import { type Payment, readPayment } from './payment-store.ts'
import { evmChainNamed } from './funding.ts'
import { voidUnsigned } from './signing.ts'
import type { SigningOutcome } from './withdrawal-row.ts'
import { storeRecovered, type Outputs, raiseNonce, takeSpent } from './withdrawal-store.ts'

type RequeryDeps = Pick<ChainWithdrawalDeps, 'database' | 'signer' | 'keys' | 'accounts'> & {
  readonly nodes: Pick<ChainWithdrawalDeps['nodes'], 'network'>
}

/** PostgreSQL's code of a value that another row has. */
const uniqueViolation = '23505'

/** Asks the signer about a withdrawal that no transaction is known of: void, or signed since the backup. */
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

/** A transaction as it was signed, and what it spends. */
type RecoveredTransaction = {
  readonly txid: string
  readonly bytes: Buffer
  readonly spends:
    | { readonly family: 'evm'; readonly address: string; readonly nonce: number }
    | { readonly family: 'bitcoin'; readonly inputs: Outputs; readonly paid: bigint }
  /** The most that it may cost; null where what it spends says so. */
  readonly feeMax: bigint | null
}

/** Null where it is not this payment. */
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

/** One output pays; what is over comes back to the house, and nobody else gets anything. */
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
 * Keeps all of them, or none: what they spend is taken for the row in the same transaction.
 *
 * @param otherwise the outcome where another row has what they spend: people see to that one first
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
        // The blocks that made it are not read yet, or another row was planned to spend it.
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

/** Takes what was spent; returns the most that it may cost, or null where it cannot be taken now. */
async function reserveSlot(
  transaction: Transaction,
  { chain, rowId }: Payment,
  { spends, feeMax }: RecoveredTransaction,
): Promise<bigint | null> {
  if (spends.family === 'evm') {
    await raiseNonce(transaction, { chain, address: spends.address, above: spends.nonce })
    return feeMax
  }
  const had = await takeSpent(transaction, rowId, spends.inputs)
  return had === null || had < spends.paid ? null : had - spends.paid
}
