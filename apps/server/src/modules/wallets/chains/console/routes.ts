/** The console's routes for chains: queues, cases, decisions, custody, and the state of each chain. */
import { calls, type DeskChains, type DeskPreview } from '@tukar/wire'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { type HttpHost, success } from '../../../../platform/http/host.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { type Desk, deskRoute } from '../../../desk/index.ts'
import { deciders } from '../../machine/approvals.ts'
import { parseCaseId } from '../../machine/case-rows.ts'
import { readCaseContext } from '../../machine/case-context.ts'
import { pageRows, medianWait, type QueueCount } from '../../machine/queue-figures.ts'
import { wibDayStartMs } from '../../../../platform/time/day.ts'
import { readSteps } from '../../machine/step-store.ts'
import { judgeAll } from '../custody/custody-watch.ts'
import type { CustodyMemory } from '../custody/custody-memory.ts'
import type { FigureDeps } from '../custody/custody-store.ts'
import type { ChainAsset } from '../chains.ts'
import { type NamedParts, namedPartsOf, noParts } from '../custody/custody-difference.ts'
import { type DecisionDeps, createChainDecisions } from './decisions.ts'
import {
  type ChainWords,
  deskChain,
  deskChainDeposit,
  deskChainDepositRow,
  deskChainWithdrawal,
  deskChainWithdrawalRow,
  deskCustody,
} from './figures.ts'
import * as store from './store.ts'
import { previewChainWithdrawal, type PreviewDeps } from './preview.ts'
import { belowHeightOf, isPassing, steerChain, type SteerDeps } from './steering.ts'

const readers = ['support', 'finance', 'risk', 'admin'] as const
/** The roles that may halt and resume chains. */
const steerers = ['risk', 'admin'] as const

export type ChainConsoleRouteDeps = SteerDeps &
  ChainWords &
  PreviewDeps & {
    readonly database: Database
    readonly keys: Keys
    readonly engine: FigureDeps['engine']
    readonly memory: CustodyMemory
    readonly assets: readonly ChainAsset[]
    /** Whether a simulation tops up the hot wallets. */
    readonly hasLender: boolean
    readonly machine: DecisionDeps
  }

/** Registers the console's routes for chains, and adds their queues to the overview. */
export function registerChainConsole(
  http: HttpHost,
  desk: Desk,
  deps: ChainConsoleRouteDeps,
): void {
  addQueues(desk, deps)
  registerDeposits(http, desk, deps)
  registerWithdrawals(http, desk, deps)
  registerChains(http, desk, deps)
}

function addQueues(desk: Desk, deps: ChainConsoleRouteDeps): void {
  const { database } = deps
  const median = () => medianWait(database, 'chain_withdrawal', wibDayStartMs(Date.now()))
  const waiting = () => store.withdrawals.count(database, 'waiting')
  desk.addQueue({ name: 'chain_withdrawals.waiting', read: waiting, medianWait: median })
  const trouble = () => store.withdrawals.count(database, 'trouble')
  desk.addQueue({ name: 'chain_withdrawals.trouble', read: trouble })
  for (const queue of ['held', 'reversed'] as const) {
    const read = () => store.deposits.count(database, queue)
    desk.addQueue({ name: `chain_deposits.${queue}`, read })
  }
  desk.addQueue({ name: 'chains.stopped', read: () => stoppedOf(deps) })
}

/** The currencies whose payouts are stopped, and the chains that an operator has to resume. */
async function stoppedOf({ database, keys, memory }: ChainConsoleRouteDeps): Promise<QueueCount> {
  const currencies = memory.stopped()
  const chains = await store.readChains(database, keys)
  const halted = chains.filter(({ paused }) => paused !== null && !isPassing(paused))
  return { count: currencies.count + halted.length, oldestAt: currencies.oldestAt }
}

