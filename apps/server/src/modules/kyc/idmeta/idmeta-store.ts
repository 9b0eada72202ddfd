/** Verifications of the modal in the database, each bound to its user. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

export type VerificationState = 'created' | 'document' | 'passed'

export type Verification = {
  readonly id: string
  readonly userId: number
  /** The provider's id. */
  readonly providerId: string
  readonly state: VerificationState
  /** The version of the record that the verification belongs to. */
  readonly recordVersion: number
  /** The findings of the document, sealed. */
  readonly sealed: Buffer | null
}

const columns = `id, user_id as "userId", provider_id as "providerId", state,
  record_version as "recordVersion", sealed`
const idGrammar = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A verification that is idle for this long must begin again. */
const lifeMinutes = 60

/** Inserts a verification that the provider has begun. */
export async function insertVerification(
  connection: Connection,
  { id, userId, providerId, recordVersion }: Omit<Verification, 'state' | 'sealed'>,
): Promise<void> {
  await connection.query(
    `insert into kyc.verification (id, user_id, provider_id, record_version)
     values ($1, $2, $3, $4)`,
    [id, userId, providerId, recordVersion],
  )
}

/** A verification of this user; null if it is another user's, too old, or unknown. */
export async function findVerification(
  connection: Connection,
  userId: number,
  id: string,
): Promise<Verification | null> {
  if (!idGrammar.test(id)) return null
  const found = await connection.query<Verification>(
    `select ${columns} from kyc.verification where id = $1 and user_id = $2
       and created_at > now() - make_interval(mins => ${lifeMinutes})`,
    [id, userId],
  )
  return found.rows[0] ?? null
}

/** Stores the findings of the document for this version of the record; false if the verification is over. */
export async function noteDocument(
  transaction: Transaction,
  { id, sealed, recordVersion }: Pick<Verification, 'id' | 'sealed' | 'recordVersion'>,
): Promise<boolean> {
  const noted = await transaction.query(
    `update kyc.verification set state = 'document', sealed = $2, record_version = $3
     where id = $1 and state in ('created', 'document')`,
    [id, sealed, recordVersion],
  )
  return noted.rowCount === 1
}

/** Ends a verification with success, once; its findings are deleted here, because the record has them. */
export async function passVerification(transaction: Transaction, id: string): Promise<boolean> {
  const passed = await transaction.query(
    `update kyc.verification set state = 'passed', sealed = null
     where id = $1 and state = 'document'`,
    [id],
  )
  return passed.rowCount === 1
}

/** The user of a verification by the provider's id; null if it is not ours. */
export async function ownerOf(connection: Connection, providerId: string): Promise<number | null> {
  const found = await connection.query<{ userId: number }>(
    'select user_id as "userId" from kyc.verification where provider_id = $1',
    [providerId],
  )
  return found.rows[0]?.userId ?? null
}

/** Records how the provider's flow ended, the first time alone; false for a repetition. */
export async function endVerification(
  transaction: Transaction,
  providerId: string,
  outcome: 'verified' | 'review' | 'rejected',
): Promise<boolean> {
  const ended = await transaction.query(
    `update kyc.verification set ended_at = now(), outcome = $2
     where provider_id = $1 and ended_at is null`,
    [providerId, outcome],
  )
  return ended.rowCount === 1
}
