/**
 * Adds a token of an EVM chain (ADR 0019). Its contract is read, two operators agree, the signer lists it
 * permanently, and then the core lists its currency. Scanning finds its deposits from the next pass on.
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
import { changeText, texts } from './currency-texts.ts'
import type { CurrencyDeps } from './deps.ts'
import { nameOf, newUnitDecimals, planToken, shownContract, type TokenPlan } from './token-plan.ts'
import { findToken, headOf, insertToken } from './token-store.ts'

const orderLifeMs = 3_600_000

/** Creates the kind of change. */
export function addTokenKind(deps: CurrencyDeps): ChangeKind<AddTokenInput> {
  return {
    kind: 'currency.add_token',
    roles: ['admin'],
    input: AddTokenInput,
    preview: async (input) => shown(input, await planToken(deps, input)),
    apply: (input, change) => apply(deps, input, change),
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
    title: texts(isNew ? 'addTitle' : 'addWayTitle', named),
    lines: [
      ...changeText('contract', null, same(shownContract(contract))),
      ...changeText('contractSays', null, texts('contractFacts', { name, symbol: own, decimals })),
      ...(profile === undefined ? [] : changeText('name', null, same(nameOf(profile.name)))),
      ...changeText('unitDecimals', null, same(String(unitDecimals))),
      ...changeText('heldMax', null, amountOf(plan.heldMax)),
      ...(profile === undefined ? [] : profileLines(profile, amountOf)),
      ...changeText('signerCaps', null, texts('capsValue', capsShown)),
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
    ...changeText('fee', null, amountOf(fee)),
    ...changeText('depositMin', null, min === null ? texts('asSettings') : amountOf(min)),
    ...changeText('travelLimit', null, limit === null ? texts('never') : amountOf(limit)),
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
    ...(facts.symbol === symbol ? [] : [texts('otherSymbol', { read: facts.symbol, symbol })]),
    ...(isMore ? [texts('moreThanHeld', { ...amounts, decimals: unitDecimals })] : []),
    texts('forEver'),
    texts('strangersCode'),
  ]
}

async function apply(
  deps: CurrencyDeps,
  input: AddTokenInput,
  { changeId }: AppliedChange,
): Promise<void> {
  const { database, listing } = deps
  const contract = input.contract.toLowerCase()
  const stored = await findToken(database, input.chain, contract)
  if (stored !== null && stored.changeId !== changeId) throw new Refusal('token.known')
  if (stored === null) {
    const begun = await findProfile(deps, input.symbol)
    if (begun?.changeId === changeId) await resume(deps, input, { changeId, contract })
    else await add(deps, input, { changeId, contract })
  }
  await listing.reload()
  await deps.refresh()
}

/**
 * Resumes an interrupted change. Its profile exists, so the contract was read and the signer listed the
 * token. Neither is asked again: a changed answer of the contract would leave a currency without a token.
 */
async function resume(deps: CurrencyDeps, input: AddTokenInput, as: Adding): Promise<void> {
  const { changeId } = as
  const id = await listCurrency(deps, { input, unitDecimals: newUnitDecimals(input), changeId })
  await storeToken(deps, input, { ...as, currencyId: id, decimals: input.decimals })
}

type Adding = { readonly changeId: number; readonly contract: string }

async function add(deps: CurrencyDeps, input: AddTokenInput, as: Adding): Promise<void> {
  const { unitDecimals, caps, currencyId, facts } = await planToken(deps, input)
  const { decimals } = facts
  await listAtSigner(deps, { ...as, input, decimals, caps })
  const { changeId } = as
  const id = currencyId ?? (await listCurrency(deps, { input, unitDecimals, changeId }))
  await storeToken(deps, input, { ...as, currencyId: id, decimals })
}

/** Refuses `token.known` if another change added the contract, or the currency on this chain. */
async function storeToken(
  { database, keys }: CurrencyDeps,
  { chain }: AddTokenInput,
  token: Adding & { readonly currencyId: number; readonly decimals: number },
): Promise<void> {
  const sinceHeight = await headOf(database, chain)
  await insertToken(database, keys, { ...token, chain, sinceHeight })
  const stored = await findToken(database, chain, token.contract)
  if (stored?.changeId !== token.changeId) throw new Refusal('token.known')
}

/** The signer comes first: a token that it refuses is not listed. */
async function listAtSigner(
  { database, engine, signer, approvalKey }: CurrencyDeps,
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
  // The signer may have listed the token. Asked again, it says so.
  if (answer.status === 'unknown') throw new Error(`the signer: ${answer.reason}`)
  await noteBook(database, answer.value.book)
}

/** Creates its profile and number, and has the core list the currency. */
async function listCurrency(
  deps: CurrencyDeps,
  of: {
    readonly input: AddTokenInput
    readonly unitDecimals: number
    readonly changeId: number
  },
): Promise<number> {
  const { input, unitDecimals: decimals, changeId } = of
  const { engine, listing } = deps
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
  const currencyId = await addProfile(deps, made, changeId)
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
    // If the core refuses the listing, the profile is removed, so that the symbol stays free.
    if (error instanceof Refusal) await removeProfile(deps, changeId)
    throw error
  }
  return currencyId
}
