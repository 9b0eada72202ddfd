/** The console's routes for rupiah: queues, cases, proofs of payment, decisions (INV-22). */
import { Readable } from 'node:stream'
import { custodyAccounts } from '@tukar/core'
import { calls, type DeskPreview } from '@tukar/wire'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { type Desk, deskRoute } from '../../../desk/index.ts'
import { createRupiahConsole } from './console-decisions.ts'
import {
  deskDeposit,
  deskDepositRow,
  deskWithdrawal,
  deskWithdrawalRow,
} from './console-figures.ts'
import { deciders } from '../../machine/approvals.ts'
import { parseCaseId } from '../../machine/case-rows.ts'
import { readCaseContext } from '../../machine/case-context.ts'
import * as store from './console-store.ts'
import { findDeposit, hasOpenProof } from '../deposits/deposit-store.ts'
import { pageRows, medianWait } from '../../machine/queue-figures.ts'
import type { RowKind } from '../../machine/row-store.ts'
import type { RupiahMachine } from '../machine.ts'
import type { RupiahDeps } from '../deps.ts'
import { previewDeposit, previewWithdrawal } from './preview.ts'
import { showProof } from '../proofs.ts'
import { wibDayStartMs } from '../../../../platform/time/day.ts'
import { readSteps } from '../../machine/step-store.ts'
import { rupiahId, unitsOf } from '../units.ts'
import { findWithdrawal } from '../withdrawals/withdrawal-store.ts'

const readers = ['support', 'finance', 'risk', 'admin'] as const
/** The shortest interval between reads of the gateway's balance. */
const balanceCachedMs = 5_000

/** Registers the console's routes, and adds their queues to the overview. */
export function registerRupiahConsole(
  http: HttpHost,
  desk: Desk,
  deps: RupiahDeps,
  machine: RupiahMachine,
): void {
  addQueues(desk, deps)
  registerDeposits(http, desk, deps, machine)
  registerWithdrawals(http, desk, deps, machine)
}

function addQueues(desk: Desk, deps: RupiahDeps): void {
  const { database } = deps
  const medianOf = (kind: RowKind) => () => medianWait(database, kind, wibDayStartMs(Date.now()))
  for (const queue of ['waiting', 'unknown'] as const) {
    const read = () => store.withdrawals.count(database, queue)
    const measured = queue === 'waiting' ? { medianWait: medianOf('withdrawal') } : {}
    desk.addQueue({ name: `withdrawals.${queue}`, read, ...measured })
  }
  for (const queue of ['quarantined', 'proof'] as const) {
    const read = () => store.deposits.count(database, queue)
    const measured = queue === 'quarantined' ? { medianWait: medianOf('deposit') } : {}
    desk.addQueue({ name: `deposits.${queue}`, read, ...measured })
  }
  const balance = createCachedBalance(deps)
  desk.setMoney(async () => {
    await deps.engine.waitForProjection(custodyAccounts.bank)
    const gatewayBalance = await balance()
    const { owed, inFlight } = await store.ledgerOf(database, custodyAccounts.bank, rupiahId)
    return { gatewayBalance, ledgerBalance: owed, inFlight }
  })
}

/** Our balance at the gateway, in units; null if it does not answer. */
function createCachedBalance({ gateway }: RupiahDeps): () => Promise<number | null> {
  let cached: { readonly atMs: number; readonly units: number } | null = null
  return async () => {
    if (cached !== null && performance.now() - cached.atMs < balanceCachedMs) return cached.units
    const answer = await gateway.balance()
    cached =
      answer.status === 'done' ? { atMs: performance.now(), units: unitsOf(answer.value) } : null
    return cached?.units ?? null
  }
}

function registerDeposits(
  http: HttpHost,
  desk: Desk,
  deps: RupiahDeps,
  machine: RupiahMachine,
): void {
  const { database } = deps
  const service = createRupiahConsole(deps, machine)
  deskRoute(http, desk, calls.deskDeposits, readers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const found = await store.deposits.page(database, input.queue ?? 'all', page)
    const around = await readCaseContext(database, 'deposit', found.rows)
    const datas = found.rows.map((row) => deskDepositRow(row, around))
    return success(request, { data: { datas, total: found.total, page, rows: pageRows } })
  })

  deskRoute(http, desk, calls.deskDeposit, readers, async ({ request, id }) => {
    const row = await findDeposit(database, parseCaseId(id))
    if (row === null) throw new Refusal('desk.case_unknown')
    const around = await readCaseContext(database, 'deposit', [row])
    const steps = await readSteps(database, 'deposit', [row.rowId])
    const hasFile = (await store.findProof(database, row.rowId)) !== null
    const isProofOpen = await hasOpenProof(database, row.rowId)
    const shown = { ...row, hasFile, isProofOpen }
    const data = deskDeposit(shown, around, steps.get(row.rowId) ?? [])
    return success(request, { data })
  })

  deskRoute(http, desk, calls.deskDepositFile, readers, async ({ reply, operator, id }) => {
    const proof = await showProof(desk, operator, parseCaseId(id))
    // Rendered by us from untrusted bytes, and never executed as one of our pages.
    reply.headers({ 'content-type': proof.mediaType, 'content-disposition': 'attachment' })
    return Readable.from([proof.content])
  })

  deskRoute(http, desk, calls.decideDeposit, deciders, async ({ request, operator, input, id }) => {
    await service.decideDeposit({ operator, rowId: parseCaseId(id), ...input })
    return success(request, {}, { code: 'desk.decided' })
  })

  deskRoute(http, desk, calls.previewDeposit, readers, async ({ request, input, id }) => {
    const data = await previewDeposit(deps, parseCaseId(id), input)
    return success(request, { data: data satisfies DeskPreview })
  })
}

function registerWithdrawals(
  http: HttpHost,
  desk: Desk,
  deps: RupiahDeps,
  machine: RupiahMachine,
): void {
  const { database, limits } = deps
  const service = createRupiahConsole(deps, machine)
  deskRoute(http, desk, calls.deskWithdrawals, readers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const found = await store.withdrawals.page(database, input.queue ?? 'all', page)
    const around = await readCaseContext(database, 'withdrawal', found.rows)
    const datas = found.rows.map((row) => deskWithdrawalRow(row, around, limits.reviewFrom))
    return success(request, { data: { datas, total: found.total, page, rows: pageRows } })
  })

  deskRoute(http, desk, calls.deskWithdrawal, readers, async ({ request, id }) => {
    const row = await findWithdrawal(database, parseCaseId(id))
    if (row === null) throw new Refusal('desk.case_unknown')
    const around = await readCaseContext(database, 'withdrawal', [row])
    const steps = await readSteps(database, 'withdrawal', [row.rowId])
    const data = deskWithdrawal(row, around, steps.get(row.rowId) ?? [], limits.reviewFrom)
    return success(request, { data })
  })

  deskRoute(
    http,
    desk,
    calls.decideWithdrawal,
    deciders,
    async ({ request, operator, input, id }) => {
      await service.decideWithdrawal({ operator, rowId: parseCaseId(id), ...input })
      return success(request, {}, { code: 'desk.decided' })
    },
  )

  deskRoute(http, desk, calls.previewWithdrawal, readers, async ({ request, input, id }) => {
    const data = await previewWithdrawal(deps, parseCaseId(id), input)
    return success(request, { data: data satisfies DeskPreview })
  })
}
