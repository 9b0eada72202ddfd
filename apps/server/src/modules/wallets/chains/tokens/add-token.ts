/**
 * Adds a token of an EVM chain (ADR 0019): its contract is read, two people agree, the signer takes it on for
 * good, then the core lists its currency, and what follows the chains finds it with the next look.
 */
import { amountInSentence } from '@tukar/i18n/server'
import { currencyUnits } from '@tukar/money'
import { AddTokenInput } from '@tukar/wire'
import { evmChains } from '../../../../adapters/evm/index.ts'
import { proveToken, type TokenOrder } from '../../../../adapters/signer/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import {
  type AppliedChange,
  carryOut,
  type ChangeKind,
  type ChangePreview,
  same,
} from '../../../desk/index.ts'
import {
  addProfile,
  colorOf,
  findProfile,
  removeProfile,
  supplyMax,
} from '../../../markets/index.ts'
import { chainAmountText, chainLabels } from '../amount-text.ts'
import { bookSeen, noteBook } from '../withdrawals/payment-store.ts'
import { line, words } from './currency-texts.ts'
import type { CurrencyParts } from './deps.ts'
import { nameOf, newUnitDecimals, planToken, shownContract, type TokenPlan } from './token-plan.ts'
import { findToken, headOf, insertToken } from './token-store.ts'

const orderLifeMs = 3_600_000

/** The kind of change. */
export function addTokenKind(parts: CurrencyParts): ChangeKind<AddTokenInput> {
  return {
    kind: 'currency.add_token',
    roles: ['admin'],
    input: AddTokenInput,
    preview: async (input) => shown(input, await planToken(parts, input)),
    apply: (input, change) => apply(parts, input, change),
  }
}

function shown(input: AddTokenInput, plan: TokenPlan): ChangePreview {
  const { symbol, chain, profile } = input
  const { facts, contract, unitDecimals, caps } = plan
  const isNew = plan.currencyId === null
  const named = { symbol, chain: chainLabels[chain] }
  const { name, symbol: own, decimals } = facts
  const amountOf = (text: string) => same(amountInSentence(text, symbol))
  const capsShown = {
    transaction: amountInSentence(caps.transaction, symbol),
    hour: amountInSentence(caps.hour, symbol),
    day: amountInSentence(caps.day, symbol),
  }
  const after = { ...input, contract, unit_decimals: unitDecimals, caps }
  return {
    subject: `currency:${symbol}`,
    title: words(isNew ? 'addTitle' : 'addWayTitle', named),
    lines: [
      ...line('contract', null, same(shownContract(contract))),
      ...line('contractSays', null, words('contractFacts', { name, symbol: own, decimals })),
      ...(profile === undefined ? [] : line('name', null, same(nameOf(profile.name)))),
      ...line('unitDecimals', null, same(String(unitDecimals))),
      ...line('heldMax', null, amountOf(plan.heldMax)),
      ...(profile === undefined ? [] : profileLines(profile, amountOf)),
      ...line('signerCaps', null, words('capsValue', capsShown)),
    ],
    warnings: warningsOf(input, plan),
    isSecondNeeded: true,
    before: { contract: { name, symbol: own, decimals }, currencyId: plan.currencyId },
    after,
  }
}

function profileLines(
  profile: NonNullable<AddTokenInput['profile']>,
  amountOf: (text: string) => ReturnType<typeof same>,
) {
  const { withdrawal_fee: fee, deposit_min: min, travel_rule_limit: limit } = profile
  return [
    ...line('fee', null, amountOf(fee)),
    ...line('depositMin', null, min === null ? words('asSettings') : amountOf(min)),
    ...line('travelLimit', null, limit === null ? words('never') : amountOf(limit)),
  ]
}

function warningsOf({ symbol }: AddTokenInput, plan: TokenPlan): ChangePreview['warnings'] {
  const { facts, unitDecimals, heldMax } = plan
  const supply = chainAmountText(facts.supply, facts.decimals)
  const isMore = facts.supply > BigInt(supplyMax) * 10n ** BigInt(facts.decimals - unitDecimals)
  const amounts = {
    supply: amountInSentence(supply, symbol),
    max: amountInSentence(heldMax, symbol),
  }
  return [
    ...(facts.symbol === symbol ? [] : [words('otherSymbol', { read: facts.symbol, symbol })]),
    ...(isMore ? [words('moreThanHeld', { ...amounts, decimals: unitDecimals })] : []),
    words('forEver'),
    words('strangersCode'),
  ]
}

