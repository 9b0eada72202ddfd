/** The console's calls of rupiah: queues, cases, proofs, decisions (INV-22). */
import { Readable } from 'node:stream'
import { custodyAccounts } from '@tukar/core'
import { calls, type DeskPreview } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Desk, deskRoute } from '../../desk/index.ts'
import { createRupiahDesk } from './console.ts'
import { deskDeposit, deskDepositRow, deskWithdrawal, deskWithdrawalRow } from './console-figures.ts'
import { deciders } from '../machine/approvals.ts'
import { caseIdOf } from '../machine/case-rows.ts'
import { surroundingsOf } from '../machine/case-context.ts'
import * as store from './console-store.ts'
import { findDeposit, hasOpenProof } from './deposit-store.ts'
import { deskRows, medianWait } from '../machine/queue-figures.ts'
import type { RowKind } from '../machine/row-store.ts'
import type { RupiahMachine } from './machine.ts'
import type { RupiahParts } from './deps.ts'
import { previewDeposit, previewWithdrawal } from './preview.ts'
import { showProof } from './proofs.ts'
import { wibDayStartMs } from '../../../platform/time/day.ts'
import { stepsOf } from '../machine/step-store.ts'
import { rupiahId, unitsOf } from './units.ts'
import { findWithdrawal } from './withdrawal-store.ts'

const readers = ['support', 'finance', 'risk', 'admin'] as const
/** The gateway is asked for its balance at most so often, whoever looks. */
const balanceKeptMs = 5_000

/** Serves the console's calls and tells its overview what waits. */
export function registerRupiahDesk(
  http: HttpHost,
  desk: Desk,
  parts: RupiahParts,
  machine: RupiahMachine,
): void {
  addQueues(desk, parts)
  registerDeposits(http, desk, parts, machine)
  registerWithdrawals(http, desk, parts, machine)
}

function addQueues(desk: Desk, parts: RupiahParts): void {
  const { database } = parts
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
  const balance = keptBalance(parts)
  desk.setMoney(async () => {
    await parts.engine.waitForProjection(custodyAccounts.bank)
    const gatewayBalance = await balance()
    const { owed, inFlight } = await store.ledgerOf(database, custodyAccounts.bank, rupiahId)
    return { gatewayBalance, ledgerBalance: owed, inFlight }
  })
}

/** What we have at the gateway, in units; null where it does not say. */
function keptBalance({ gateway }: RupiahParts): () => Promise<number | null> {
  let kept: { readonly atMs: number; readonly units: number } | null = null
  return async () => {
    if (kept !== null && performance.now() - kept.atMs < balanceKeptMs) return kept.units
    const answer = await gateway.balance()
    kept =
      answer.status === 'done' ? { atMs: performance.now(), units: unitsOf(answer.value) } : null
    return kept?.units ?? null
  }
}

function registerDeposits(
  http: HttpHost,
  desk: Desk,
  parts: RupiahParts,
  machine: RupiahMachine,
): void {
  const { database } = parts
  const service = createRupiahDesk(parts, machine)
  deskRoute(http, desk, calls.deskDeposits, readers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const found = await store.deposits.page(database, input.queue ?? 'all', page)
    const around = await surroundingsOf(database, 'deposit', found.rows)
    const datas = found.rows.map((row) => deskDepositRow(row, around))
    return success(request, { data: { datas, total: found.total, page, rows: deskRows } })
  })

  deskRoute(http, desk, calls.deskDeposit, readers, async ({ request, id }) => {
    const row = await findDeposit(database, caseIdOf(id))
    if (row === null) throw new Refusal('desk.case_unknown')
    const around = await surroundingsOf(database, 'deposit', [row])
    const steps = await stepsOf(database, 'deposit', [row.rowId])
    const hasFile = (await store.findProof(database, row.rowId)) !== null
    const isProofOpen = await hasOpenProof(database, row.rowId)
    const shown = { ...row, hasFile, isProofOpen }
    const data = deskDeposit(shown, around, steps.get(row.rowId) ?? [])
    return success(request, { data })
  })

  deskRoute(http, desk, calls.deskDepositFile, readers, async ({ reply, operator, id }) => {
    const proof = await showProof(desk, operator, caseIdOf(id))
    // Drawn by us from a stranger's bytes, and never run as a page of ours.
    reply.headers({ 'content-type': proof.mediaType, 'content-disposition': 'attachment' })
    return Readable.from([proof.content])
  })

  deskRoute(http, desk, calls.decideDeposit, deciders, async ({ request, operator, input, id }) => {
    await service.decideDeposit({ operator, rowId: caseIdOf(id), ...input })
    return success(request, {}, { code: 'desk.decided' })
  })

  deskRoute(http, desk, calls.previewDeposit, readers, async ({ request, input, id }) => {
    const data = await previewDeposit(parts, caseIdOf(id), input)
    return success(request, { data: data satisfies DeskPreview })
  })
}

function registerWithdrawals(
  http: HttpHost,
  desk: Desk,
  parts: RupiahParts,
  machine: RupiahMachine,
): void {
  const { database, limits } = parts
  const service = createRupiahDesk(parts, machine)
  deskRoute(http, desk, calls.deskWithdrawals, readers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const found = await store.withdrawals.page(database, input.queue ?? 'all', page)
    const around = await surroundingsOf(database, 'withdrawal', found.rows)
    const datas = found.rows.map((row) => deskWithdrawalRow(row, around, limits.reviewFrom))
    return success(request, { data: { datas, total: found.total, page, rows: deskRows } })
  })

  deskRoute(http, desk, calls.deskWithdrawal, readers, async ({ request, id }) => {
    const row = await findWithdrawal(database, caseIdOf(id))
    if (row === null) throw new Refusal('desk.case_unknown')
    const around = await surroundingsOf(database, 'withdrawal', [row])
    const steps = await stepsOf(database, 'withdrawal', [row.rowId])
    const data = deskWithdrawal(row, around, steps.get(row.rowId) ?? [], limits.reviewFrom)
    return success(request, { data })
  })

  deskRoute(
    http,
    desk,
    calls.decideWithdrawal,
    deciders,
    async ({ request, operator, input, id }) => {
      await service.decideWithdrawal({ operator, rowId: caseIdOf(id), ...input })
      return success(request, {}, { code: 'desk.decided' })
    },
  )

  deskRoute(http, desk, calls.previewWithdrawal, readers, async ({ request, input, id }) => {
    const data = await previewWithdrawal(parts, caseIdOf(id), input)
    return success(request, { data: data satisfies DeskPreview })
  })
}
