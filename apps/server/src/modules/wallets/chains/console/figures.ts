/**
 * Chain deposits and withdrawals as the operator console shows them: masked users, decimal amounts, ISO
 * times.
 */
import { stepRow, toTimeText, distinctWords } from '../../machine/case-rows.ts'
import { formatUnits } from '@tukar/money'
import type {
  DeskChain,
  DeskChainDeposit,
  DeskChainDepositRow,
  DeskChainWithdrawal,
  DeskChainWithdrawalRow,
  DeskCustody,
  DeskCustodyDifference,
  DeskCustodyPart,
  StepFigures,
} from '@tukar/wire'
import type { CaseContext } from '../../machine/case-context.ts'
import { type ChainAsset, type ChainName, unitsOfChain } from '../chains.ts'
import { type Difference, differenceOf, type NamedParts } from '../custody/custody-difference.ts'
import { heldOfPart, isStopping, type CustodyPart } from '../custody/custody.ts'
import type { JudgedCurrency } from '../custody/custody-watch.ts'
import { chainDepositDecisions, chainDepositRuling, chainWithdrawalDecisions } from './decisions.ts'
import { rulingApprovals } from '../deposits/votes.ts'
import type {
  AddressFacts,
  ChainRecord,
  DeskChainDepositRecord,
  DeskChainWithdrawalRecord,
} from './store.ts'
import { isPassing } from './steering.ts'
import { chainAmountText } from '../amount-text.ts'
import { agreedBackNeeded } from '../withdrawals/withdrawal-row.ts'

/** How amounts of a currency are formatted. */
export type CurrencyWords = { readonly symbol: string; readonly decimals: number }

/** The formatting of figures: currencies and links. */
export type ChainWords = {
  readonly currency: (currencyId: number) => CurrencyWords
  /** The explorer page of a transaction; null if there is none. */
  readonly transactionUrl: (chain: ChainName, txid: string) => string | null
}

/** A row in a queue of deposits. */
export function deskChainDepositRow(
  row: DeskChainDepositRecord,
  around: CaseContext,
  words: ChainWords,
): DeskChainDepositRow {
  const { symbol, decimals } = words.currency(row.currencyId)
  return {
    id: row.rowId,
    created_at: toTimeText(row.createdMs),
    state_at: toTimeText(row.updatedMs),
    state: row.state,
    cause: row.cause,
    chain: row.chain,
    currency: symbol,
    amount: row.units === null ? null : formatUnits(row.units, decimals),
    address: row.toAddress,
    person: around.person(row.userId),
    approvals: around.approvals(row.rowId, ['set_aside', 'release', 'credit']),
    approvals_needed: chainDepositRuling(row) === null ? 0 : rulingApprovals,
    has_sender: row.hasSender,
  }
}

/** The details of a deposit. */
export function deskChainDeposit(
  row: DeskChainDepositRecord,
  around: CaseContext,
  words: ChainWords,
  steps: readonly StepFigures[],
): DeskChainDeposit {
  const { chain, txid } = row
  return {
    ...deskChainDepositRow(row, around, words),
    transactions: [{ txid, url: words.transactionUrl(chain, txid) }],
    block: row.block,
    contract: row.contract,
    chain_amount: row.amount.toString(),
    life: row.life,
    steps: steps.map(stepRow),
    flags: distinctWords([row.state === 'held' ? row.cause : null, row.alarm]),
    can: chainDepositDecisions(row),
  }
}

/** A row in a queue of withdrawals. */
export function deskChainWithdrawalRow(
  row: DeskChainWithdrawalRecord,
  around: CaseContext,
  words: ChainWords,
): DeskChainWithdrawalRow {
  const { symbol, decimals } = words.currency(row.currencyId)
  const isGivingBack = chainWithdrawalDecisions(row).includes('give_back')
  return {
    id: row.rowId,
    created_at: toTimeText(row.createdMs),
    state_at: toTimeText(row.updatedMs),
    state: row.state,
    cause: row.cause,
    chain: row.chain,
    currency: symbol,
    amount: formatUnits(row.amount, decimals),
    fee: formatUnits(row.fee, decimals),
    net: formatUnits(row.net, decimals),
    address: row.toAddress,
    person: around.person(row.userId),
    approvals: around.approvals(row.rowId, isGivingBack ? ['give_back'] : ['approve', 'reject']),
    approvals_needed: isGivingBack ? agreedBackNeeded : row.approvalsNeeded,
  }
}

