/**
 * Compares holdings and liabilities repeatedly. A gap or a stale reading stops payouts of that currency, and
 * operators are notified (INV-14).
 */
import type { Engine } from '../../../../engine/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { provenValues, addProof } from '../../../../platform/secrets/row-proofs.ts'
import { audit } from '../../../desk/index.ts'
import { type ChainAsset, type ChainName, chainNames, chainTable } from '../chains.ts'
import { createCustodyAlarm } from './custody-alarm.ts'
import {
  assetsByCurrency,
  type Custody,
  type CustodyFigures,
  type CustodyVerdictName,
  type HoldingsReader,
  isStopping,
  judgeCustody,
  reserveNeeded,
} from './custody.ts'
import {
  type FigureDeps,
  readFigures,
  wakeWaitingForCustody,
  writeReading,
  writeVerdict,
} from './custody-store.ts'
import type { CustodyMemory } from './custody-memory.ts'
import { tipHeight } from '../withdrawals/payment-store.ts'

const checkEveryMs = 30_000
/** After a check that stopped a currency: coins in transit arrive soon. */
const recheckMs = 5_000
/**
 * Only a lasting verdict is reported. For example, coins of a simulation's faucet are mined a little later.
 */
const reportAfterMs = 60_000
/** A simulation's top-up is mined within this time. */
const topUpPendingMs = 60_000

export type CustodyDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'waitForProjection' | 'moment'>
  readonly keys: Keys
  readonly log: Log
  /** Keeps readings and verdicts. */
  readonly memory: CustodyMemory
  readonly assets: readonly ChainAsset[]
  readonly read: HoldingsReader
  /** Simulation: pays a whole coin to the hot wallet for network fees; null in live mode. */
  readonly topUp: ((asset: ChainAsset) => Promise<unknown>) | null
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

export type JudgedCurrency = {
  readonly currencyId: number
  readonly figures: CustodyFigures
  readonly custody: Custody
}

export type CustodyWatch = {
  /** Reads and judges all currencies now; concurrent callers share one pass. */
  runOnce(): Promise<readonly JudgedCurrency[]>
  stop(): Promise<void>
}

