/** Coins on chains as the operator console shows them: masked people, decimal amounts, ISO times. */
import { stepRow, timeOf, wordsOf } from '../../machine/case-rows.ts'
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
import type { Surroundings } from '../../machine/case-context.ts'
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
} from './desk-store.ts'
import { isPassing } from './steering.ts'
import { chainAmountText } from '../amount-text.ts'
import { agreedBackNeeded } from '../withdrawals/withdrawal-row.ts'

/** How amounts of a currency are written. */
export type CurrencyWords = { readonly symbol: string; readonly decimals: number }

/** What figures need besides their rows. */
export type ChainWords = {
  readonly currency: (currencyId: number) => CurrencyWords
  /** Where everybody can look at a transaction; null: nowhere. */
  readonly transactionUrl: (chain: ChainName, txid: string) => string | null
}

/** A deposit of a queue. */
export function deskChainDepositRow(
  row: DeskChainDepositRecord,
  around: Surroundings,
  words: ChainWords,
): DeskChainDepositRow {
  const { symbol, decimals } = words.currency(row.currencyId)
  return {
    id: row.rowId,
    created_at: timeOf(row.createdMs),
    state_at: timeOf(row.updatedMs),
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

/** A deposit with all that is known of it. */
export function deskChainDeposit(
  row: DeskChainDepositRecord,
  around: Surroundings,
  words: ChainWords,
  steps: readonly StepFigures[],
): DeskChainDeposit {
  const { chain, txid } = row
  return {
    ...deskChainDepositRow(row, around, words),
    transactions: [{ txid, url: words.transactionUrl(chain, txid) }],
    block: row.place,
    contract: row.contract,
    chain_amount: row.amount.toString(),
    life: row.life,
    steps: steps.map(stepRow),
    flags: wordsOf([row.state === 'held' ? row.cause : null, row.alarm]),
    can: chainDepositDecisions(row),
  }
}

/** A withdrawal of a queue. */
export function deskChainWithdrawalRow(
  row: DeskChainWithdrawalRecord,
  around: Surroundings,
  words: ChainWords,
): DeskChainWithdrawalRow {
  const { symbol, decimals } = words.currency(row.currencyId)
  const isGivingBack = chainWithdrawalDecisions(row).includes('give_back')
  return {
    id: row.rowId,
    created_at: timeOf(row.createdMs),
    state_at: timeOf(row.updatedMs),
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

/** A withdrawal with all that is known of it. */
export function deskChainWithdrawal(
  row: DeskChainWithdrawalRecord,
  around: Surroundings,
  words: ChainWords,
  { steps, txids, address }: WithdrawalSurroundings,
): DeskChainWithdrawal {
  const { chain, state, cause, alarm } = row
  const isWaiting = state === 'held' || state === 'waiting_approval' || state === 'approved'
  return {
    ...deskChainWithdrawalRow(row, around, words),
    transactions: txids.map((txid) => ({ txid, url: words.transactionUrl(chain, txid) })),
    // Where it stands is told by its transactions' pages; the row itself keeps it for the machine.
    block: null,
    contract: row.contract,
    is_own_address: address.isOwn,
    sent_before: address.sentBefore,
    has_receiver: row.hasReceiver,
    steps: steps.map(stepRow),
    flags: wordsOf([isWaiting ? cause : null, alarm, address.isOwn && 'own_address']),
    can: chainWithdrawalDecisions(row),
  }
}

/**
 * A chain as it was taken in.
 *
 * @param belowHeight of `belowHeightOf`
 */
export function deskChain(row: ChainRecord, belowHeight: number | null): DeskChain {
  return {
    chain: row.chain,
    tip_height: row.tipHeight,
    head_height: row.headHeight,
    final_height: row.finalHeight,
    looked_at: row.lookedMs === null ? null : timeOf(row.lookedMs),
    tip_moved_at: row.tipMovedMs === null ? null : timeOf(row.tipMovedMs),
    paused: row.paused,
    is_passing: row.paused !== null && isPassing(row.paused),
    below_height: belowHeight,
  }
}

/** A currency as it was judged. */
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
    read_at: reading === null ? null : timeOf(reading.readMs),
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
