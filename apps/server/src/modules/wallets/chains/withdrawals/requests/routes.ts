/** The routes of coin withdrawals, with their wire names (API-60, 61, 63, 75, 76). */
import {
  bitcoinWithdrawalFields,
  bitcoinWithdrawalRow,
  calls,
  type ChainWithdrawalFigures,
  chainWithdrawalFields,
  chainWithdrawalRow,
  chainWithdrawalRulesData,
  type InputOf,
} from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { addressKey } from '../../../../../adapters/evm/index.ts'
import { type HttpHost, refuseWith, success } from '../../../../../platform/http/host.ts'
import { Refusal } from '../../../../../platform/http/refusal.ts'
import { route } from '../../../../../platform/http/route.ts'
import { createKeyedLimit } from '../../../../../platform/limits/keyed-limit.ts'
import { listData, listOf } from '../../../../../platform/lists/answer.ts'
import { clientOf, hasTwoFactor, securityHoldOf } from '../../../../accounts/index.ts'
import { commandUuid } from '../../../../../platform/http/command-id.ts'
import { findAccountPause, isPauseCause, withCurrentPause } from '../../../machine/request-pause.ts'
import { readSteps } from '../../../machine/step-store.ts'
import { dailyLimitOf } from '../../../person-limits.ts'
import type { ListedAsset } from '../../register.ts'
import { chainWithdrawalFigures } from '../figures.ts'
import { coinLimitsOf } from './limits.ts'
import { findOwn, type ListedWithdrawal, listChainWithdrawals } from './list-store.ts'
import type { ChainWithdrawalDeps } from '../deps.ts'
import { withdrawnOfDay } from '../../../withdrawn-proofs.ts'
import { findChainHalt } from '../../tracking/halts.ts'
import { feeOf, payableAddress } from './rules.ts'
import type { ChainWithdrawalRequest, ChainWithdrawalService } from './service.ts'
import { rejectionOf } from '../notifications.ts'

const refusedStatus = 400
const asksAtOnce = 30
const asksPerSecond = 1 / 3
const usersMax = 100_000

/** Registers the routes of users; refusals have status 400 (DEC-135). */
export async function registerChainWithdrawalRoutes(
  http: HttpHost,
  deps: ChainWithdrawalDeps,
  service: ChainWithdrawalService,
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(refuseWith(refusedStatus))
    registerRequests(scope, deps, service)
    registerLists(scope, deps)
    registerCancels(scope, deps, service)
    registerRules(scope, deps)
    registerPayeeCheck(scope, deps)
  })
}

type Common = InputOf<typeof calls.withdrawBitcoin>

/** A request with its `Idempotency-Key`; without one it cannot be repeated safely. */
async function requestOf(
  { sessions }: ChainWithdrawalDeps,
  request: FastifyRequest,
  asked: { readonly userId: number; readonly asset: ListedAsset },
  input: Common,
): Promise<ChainWithdrawalRequest> {
  return {
    ...asked,
    requestId: commandUuid(request.headers['idempotency-key']),
    amount: input.amount,
    toAddress: input.withdraw_to,
    receiverName: input.to_name,
    receiverAddress: input.to_home_address,
    shownFee: input.fee ?? null,
    otp: input.OTP ?? input.otp ?? '',
    factorCode: input.google_secret ?? '',
    client: clientOf(request),
    session: await sessions.sessionOf(request),
  }
}

/** Chain, currency, id and contract must agree (SRV-76). */
function evmAssetOf(
  { register }: ChainWithdrawalDeps,
  input: InputOf<typeof calls.withdrawEvmCoin>,
  contract: string | null,
): ListedAsset {
  const asset = register.assets.find(
    (one) =>
      one.chainId !== null &&
      one.chainId === Number(input.chain_id) &&
      one.symbol === input.currency.toUpperCase() &&
      one.currencyId === Number(input.ccurrency_table_id) &&
      one.contract === (contract === null ? null : addressKey(contract)),
  )
  if (asset === undefined) throw new Refusal('coin.unknown')
  return asset
}

