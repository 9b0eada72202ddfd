/** Facts about people that unlock something and are never revoked: a row counts only with its proof. */
import type { Database } from '../database/pool.ts'
import type { Keys } from './keys.ts'
import { provenValues, addFirstProofs, addProof } from './row-proofs.ts'

type Connection = Pick<Database, 'query'>

export type FactKind = 'agreement' | 'verified'

/** People whose rows have a fact, after this id and in order of ids, up to a limit. */
export type FactPage = (
  connection: Connection,
  after: number,
  limit: number,
) => Promise<readonly number[]>

/** People per query. */
const pageRows = 1_000
const provenFact = 'yes'

/** Proves a fact, in the transaction that writes its row. */
export function proveFact(
  connection: Connection,
  keys: Keys,
  kind: FactKind,
  userId: number,
): Promise<void> {
  return addProof(connection, keys, { kind, subject: `${userId}` }, provenFact)
}

/** Whether a fact has a valid proof, whatever its row says. */
export async function isFactProven(
  connection: Connection,
  keys: Keys,
  kind: FactKind,
  userId: number,
): Promise<boolean> {
  return (await provenValues(connection, keys, kind, [`${userId}`])).get(`${userId}`) === provenFact
}

/** Which of these people have a valid proof of a fact, whatever their rows say. */
export async function provenAmong(
  connection: Connection,
  keys: Keys,
  kind: FactKind,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const proven = await provenValues(connection, keys, kind, userIds.map(String))
  return new Set(userIds.filter((userId) => proven.get(`${userId}`) === provenFact))
}

/** Proves facts of rows without any proof: those that are older than proofs. */
export async function proveEarlierFacts(
  connection: Connection,
  keys: Keys,
  kind: FactKind,
  page: FactPage,
): Promise<void> {
  await eachPage(connection, page, async (userIds) => {
    const unsaid = await findUnproven(connection, keys, kind, userIds)
    const rows = unsaid.map((userId) => ({ subject: `${userId}`, says: provenFact }))
    await addFirstProofs(connection, keys, kind, rows)
  })
}

/** People whose rows have a fact without a valid proof. */
export async function unprovenFacts(
  connection: Connection,
  keys: Keys,
  kind: FactKind,
  page: FactPage,
): Promise<readonly number[]> {
  const unproven: number[] = []
  await eachPage(connection, page, async (userIds) => {
    unproven.push(...(await findUnproven(connection, keys, kind, userIds)))
  })
  return unproven
}

async function eachPage(
  connection: Connection,
  page: FactPage,
  work: (userIds: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const userIds = await page(connection, after, pageRows)
    await work(userIds)
    if (userIds.length < pageRows) return
    after = userIds.at(-1) ?? after
  }
}

async function findUnproven(
  connection: Connection,
  keys: Keys,
  kind: FactKind,
  userIds: readonly number[],
): Promise<readonly number[]> {
  const proven = await provenAmong(connection, keys, kind, userIds)
  return userIds.filter((userId) => !proven.has(userId))
}
