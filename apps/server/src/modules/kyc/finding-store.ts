/** Findings of the identity check: sealed, with the figures for sorting in clear. */
import type { Database } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { refusedFacesMax } from './earlier.ts'
import type { Findings, KycVerdict } from './judgement.ts'
import type { VaultReading } from './deps.ts'
import { openJson, sealJson, vaultFor, vaultOf } from './vault.ts'

export type FindingSource = 'steps' | 'modal'

export type NewFinding = {
  readonly userId: number
  readonly source: FindingSource
  readonly findings: Findings
  readonly verdict: KycVerdict
}

export type KycFinding = NewFinding & { readonly findingId: number; readonly at: Date }

const findingField = 'finding'
/** The number of newest findings that are stored per user, and the number of refused faces. */
const findingsMax = 20

type Connection = Pick<Database, 'query'>

/** Stores a finding, in the caller's transaction. */
export async function saveFinding(
  transaction: Connection,
  { keys }: { readonly keys: Keys },
  { userId, source, findings, verdict }: NewFinding,
): Promise<void> {
  const vault = await vaultFor(transaction, keys, userId)
  const sealed = sealJson(vault, findingField, { findings, reasons: verdict.reasons })
  await transaction.query(
    `insert into kyc.finding (user_id, source, sealed, probability, quality, verdict)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      userId,
      source,
      sealed,
      findings.face?.probability ?? null,
      findings.face?.quality ?? null,
      verdict.decision,
    ],
  )
  await transaction.query(
    `delete from kyc.finding where user_id = $1 and id not in
       (select id from kyc.finding where user_id = $1 order by id desc limit $2)
     and id not in
       (select id from kyc.finding where user_id = $1 and source = 'modal'
          and verdict = 'review' and probability is not null order by id desc limit $3)`,
    [userId, findingsMax, refusedFacesMax + 1],
  )
}

type Row = {
  readonly findingId: number
  readonly source: FindingSource
  readonly sealed: Buffer
  readonly decision: KycVerdict['decision']
  readonly at: Date
}

type Sealed = { readonly findings: Findings; readonly reasons: KycVerdict['reasons'] }

/** The findings of a user, newest first; none if the user's key is destroyed. */
export async function findingsOf(
  { database, keys }: VaultReading,
  userId: number,
): Promise<readonly KycFinding[]> {
  const found = await database.query<Row>(
    `select id as "findingId", source, sealed, verdict as decision, at from kyc.finding
     where user_id = $1 order by id desc`,
    [userId],
  )
  const vault = found.rows.length === 0 ? null : await vaultOf(database, keys, userId)
  if (vault === null) return []
  return found.rows.map(({ sealed, decision, ...row }) => {
    const { findings, reasons } = openJson<Sealed>(vault, findingField, sealed)
    return { ...row, userId, findings, verdict: { decision, reasons } }
  })
}
