/**
 * What may be signed: pure rules over a request, the signer's state, and its settings. The first refusal that
 * applies is returned, in the order of this file.
 */
import { type Approval, describePayment } from './approval.ts'
import type { Charge, Signed, TripCode } from './book/records.ts'
import { type BookState, destinationKey } from './book/state.ts'
import { planBitcoin } from './chain/bitcoin.ts'
import { planEvm } from './chain/evm.ts'
import { checkHold } from './hold.ts'
import type { KeyTree } from './keys/tree.ts'
import type { Plan } from './plan.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { SignRequest } from './request.ts'
import {
  type Asset,
  type Caps,
  capUnits,
  findChainId,
  findCoin,
  type Settings,
} from './settings.ts'
import { listAssets, findCaps } from './tokens.ts'
import { refusalOfVotes } from './votes/vote-rules.ts'

/** How long an approval is valid at most. */
export const approvalLifeMsMax = 7 * 24 * 3_600_000
/** The tolerated difference of two clocks in one data center. */
const clockSkewMs = 60_000
/** The first attempt, and further ones with a higher fee. */
export const attemptsMax = 16

export type Known = {
  readonly state: BookState
  readonly settings: Settings
  readonly tree: KeyTree
  /** The clock's time: for the approval. */
  readonly nowMs: number
  /** The recorded time, which never runs back; the caps use it. */
  readonly atMs: number
}

/** The plan of a request, if its chain and asset are known and the transaction matches the approval. */
export function createPlan({ approval, spend }: SignRequest, known: Known): Plan | Refusal {
  const { settings, tree } = known
  if (findAsset(approval, known) === undefined) return refuse('asset.unknown')
  const isHeld = approval.hold !== null
  if (isHeld !== (approval.kind === 'payout')) {
    return refuse(isHeld ? 'approval.wrong_kind' : 'approval.no_hold')
  }
  const chainId = findChainId(approval.chain)
  if (spend.family === 'bitcoin') {
    if (chainId !== null) return refuse('approval.wrong_kind')
    return planBitcoin(approval, spend, { tree, network: settings.bitcoinNetwork })
  }
  if (chainId === null) return refuse('approval.wrong_kind')
  return planEvm(approval, spend, { tree, chainId, assets: listAssets(known) })
}

/** The attempt of exactly this request, whose bytes are returned again. */
export function attemptLike(
  { approval }: SignRequest,
  { spend }: Plan,
  { state }: Known,
): Signed | undefined {
  const payment = describePayment(approval)
  const attempts = state.byId.get(approval.id) ?? []
  return attempts.find((attempt) => attempt.payment === payment && attempt.spend === spend)
}

/**
 * Why nothing new is signed now, whatever the request: an old writer, a restored book, an expired approval.
 */
export function checkNow(request: SignRequest, { state, nowMs }: Known): Refusal | null {
  const { approval, epoch, bookAtLeast } = request
  if (state.number < bookAtLeast) return refuse('book.behind')
  if (epoch < state.epoch) return refuse('writer.stale')
  if (state.trip !== null) return refuse('tripped')
  if (approval.approvedAtMs > nowMs + clockSkewMs) return refuse('approval.early')
  const endMs = Math.min(approval.notAfterMs, approval.approvedAtMs + approvalLifeMsMax)
  return endMs <= nowMs ? refuse('approval.expired') : null
}

/** Why this would pay twice, or use inputs of another payment. */
export function checkBinding(
  { approval }: SignRequest,
  plan: Plan,
  { state }: Known,
): Refusal | null {
  const { id, kind, hold } = approval
  const isVoid = state.voided.has(id) || (hold !== null && state.voidedHolds.has(hold))
  if (isVoid) return refuse('approval.void')
  const attempts = state.byId.get(id)
  const last = attempts?.at(-1)
  if (last !== undefined) {
    if (last.payment !== describePayment(approval)) return refuse('approval.changed')
    if (last.binding !== plan.binding) {
      return refuse(plan.nonce === null ? 'inputs.changed' : 'nonce.changed')
    }
    if (plan.price <= last.price) return refuse('fee.not_higher')
    if ((attempts?.length ?? 0) >= attemptsMax) return refuse('attempts.too_many')
  }
  if (hold !== null && (state.holds.get(hold) ?? id) !== id) return refuse('hold.taken')
  // A payment to ourselves may use the nonce of a payout: it can only prevent that payout.
  const holderOf = plan.nonce === null ? undefined : state.nonces.get(plan.nonce)
  if (kind !== 'filling' && (holderOf ?? id) !== id) return refuse('nonce.taken')
  for (const { outpoint, amount } of plan.outpoints) {
    const before = state.outpoints.get(outpoint)
    if (before === undefined) continue
    if (before.amount !== amount) return refuse('input.amount_changed')
    if (kind !== 'sweep' && before.id !== id) return refuse('input.taken')
  }
  return null
}