function registerRequests(
  http: HttpHost,
  deps: ChainWithdrawalDeps,
  service: ChainWithdrawalService,
): void {
  const { sessions, register } = deps
  const made = async (asked: ChainWithdrawalRequest) => {
    const { rowId } = await service.withdraw(asked)
    const figures = await ownFigures(deps, asked.userId, rowId)
    if (figures === null) throw new Refusal('withdrawal.unknown')
    return figures
  }
  route(http, sessions, calls.withdrawEvmCoin, async ({ request, userId, input }) => {
    const asset = evmAssetOf(deps, input, null)
    const asked = await requestOf(deps, request, { userId, asset }, input)
    const fields = { data: chainWithdrawalRow(await made(asked)), command_id: asked.requestId }
    return success(request, fields, { code: 'coin.sent_evm' })
  })
  route(http, sessions, calls.withdrawEvmToken, async ({ request, userId, input }) => {
    const asset = evmAssetOf(deps, input, input.contract_address)
    const asked = await requestOf(deps, request, { userId, asset }, input)
    const fields = { data: chainWithdrawalRow(await made(asked)), command_id: asked.requestId }
    return success(request, fields, { code: 'coin.sent_evm' })
  })
  route(http, sessions, calls.withdrawBitcoin, async ({ request, userId, input }) => {
    const asset = register.assets.find(({ chain }) => chain === 'bitcoin')
    if (asset === undefined) throw new Refusal('coin.unknown')
    const asked = await requestOf(deps, request, { userId, asset }, input)
    const fields = { data: bitcoinWithdrawalRow(await made(asked)), command_id: asked.requestId }
    return success(request, fields, { code: 'coin.sent_bitcoin' })
  })
}

async function ownFigures(
  deps: ChainWithdrawalDeps,
  userId: number,
  rowId: number,
): Promise<ChainWithdrawalFigures | null> {
  const row = await findOwn(deps.database, userId, rowId)
  if (row === null) return null
  const [figures] = await figuresOf(deps, userId, [row])
  return figures ?? null
}

async function figuresOf(
  deps: ChainWithdrawalDeps,
  userId: number,
  rows: readonly ListedWithdrawal[],
): Promise<readonly ChainWithdrawalFigures[]> {
  const { database, holdHours } = deps
  const rowIds = rows.map(({ rowId }) => rowId)
  const steps = await readSteps(database, 'chain_withdrawal', rowIds)
  const isFrozen = rows.some(({ cause }) => isPauseCause(cause))
  const hold = isFrozen ? await securityHoldOf(database, userId, holdHours) : null
  const all: ChainWithdrawalFigures[] = []
  for (const row of rows) {
    const reason = await rejectionOf(database, row)
    const withReasons = (steps.get(row.rowId) ?? []).map((step) =>
      step.state === 'canceled' && reason !== '' ? { ...step, reason } : step,
    )
    const figures = chainWithdrawalFigures(deps, withCurrentPause(row, hold), withReasons)
    if (figures !== null) all.push(figures)
  }
  return all
}

function registerLists(http: HttpHost, deps: ChainWithdrawalDeps): void {
  const { database, sessions } = deps
  route(http, sessions, calls.chainWithdrawals, async ({ request, userId, input }) => {
    const list = listOf(input, chainWithdrawalFields, 'id')
    const page = await listChainWithdrawals(database, { userId, isBitcoin: false }, list)
    const rows = await figuresOf(deps, userId, page.rows)
    return success(request, { data: listData(list, { ...page, rows }, chainWithdrawalRow) })
  })
  route(http, sessions, calls.bitcoinWithdrawals, async ({ request, userId, input }) => {
    const list = listOf(input, bitcoinWithdrawalFields, 'id')
    const page = await listChainWithdrawals(database, { userId, isBitcoin: true }, list)
    const rows = await figuresOf(deps, userId, page.rows)
    return success(request, { data: listData(list, { ...page, rows }, bitcoinWithdrawalRow) })
  })
}