async function apply(
  parts: CurrencyParts,
  input: AddTokenInput,
  { changeId }: AppliedChange,
): Promise<void> {
  const { database, listing } = parts
  const contract = input.contract.toLowerCase()
  const kept = await findToken(database, input.chain, contract)
  if (kept !== null && kept.changeId !== changeId) throw new Refusal('token.known')
  if (kept === null) {
    const begun = await findProfile(parts, input.symbol)
    if (begun?.changeId === changeId) await goOn(parts, input, { changeId, contract })
    else await add(parts, input, { changeId, contract })
  }
  await listing.reload()
  await parts.refresh()
}

/**
 * Takes up what was cut off: its profile stands, so the contract was read and the signer took it on. Neither
 * is asked again, as what a contract says meanwhile would leave a currency behind that nothing comes in by.
 */
async function goOn(parts: CurrencyParts, input: AddTokenInput, as: Adding): Promise<void> {
  const { changeId } = as
  const id = await listCurrency(parts, { input, unitDecimals: newUnitDecimals(input), changeId })
  await keepToken(parts, input, { ...as, currencyId: id, decimals: input.decimals })
}

type Adding = { readonly changeId: number; readonly contract: string }

async function add(parts: CurrencyParts, input: AddTokenInput, as: Adding): Promise<void> {
  const { unitDecimals, caps, currencyId, facts } = await planToken(parts, input)
  const { decimals } = facts
  await tellSigner(parts, { ...as, input, decimals, caps })
  const { changeId } = as
  const id = currencyId ?? (await listCurrency(parts, { input, unitDecimals, changeId }))
  await keepToken(parts, input, { ...as, currencyId: id, decimals })
}

/** Refuses `token.known` where the contract, or the currency's way, was added by another change meanwhile. */
async function keepToken(
  { database, keys }: CurrencyParts,
  { chain }: AddTokenInput,
  token: Adding & { readonly currencyId: number; readonly decimals: number },
): Promise<void> {
  const sinceHeight = await headOf(database, chain)
  await insertToken(database, keys, { ...token, chain, sinceHeight })
  const kept = await findToken(database, chain, token.contract)
  if (kept?.changeId !== token.changeId) throw new Refusal('token.known')
}

/** The signer first: what it does not take on is not listed. */
async function tellSigner(
  { database, engine, signer, approvalKey }: CurrencyParts,
  of: {
    readonly input: AddTokenInput
    readonly contract: string
    readonly decimals: number
    readonly caps: TokenPlan['caps']
    readonly changeId: number
  },
): Promise<void> {
  const { input, contract, decimals, caps, changeId } = of
  const chainId = evmChains.find(({ name }) => name === input.chain)?.chainId
  const nowMs = Date.now()
  const token: TokenOrder = {
    chain: `evm:${chainId}`,
    currency: input.symbol,
    contract: shownContract(contract),
    decimals,
    ...caps,
    approvedBy: `change:${changeId}`,
    approvedAtMs: nowMs,
    notAfterMs: nowMs + orderLifeMs,
  }
  const asker = { epoch: engine.status().epoch, bookAtLeast: await bookSeen(database) }
  const answer = await signer.addToken(proveToken(approvalKey, token), asker)
  if (answer.status === 'refused') throw new Refusal('token.signer_refused', { code: answer.code })
  // It may have taken it on: asked again it says so.
  if (answer.status === 'unknown') throw new Error(`the signer: ${answer.reason}`)
  await noteBook(database, answer.value.book)
}

/** Gives it a profile and a number, and has the core list it. */
async function listCurrency(
  parts: CurrencyParts,
  of: {
    readonly input: AddTokenInput
    readonly unitDecimals: number
    readonly changeId: number
  },
): Promise<number> {
  const { input, unitDecimals: decimals, changeId } = of
  const { engine, listing } = parts
  const { symbol, profile } = input
  if (profile === undefined) throw new Refusal('token.profile_needed')
  const made = {
    symbol,
    name: nameOf(profile.name),
    kind: 'evm_token',
    color: colorOf(symbol),
    withdrawalFee: profile.withdrawal_fee,
    depositMin: profile.deposit_min,
    travelRuleThreshold: profile.travel_rule_limit,
    isListed: true,
    areDepositsOpen: true,
    areWithdrawalsOpen: true,
  }
  const currencyId = await addProfile(parts, made, changeId)
  if (listing.currency(currencyId) !== undefined) return currencyId
  const units = currencyUnits(supplyMax)
  const command = {
    kind: 'list_currency',
    currencyId,
    code: symbol,
    decimals,
    supplyMax: units,
  } as const
  try {
    await carryOut(engine, command, `currency.add_token:${changeId}`)
  } catch (error) {
    // Of what the core does not list nothing is left behind that keeps its symbol.
    if (error instanceof Refusal) await removeProfile(parts, changeId)
    throw error
  }
  return currencyId
}