function registerDeposits(http: HttpHost, desk: Desk, deps: ChainConsoleRouteDeps): void {
  const { database } = deps
  const service = createChainDecisions(deps, deps.machine)
  deskRoute(http, desk, calls.deskChainDeposits, readers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const found = await store.deposits.page(database, input.queue ?? 'all', page)
    const around = await readCaseContext(database, 'chain_deposit', found.rows)
    const datas = found.rows.map((row) => deskChainDepositRow(row, around, deps))
    return success(request, { data: { datas, total: found.total, page, rows: pageRows } })
  })

  deskRoute(http, desk, calls.deskChainDeposit, readers, async ({ request, id }) => {
    const row = await store.findDeskChainDeposit(database, parseCaseId(id))
    if (row === null) throw new Refusal('desk.case_unknown')
    const around = await readCaseContext(database, 'chain_deposit', [row])
    const steps = await readSteps(database, 'chain_deposit', [row.rowId])
    const data = deskChainDeposit(row, around, deps, steps.get(row.rowId) ?? [])
    return success(request, { data })
  })

  deskRoute(
    http,
    desk,
    calls.decideChainDeposit,
    deciders,
    async ({ request, operator, input, id }) => {
      await service.decideDeposit({ operator, rowId: parseCaseId(id), ...input })
      return success(request, {}, { code: 'desk.decided' })
    },
  )
}

function registerWithdrawals(http: HttpHost, desk: Desk, deps: ChainConsoleRouteDeps): void {
  const { database } = deps
  const service = createChainDecisions(deps, deps.machine)
  deskRoute(http, desk, calls.deskChainWithdrawals, readers, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const found = await store.withdrawals.page(database, input.queue ?? 'all', page)
    const around = await readCaseContext(database, 'chain_withdrawal', found.rows)
    const datas = found.rows.map((row) => deskChainWithdrawalRow(row, around, deps))
    return success(request, { data: { datas, total: found.total, page, rows: pageRows } })
  })

  deskRoute(http, desk, calls.deskChainWithdrawal, readers, async ({ request, id }) => {
    const row = await store.findDeskChainWithdrawal(database, parseCaseId(id))
    if (row === null) throw new Refusal('desk.case_unknown')
    const around = await readCaseContext(database, 'chain_withdrawal', [row])
    const [steps, txids, address] = await Promise.all([
      readSteps(database, 'chain_withdrawal', [row.rowId]),
      store.txidsOf(database, row.rowId),
      store.addressFactsOf(database, row),
    ])
    const known = { steps: steps.get(row.rowId) ?? [], txids, address }
    return success(request, { data: deskChainWithdrawal(row, around, deps, known) })
  })

  deskRoute(
    http,
    desk,
    calls.decideChainWithdrawal,
    deciders,
    async ({ request, operator, input, id }) => {
      await service.decideWithdrawal({ operator, rowId: parseCaseId(id), ...input })
      return success(request, {}, { code: 'desk.decided' })
    },
  )

  deskRoute(http, desk, calls.previewChainWithdrawal, readers, async ({ request, input, id }) => {
    const data = await previewChainWithdrawal(deps, parseCaseId(id), input)
    return success(request, { data: data satisfies DeskPreview })
  })
}

function registerChains(http: HttpHost, desk: Desk, deps: ChainConsoleRouteDeps): void {
  const { database, keys, assets } = deps
  deskRoute(http, desk, calls.deskChains, readers, async ({ request }) => {
    const [records, judged] = await Promise.all([
      store.readChains(database, keys),
      judgeAll({ ...deps, clock: Date.now }),
    ])
    const chains = await Promise.all(
      records.map(async (row) => deskChain(row, await belowHeightOf(database, row.chain, row))),
    )
    const named = new Map<ChainAsset, NamedParts>()
    for (const asset of assets) named.set(asset, await namedPartsOf(deps, asset))
    const custody = judged.map((one) =>
      deskCustody(one, deps, (asset) => named.get(asset) ?? noParts),
    )
    return success(request, { data: { chains, custody } satisfies DeskChains })
  })

  deskRoute(http, desk, calls.steerChain, steerers, async ({ request, operator, input }) => {
    const { chain, decision, reason, from_height: fromHeight = null } = input
    await steerChain(deps, { operator, chain, decision, reason, fromHeight })
    return success(request, {}, { code: 'desk.steered' })
  })
}