function registerCancels(
  http: HttpHost,
  deps: ChainWithdrawalDeps,
  service: ChainWithdrawalService,
): void {
  const { sessions } = deps
  route(http, sessions, calls.cancelChainWithdrawal, async ({ request, userId, input }) => {
    await service.cancel(userId, Number(input.id))
    return success(request, {}, { code: 'withdrawal.cancel_done' })
  })
  route(http, sessions, calls.cancelChainWithdrawalByLink, async ({ request, input }) => {
    await service.cancelByLink(input.token)
    return success(request, {}, { code: 'withdrawal.cancel_done' })
  })
  route(http, sessions, calls.chainWithdrawalOfLink, async ({ request, input }) => {
    const { userId, rowId } = await service.ofLink(input.token)
    const figures = await ownFigures(deps, userId, rowId)
    if (figures === null) throw new Refusal('withdrawal.link_used')
    // The link shows the withdrawal without its receiver.
    const shown = { ...figures, receiverName: null, receiverAddress: null, steps: [] }
    return success(request, { data: chainWithdrawalRow(shown) })
  })
}

/** Checks an address before the user requests a code. */
function registerPayeeCheck(http: HttpHost, deps: ChainWithdrawalDeps): void {
  const { sessions, register, gate } = deps
  const mayAsk = createKeyedLimit<number>(asksAtOnce, asksPerSecond, usersMax)
  route(http, sessions, calls.checkPayee, async ({ request, userId, input }) => {
    // A rate limit, so that users cannot probe which addresses are ours.
    if (!mayAsk(userId, performance.now())) throw new Refusal('request.rate')
    await gate.requireFor(userId, 'withdraw')
    const symbol = input.currency.toUpperCase()
    const asset = register.assets.find(
      (one) => one.symbol === symbol && one.chain === input.chain.toLowerCase(),
    )
    if (asset === undefined) throw new Refusal('coin.unknown')
    const address = await payableAddress(deps, asset, input.withdraw_to)
    return success(request, { data: { withdraw_to: address } })
  })
}

function registerRules(http: HttpHost, deps: ChainWithdrawalDeps): void {
  const { database, sessions, register, holdHours } = deps
  route(http, sessions, calls.chainWithdrawalRules, async ({ request, userId, input }) => {
    const symbol = input.currency.toUpperCase()
    const ways = register.assets.filter((asset) => asset.symbol === symbol)
    const [first] = ways
    const limits = first === undefined ? undefined : coinLimitsOf(register, first.currencyId)
    if (first === undefined || limits === undefined) throw new Refusal('coin.unknown')
    const person = { userId, currencyId: first.currencyId }
    const used = await withdrawnOfDay(database, deps.keys, person)
    const hold = await securityHoldOf(database, userId, holdHours)
    const { deviceSinceMs } = await sessions.sessionOf(request)
    const options = await Promise.all(
      ways.map(async (way) => {
        const { chain, chainId, contract } = way
        const pause = await findChainHalt(database, deps.keys, chain)
        // An unused chain starts with the first withdrawal.
        const isPaused = !way.isPayable || (pause !== null && pause !== 'never_looked')
        return { chain, chainId, contract, fee: feeOf(way), isPaused }
      }),
    )
    const data = chainWithdrawalRulesData({
      decimals: first.unitDecimals,
      min: limits.min,
      max: limits.max,
      dailyLimit: await dailyLimitOf(deps, person, limits.daily),
      dailyUsed: used,
      travelLimit: first.travelLimit,
      travelUsed: used,
      isReceiverAlwaysNeeded: deps.isReceiverAlwaysNeeded || first.chain === 'bitcoin',
      reviewFrom: limits.reviewFrom,
      hold: findAccountPause(hold, deviceSinceMs, deps.firstTimeHolds),
      hasTwoFactor: await hasTwoFactor(database, userId),
      options,
    })
    return success(request, { data })
  })
}
