/** The routes of rupiah deposits and withdrawals, with their wire names (API-52 to API-58). */
import {
  calls,
  depositFields,
  depositRow,
  rulesData,
  withdrawalFields,
  withdrawalRow,
} from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, languageOf, refuseWith, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { listData, listOf } from '../../../platform/lists/answer.ts'
import { clientOf, hasTwoFactor, securityHoldOf } from '../../accounts/index.ts'
import { commandUuid } from '../../../platform/http/command-id.ts'
import * as deposits from './deposits/deposit-store.ts'
import { depositFigures, withdrawalFigures, withReason } from './figures.ts'
import { registerDepositFile } from './deposits/file-routes.ts'
import type { RupiahDeps } from './deps.ts'
import { wibDayStartMs } from '../../../platform/time/day.ts'
import type { RupiahService } from './service.ts'
import { findAccountPause, isPauseCause, withCurrentPause } from '../machine/request-pause.ts'
import { readSteps } from '../machine/step-store.ts'
import { dailyLimitOf } from '../person-limits.ts'
import { withdrawnSince } from '../withdrawn-proofs.ts'
import { rejectionsOf } from './notifications.ts'
import { rupiahId, rupiahOf } from './units.ts'
import type { Withdrawal } from './withdrawals/withdrawal-row.ts'
import * as withdrawals from './withdrawals/withdrawal-store.ts'

const refusedStatus = 400

/** Registers the routes of users; refusals have status 400 (DEC-135). */
export async function registerRupiahRoutes(
  http: HttpHost,
  deps: RupiahDeps,
  service: RupiahService,
): Promise<void> {
  await http.register(async (scope) => {
    scope.setErrorHandler(refuseWith(refusedStatus))
    registerRules(scope, deps)
    registerDeposits(scope, deps, service)
    registerWithdrawals(scope, deps, service)
    await registerDepositFile(scope, deps)
  })
}

function registerRules(http: HttpHost, deps: RupiahDeps): void {
  const { database, sessions, limits } = deps
  route(http, sessions, calls.rupiahMinDeposit, async ({ request }) => {
    return success(request, { data: rupiahOf(limits.depositMin) })
  })
  route(http, sessions, calls.rupiahPayoutFee, async ({ request }) => {
    return success(request, { data: rupiahOf(limits.payoutFee) })
  })
  route(http, sessions, calls.rupiahRules, async ({ request, userId }) => {
    const dayStartMs = wibDayStartMs(Date.now())
    const person = { userId, currencyId: rupiahId }
    const hold = await securityHoldOf(database, userId, limits.holdHours)
    const { deviceSinceMs } = await sessions.sessionOf(request)
    const data = rulesData({
      deposit: { min: limits.depositMin, max: limits.depositMax },
      withdraw: {
        min: limits.withdrawalMin,
        max: limits.withdrawalMax,
        dailyLimit: await dailyLimitOf(deps, person, limits.withdrawalDaily),
        dailyUsed: await withdrawnSince(database, deps.keys, person, dayStartMs),
        feePpm: deps.feePpm(),
        providerFee: limits.payoutFee,
        reviewFrom: limits.reviewFrom,
        hold: findAccountPause(hold, deviceSinceMs, limits.firstTimeHolds),
      },
      methods: deps.methods,
      gateway: deps.gateway.health().state,
      hasTwoFactor: await hasTwoFactor(database, userId),
    })
    return success(request, { data })
  })
}

/** A request with its `Idempotency-Key`; without one it cannot be repeated safely. */
function requestOf(
  request: FastifyRequest,
  userId: number,
  description: string | null | undefined,
) {
  const requestId = commandUuid(request.headers['idempotency-key'])
  return { userId, requestId, description: description ?? '' }
}

function registerDeposits(http: HttpHost, deps: RupiahDeps, service: RupiahService): void {
  const { database, sessions } = deps
  route(http, sessions, calls.makeDeposit, async ({ request, userId, input }) => {
    const asked = requestOf(request, userId, input.description)
    const amount = input.depoidr_amount ?? input.amount
    const language = languageOf(request)
    const { rowId } = await service.deposit({ ...asked, amount, language })
    const row = await deposits.findOwnDeposit(database, userId, rowId)
    if (row === null) throw new Refusal('deposit.unknown')
    const steps = (await readSteps(database, 'deposit', [rowId])).get(rowId) ?? []
    const code = row.state === 'created' ? 'deposit.waits' : 'deposit.done'
    const fields = { data: depositRow(depositFigures(row, steps)), command_id: asked.requestId }
    return success(request, fields, { code })
  })

  route(http, sessions, calls.deposits, async ({ request, userId, input }) => {
    const list = listOf(input, depositFields, 'id')
    const page = await deposits.listDeposits(database, userId, list)
    const steps = await readSteps(
      database,
      'deposit',
      page.rows.map(({ rowId }) => rowId),
    )
    const data = listData(list, page, (row) =>
      depositRow(depositFigures(row, steps.get(row.rowId) ?? [])),
    )
    return success(request, { data })
  })
}

function registerWithdrawals(http: HttpHost, deps: RupiahDeps, service: RupiahService): void {
  const { database, sessions, limits } = deps
  const rowsOf = async (userId: number, rows: readonly Withdrawal[]) => {
    const steps = await readSteps(
      database,
      'withdrawal',
      rows.map(({ rowId }) => rowId),
    )
    const reasons = await rejectionsOf(database, rows)
    const isFrozen = rows.some(({ cause }) => isPauseCause(cause))
    const hold = isFrozen ? await securityHoldOf(database, userId, limits.holdHours) : null
    return (row: Withdrawal) => {
      return withdrawalRow(
        withdrawalFigures(
          withCurrentPause(row, hold),
          withReason(steps.get(row.rowId) ?? [], reasons.get(row.rowId)),
        ),
      )
    }
  }

  route(http, sessions, calls.withdraw, async ({ request, userId, input }) => {
    const asked = requestOf(request, userId, input.description)
    const row = await service.withdraw({
      ...asked,
      amount: input.amount,
      otp: input.otp ?? input.OTP ?? '',
      factorCode: input.google_secret ?? '',
      shownFee: input.fee ?? null,
      client: clientOf(request),
      session: await sessions.sessionOf(request),
    })
    const rowOf = await rowsOf(userId, [row])
    const fields = { data: rowOf(row), command_id: asked.requestId }
    return success(request, fields, { code: 'withdrawal.done' })
  })

  route(http, sessions, calls.withdrawals, async ({ request, userId, input }) => {
    const list = listOf(input, withdrawalFields, 'id')
    const page = await withdrawals.listWithdrawals(database, userId, list)
    return success(request, { data: listData(list, page, await rowsOf(userId, page.rows)) })
  })

  route(http, sessions, calls.cancelWithdrawal, async ({ request, userId, input }) => {
    await service.cancel(userId, Number(input.id))
    return success(request, {}, { code: 'withdrawal.cancel_done' })
  })

  route(http, sessions, calls.cancelWithdrawalByLink, async ({ request, input }) => {
    await service.cancelByLink(input.token)
    return success(request, {}, { code: 'withdrawal.cancel_done' })
  })
}