export type WithdrawalSurroundings = {
  readonly steps: readonly StepFigures[]
  readonly txids: readonly string[]
  readonly address: AddressFacts
}

/** The details of a withdrawal. */
export function deskChainWithdrawal(
  row: DeskChainWithdrawalRecord,
  around: CaseContext,
  words: ChainWords,
  { steps, txids, address }: WithdrawalSurroundings,
): DeskChainWithdrawal {
  const { chain, state, cause, alarm } = row
  const isWaiting = state === 'held' || state === 'waiting_approval' || state === 'approved'
  return {
    ...deskChainWithdrawalRow(row, around, words),
    transactions: txids.map((txid) => ({ txid, url: words.transactionUrl(chain, txid) })),
    // The pages of the transactions show the block. The column in the row is for the state machine.
    block: null,
    contract: row.contract,
    is_own_address: address.isOwn,
    sent_before: address.sentBefore,
    has_receiver: row.hasReceiver,
    steps: steps.map(stepRow),
    flags: distinctWords([isWaiting ? cause : null, alarm, address.isOwn && 'own_address']),
    can: chainWithdrawalDecisions(row),
  }
}

/**
 * The state of a followed chain.
 *
 * @param belowHeight the result of `belowHeightOf`
 */
export function deskChain(row: ChainRecord, belowHeight: number | null): DeskChain {
  return {
    chain: row.chain,
    tip_height: row.tipHeight,
    head_height: row.headHeight,
    final_height: row.finalHeight,
    looked_at: row.lookedMs === null ? null : toTimeText(row.lookedMs),
    tip_moved_at: row.tipMovedMs === null ? null : toTimeText(row.tipMovedMs),
    paused: row.paused,
    is_passing: row.paused !== null && isPassing(row.paused),
    below_height: belowHeight,
  }
}

/** The judged custody of a currency. */
export function deskCustody(
  { currencyId, figures, custody }: JudgedCurrency,
  words: ChainWords,
  named: (asset: ChainAsset) => NamedParts,
): DeskCustody {
  const { symbol, decimals } = words.currency(currencyId)
  const text = (units: number) => formatUnits(units, decimals)
  return {
    currency: symbol,
    held: custody.held === null ? null : text(custody.held),
    in_flight: text(custody.inFlight),
    liabilities: text(custody.liabilities),
    gap: custody.gap === null ? null : text(custody.gap),
    verdict: custody.verdict,
    is_stopped: isStopping(custody.verdict),
    parts: figures.parts.map((part) => custodyPart(part, text, named(part.asset))),
  }
}

function custodyPart(
  part: CustodyPart,
  text: (units: number) => string,
  named: NamedParts,
): DeskCustodyPart {
  const { asset, reading, owed, inFlight } = part
  const amount = (chainAmount: bigint) => {
    const units = unitsOfChain(chainAmount, asset)
    return units === null ? null : text(units)
  }
  const isCountable = heldOfPart(part) !== null && reading !== null
  return {
    chain: asset.chain,
    hot: isCountable ? amount(reading.hot) : null,
    unswept: isCountable ? amount(reading.unswept) : null,
    in_flight: text(inFlight),
    owed: text(owed),
    read_at: reading === null ? null : toTimeText(reading.readMs),
    difference: differenceText(asset, differenceOf(part, named)),
  }
}

function differenceText(
  { chainDecimals }: ChainAsset,
  difference: Difference | null,
): DeskCustodyDifference | null {
  if (difference === null) return null
  const text = (amount: bigint) =>
    amount < 0n
      ? `-${chainAmountText(-amount, chainDecimals)}`
      : chainAmountText(amount, chainDecimals)
  return {
    uncredited: text(difference.uncredited),
    payouts: text(difference.payouts),
    costs: text(difference.costs),
    reserve: text(difference.reserve),
    dust: text(difference.dust),
    unexplained: text(difference.unexplained),
  }
}