/** Checks custody every half minute from now on, and more often while a currency is stopped. */
export function watchCustody(deps: CustodyDeps): CustodyWatch {
  const life = { isStopped: false }
  const topUpReserves = createTopUps(deps)
  const alarm = createCustodyAlarm({ ...deps, hasLender: deps.topUp !== null })
  let running: Promise<readonly JudgedCurrency[]> | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  const runOnce = (): Promise<readonly JudgedCurrency[]> => {
    running ??= judgeOnce(deps).finally(() => {
      running = null
    })
    return running
  }
  const runAndSchedule = async (): Promise<void> => {
    let delayMs = checkEveryMs
    try {
      const judged = await runOnce()
      if (judged.some(({ custody }) => isStopping(custody.verdict))) delayMs = recheckMs
      await topUpReserves(judged)
      await alarm(judged.map(({ figures }) => figures))
    } catch (error) {
      deps.log.warn({ error: String(error) }, 'custody')
    }
    if (!life.isStopped) timer = setTimeout(() => void runAndSchedule(), delayMs)
  }
  void runAndSchedule()
  return {
    runOnce,
    async stop() {
      life.isStopped = true
      if (timer !== null) clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}

/** Tops up missing reserves; waits while an earlier top-up is in transit. */
function createTopUps({ topUp, clock }: CustodyDeps) {
  const toppedUpMs = new Map<number, number>()
  return async (judged: readonly JudgedCurrency[]): Promise<void> => {
    if (topUp === null) return
    for (const { currencyId, figures, custody } of judged) {
      const asset = reserveNeeded(figures, custody)
      const isOnItsWay = clock() - (toppedUpMs.get(currencyId) ?? 0) < topUpPendingMs
      if (asset === null || isOnItsWay) continue
      toppedUpMs.set(currencyId, clock())
      await topUp(asset)
    }
  }
}

/**
 * Judges all currencies by the last readings, without asking any node. Currencies for which the engine does
 * not answer are left out.
 */
export async function judgeAll(
  deps: FigureDeps & Pick<CustodyDeps, 'assets' | 'clock'>,
): Promise<readonly JudgedCurrency[]> {
  const judged: JudgedCurrency[] = []
  for (const [currencyId, own] of assetsByCurrency(deps.assets)) {
    const figures = await readFigures(deps, own)
    if (figures === null) continue
    judged.push({ currencyId, figures, custody: judgeCustody(figures, deps.clock()) })
  }
  return judged
}

/**
 * The last verdicts of the watch, with the figures of that pass. Current liabilities against older readings
 * would show a gap after each new deposit. An unjudged currency never counts as whole.
 */
export async function lastJudged(
  deps: FigureDeps & Pick<CustodyDeps, 'assets' | 'clock' | 'memory'>,
): Promise<readonly (Custody & { readonly currencyId: number })[]> {
  const judgments = deps.memory.judgments()
  const isMissing = [...assetsByCurrency(deps.assets).keys()].some((id) => !judgments.has(id))
  const unjudged = isMissing ? await judgeAll(deps) : []
  const figures = new Map(
    unjudged.map(({ currencyId, custody }) => {
      const verdict = custody.verdict === 'none' ? 'none' : 'stale'
      return [currencyId, { ...custody, verdict } as const]
    }),
  )
  return [...assetsByCurrency(deps.assets).keys()].flatMap((currencyId) => {
    const custody = judgments.get(currencyId) ?? figures.get(currencyId)
    return custody === undefined ? [] : [{ ...custody, currencyId }]
  })
}

async function judgeOnce(deps: CustodyDeps): Promise<readonly JudgedCurrency[]> {
  for (const chain of chainNames) {
    // A fault of one chain leaves its reading old. The other currencies are judged all the same.
    await readChain(deps, chain).catch((error: unknown) => {
      deps.log.error({ chain, error: String(error) }, 'custody reading of a chain not stored')
    })
  }
  // Chains are read before liabilities. A deposit is in the chain long before it is credited, so a new credit
  // never looks like a gap.
  const settled = await Promise.all(
    chainNames.map((chain) => deps.engine.waitForProjection(chainTable[chain].railId)),
  )
  const judged = await judgeAll(deps)
  // Tables that are behind the journal prove nothing. The last verdict stays until it is stale.
  if (!settled.every(Boolean)) return judged
  const lastReported = await provenValues(deps.database, deps.keys, 'custody')
  for (const one of judged)
    await storeVerdict(deps, one, lastReported.get(`${one.currencyId}`) ?? null)
  return judged
}

async function readChain(deps: CustodyDeps, chain: ChainName): Promise<void> {
  const { database, assets, memory, log } = deps
  const tip = await tipHeight(database, chain)
  const holdings = await deps.read(chain).catch((error: unknown) => {
    log.warn({ chain, error: String(error) }, 'reading the custody balances of a chain failed')
    return null
  })
  if (holdings === null) return
  for (const asset of assets.filter((one) => one.chain === chain)) {
    const held = holdings.of.get(asset.contract)
    const { readMs } = holdings
    if (held === undefined) continue
    const reading = { ...held, readMs, tipHeight: tip }
    memory.storeReading(asset, reading)
    await writeReading(database, asset, reading)
  }
}

const reasons: Readonly<Record<CustodyVerdictName, string>> = {
  gap: 'The chains hold less than is owed.',
  stale: 'A chain was not read for too long.',
  whole: 'The chains hold what is owed again.',
  none: 'Nothing is owed.',
}

/**
 * Stores a verdict. A stop or its end is logged and recorded in the audit log once it lasts.
 *
 * @param lastReported the last reported verdict, by any server; it is proven, so neither a restart nor a
 * changed row hides it
 */
async function storeVerdict(
  { database, keys, log, memory }: CustodyDeps,
  { currencyId, custody }: JudgedCurrency,
  lastReported: string | null,
): Promise<void> {
  const { verdict, gap, held, liabilities, inFlight } = custody
  const lastsMs = memory.storeVerdict(currencyId, custody)
  const wasStopping = lastReported === 'gap' || lastReported === 'stale'
  const isNews =
    verdict !== lastReported && (isStopping(verdict) || wasStopping) && lastsMs >= reportAfterMs
  await inTransaction(database, async (transaction) => {
    await writeVerdict(transaction, currencyId, custody)
    if (lastsMs === 0 && !isStopping(verdict)) await wakeWaitingForCustody(transaction, currencyId)
    if (!isNews) return
    await audit.record(transaction, {
      operatorId: null,
      action: `custody.${verdict}`,
      subject: `currency:${currencyId}`,
      reason: reasons[verdict],
      before: { verdict: lastReported },
      after: { verdict, gap, held, liabilities, inFlight },
    })
    await addProof(transaction, keys, { kind: 'custody', subject: `${currencyId}` }, verdict)
  })
  if (!isNews) return
  const figures = { currencyId, gap, held, liabilities, inFlight }
  if (isStopping(verdict)) log.error(figures, `custody: ${reasons[verdict]}`)
  else log.warn(figures, `custody: ${reasons[verdict]}`)
}
