/**
 * Reports when the signer requires more votes than the console asks for. Such a payout could never be signed
 * and would only be refused. The report ends automatically once both agree.
 */
import type { SignerStatus, SignerVoteRule } from '../../../../adapters/signer/index.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Log } from '../../../../platform/logging/log.ts'
import { audit } from '../../../desk/index.ts'
import type { ListedAsset } from '../register.ts'
import { chainAmountText } from '../amount-text.ts'
import {
  coinLimitsOf,
  type LimitedAsset,
  operatorsForReview,
} from '../withdrawals/requests/limits.ts'
import { unitsAbove } from '../withdrawals/signing/signer-limits.ts'

type Asset = LimitedAsset & Pick<ListedAsset, 'symbol'>

export type SignerRulesDeps = {
  readonly database: Database
  readonly log: Pick<Log, 'error' | 'warn'>
  /** Called in each pass, because tokens are added at run time. */
  readonly assets: () => readonly Asset[]
}

/** A difference, with the figure of each side as digits or decimal text. */
export type RuleDifference = {
  /** `signer`, or the symbol of the currency. */
  readonly subject: string
  readonly action: 'signer.needed_differs' | 'signer.from_differs'
  readonly signer: string
  readonly console: string
}

const agreesAction = 'signer.agrees'
const reasons = {
  'signer.needed_differs': 'The signer needs the votes of more operators than the console asks.',
  'signer.from_differs': 'The signer wants votes for less than the console asks operators about.',
} as const

/** The requirements of the signer that the console does not ask operators for. */
export function differencesOf(
  votes: SignerVoteRule | null,
  assets: readonly Asset[],
): readonly RuleDifference[] {
  if (votes === null) return []
  const found: RuleDifference[] = []
  if (votes.needed > operatorsForReview) {
    const figures = { signer: `${votes.needed}`, console: `${operatorsForReview}` }
    found.push({ subject: 'signer', action: 'signer.needed_differs', ...figures })
  }
  const currencies = new Map(assets.map((asset) => [asset.currencyId, asset]))
  for (const asset of currencies.values()) {
    const difference = limitDifference(votes, asset, assets)
    if (difference !== null) found.push(difference)
  }
  return found
}

function limitDifference(
  { from }: SignerVoteRule,
  { currencyId, symbol, unitDecimals }: Asset,
  assets: readonly Asset[],
): RuleDifference | null {
  const limit = from.get(symbol)
  const limits = coinLimitsOf({ assets }, currencyId)
  if (limit === undefined || limits === undefined) return null
  if (unitsAbove(limit, unitDecimals) >= BigInt(limits.reviewFrom)) return null
  const figures = {
    signer: limit,
    console: chainAmountText(BigInt(limits.reviewFrom), unitDecimals),
  }
  return { subject: `currency:${currencyId}`, action: 'signer.from_differs', ...figures }
}

/**
 * Creates the comparison. It receives the signer's status in each pass, and records in the audit log when a
 * difference starts and ends.
 */
export function createSignerRules({
  database,
  log,
  assets,
}: SignerRulesDeps): (status: Pick<SignerStatus, 'votes'>) => Promise<void> {
  /** The recorded differences by subject; null before the audit log was read. */
  let recorded: Map<string, string> | null = null
  return async ({ votes }) => {
    const listed = assets()
    recorded ??= await lastRecorded(database, listed)
    const found = differencesOf(votes, listed)
    for (const difference of found) {
      const { subject, action, signer, console } = difference
      const text = textOf(difference)
      if (recorded.get(subject) === text) continue
      log.error({ subject, signer, console }, reasons[action])
      await note(database, { action, subject, reason: reasons[action], after: { signer, console } })
      recorded.set(subject, text)
    }
    const differing = new Set(found.map(({ subject }) => subject))
    for (const subject of [...recorded.keys()].filter((one) => !differing.has(one))) {
      log.warn({ subject }, 'the signer and the console agree on votes again')
      await note(database, { action: agreesAction, subject, reason: '', after: {} })
      recorded.delete(subject)
    }
  }
}

type Noted = {
  readonly action: string
  readonly subject: string
  readonly reason: string
  readonly after: object
}

function note(database: Database, noted: Noted): Promise<unknown> {
  return inTransaction(database, (transaction) =>
    audit.record(transaction, { operatorId: null, ...noted }),
  )
}

type Figures = Pick<RuleDifference, 'action' | 'signer' | 'console'>

function textOf({ action, signer, console }: Figures): string {
  return JSON.stringify([action, signer, console])
}

/** Reads the differences in the audit log that have not ended. */
async function lastRecorded(
  database: Database,
  assets: readonly Asset[],
): Promise<Map<string, string>> {
  const subjects = ['signer', ...assets.map(({ currencyId }) => `currency:${currencyId}`)]
  const found = await database.query<
    Pick<RuleDifference, 'subject'> & {
      readonly action: RuleDifference['action'] | typeof agreesAction
      readonly after: Pick<RuleDifference, 'signer' | 'console'>
    }
  >(
    `select distinct on (subject) subject, action, after from desk.audit_entry
     where subject = any($1) and action = any($2) and operator_id is null
     order by subject, no desc`,
    [subjects, [...Object.keys(reasons), agreesAction]],
  )
  return new Map(
    found.rows.flatMap(({ subject, action, after }) =>
      action === agreesAction ? [] : [[subject, textOf({ action, ...after })] as const],
    ),
  )
}