/**
 * The amounts that count towards the caps, in 10^-18: the outgoing amount, once per id, and the fee, of which
 * later attempts count the increase.
 */
export function computeCharges(
  { approval }: SignRequest,
  plan: Plan,
  known: Known,
): readonly Charge[] {
  const { state, settings } = known
  const coin = findCoin(settings, approval.chain)
  const asset = findAsset(approval, known)
  if (coin === undefined || asset === undefined) return []
  const attempts = state.byId.get(approval.id) ?? []
  const feeBefore = attempts.reduce((most, { fee }) => (fee > most ? fee : most), 0n)
  const fee = plan.fee > feeBefore ? plan.fee - feeBefore : 0n
  const charges: Charge[] = [
    { currency: coin.currency, units: capUnits(fee, coin.decimals), destination: null },
  ]
  if (approval.kind === 'payout' && attempts.length === 0) {
    const units = capUnits(approval.amount, asset.decimals)
    charges.push({ currency: asset.currency, units, destination: approval.destination })
  }
  return charges
}

/** Why the engine's statement does not cover the payment. */
export function checkStatement(request: SignRequest, known: Known): Refusal | null {
  const asset = findAsset(request.approval, known)
  if (asset === undefined) return refuse('asset.unknown')
  return checkHold(request, known.settings, { decimals: asset.decimals, nowMs: known.nowMs })
}

/**
 * Why a large payout lacks the operators' votes. Once a payment was signed under its id, a higher fee needs
 * no votes.
 */
export function checkAgreement(request: SignRequest, known: Known): Refusal | null {
  const { approval } = request
  if (known.state.byId.has(approval.id)) return null
  const asset = findAsset(approval, known)
  const caps = findCaps(known, approval.currency)
  if (asset === undefined) return refuse('asset.unknown')
  if (caps === undefined) return refuse('cap.none')
  return refusalOfVotes(request, known.settings, { decimals: asset.decimals, caps })
}

export type Breach = { readonly cap: TripCode; readonly currency: string }

/** The first cap that a transaction would exceed; null if none. */
export function findBreach(
  { approval }: SignRequest,
  plan: Plan,
  charges: readonly Charge[],
  known: Known,
): Breach | Refusal | null {
  const { settings, state, atMs } = known
  const coin = findCoin(settings, approval.chain)
  const asset = findAsset(approval, known)
  const coinCaps = findCaps(known, coin?.currency ?? '')
  const assetCaps = findCaps(known, asset?.currency ?? '')
  if (coin === undefined || asset === undefined) return refuse('asset.unknown')
  if (coinCaps === undefined || assetCaps === undefined) return refuse('cap.none')
  const isPayout = approval.kind === 'payout'
  if (isPayout && capUnits(approval.amount, asset.decimals) > assetCaps.transaction) {
    return { cap: 'cap.transaction', currency: asset.currency }
  }
  if (capUnits(plan.fee, coin.decimals) > coinCaps.fee) {
    return { cap: 'cap.fee', currency: coin.currency }
  }
  for (const charge of charges) {
    if (isAboveDestination(charge, assetCaps, known)) {
      return { cap: 'cap.destination', currency: asset.currency }
    }
  }
  for (const currency of new Set(charges.map((charge) => charge.currency))) {
    const caps = findCaps(known, currency)
    if (caps === undefined) return refuse('cap.none')
    const more = charges
      .filter((charge) => charge.currency === currency)
      .reduce((sum, { units }) => sum + units, 0n)
    const left = sumOutgoing(state, currency, atMs)
    if (left.hour + more > caps.hour) return { cap: 'cap.hour', currency }
    if (left.day + more > caps.day) return { cap: 'cap.day', currency }
  }
  return null
}

/** Whether one destination would get more of a currency within a day than its cap. */
function isAboveDestination(
  { currency, units, destination }: Charge,
  { destinationDay }: Caps,
  { state, atMs }: Known,
): boolean {
  if (destination === null || destinationDay === null) return false
  return sumOutgoingTo({ state, atMs }, currency, destination) + units > destinationDay
}

/** Payments of a currency to a destination within the last day, over all chains, in 10^-18. */
export function sumOutgoingTo(
  { state, atMs }: Pick<Known, 'state' | 'atMs'>,
  currency: string,
  destination: string,
): bigint {
  return state.destinations.get(destinationKey(currency, destination))?.sum(atMs) ?? 0n
}

/** Payments of a currency within the last hour and day, in 10^-18. */
export function sumOutgoing(
  state: BookState,
  currency: string,
  atMs: number,
): { readonly hour: bigint; readonly day: bigint } {
  const windows = state.left.get(currency)
  return { hour: windows?.hour.sum(atMs) ?? 0n, day: windows?.day.sum(atMs) ?? 0n }
}

function findAsset({ chain, currency, contract }: Approval, known: Known): Asset | undefined {
  return listAssets(known).find(
    (asset) => asset.chain === chain && asset.currency === currency && asset.contract === contract,
  )
}
