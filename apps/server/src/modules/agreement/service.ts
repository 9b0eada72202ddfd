/** The steps from a verified identity to the agreement: personal details, then consent (SRV-31, SRV-32). */
import type { GivenParticulars, IdentityFigures, KycDetails, Particulars } from '@tukar/wire'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import {
  claimNumber,
  filesOf,
  identityOf,
  kycStateOf,
  openJson,
  sealJson,
  vaultFor,
  vaultOf,
} from '../kyc/index.ts'
import { requireApproved } from './eligibility.ts'
import { checkParticulars, maskedParticulars, mergeParticulars } from './particulars.ts'
import {
  countRefusedNumbers,
  hasAgreed,
  hasParticulars,
  insertSealed,
  insertSignature,
  newestSealed,
  refusedNumberEvent,
  savingsOfHour,
} from './store.ts'
import { agreementPage } from './text.ts'

export type AgreementDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly isSimulation: boolean
}

/** Each save is stored, so their number is limited. */
const savingsOfHourMax = 20
/** The field name under which the details are sealed. */
const sealedField = 'particulars'

type Connection = Pick<Database, 'query'>

/**
 * Saves the personal details of a user (SRV-31). Refuses `kyc.required` before the identity check,
 * `agreement.signed` after the consent, `agreement.read_only` and `agreement.field` for an invalid value,
 * `kyc.number_used` for the number of another account, `kyc.too_often` after several of those, and
 * `agreement.too_often`.
 */
export async function saveParticulars(
  { database, keys }: AgreementDeps,
  userId: number,
  given: GivenParticulars,
): Promise<void> {
  requireApproved(await kycStateOf({ database, keys }, userId))
  const isTaken = await inTransaction(database, async (transaction) => {
    await holdPerson(transaction, userId)
    if (await hasAgreed(transaction, keys, userId)) throw new Refusal('agreement.signed')
    if ((await savingsOfHour(transaction, userId)) >= savingsOfHourMax) {
      throw new Refusal('agreement.too_often')
    }
    const identity = await identityOf({ database: transaction, keys }, userId)
    const saved = await savedOf(transaction, keys, userId)
    const particulars = checkParticulars(identity, saved, given, Date.now())
    // A reviewer may approve a user without a known number; the number still belongs to one account alone
    // (SRV-39).
    const isKnown = (identity?.number ?? null) !== null
    if (!isKnown && !(await mayClaim(transaction, keys, userId, particulars.number))) return true
    const vault = await vaultFor(transaction, keys, userId)
    await insertSealed(transaction, userId, sealJson(vault, sealedField, particulars))
    return false
  })
  if (isTaken) throw new Refusal('kyc.number_used')
}

/**
 * The limit of other people's numbers within some days, so that nobody learns which numbers of a list are
 * used.
 */
const refusedMax = 3
const refusedDays = 7
const retryAfterSeconds = 86_400

/**
 * Claims a number, and records the attempt if another account has it. Refuses `kyc.too_often` after several
 * such attempts, whatever the number is.
 */
async function mayClaim(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  number: string,
): Promise<boolean> {
  if ((await countRefusedNumbers(transaction, userId, refusedDays)) >= refusedMax) {
    throw new Refusal('kyc.too_often', {}, retryAfterSeconds)
  }
  if (await claimNumber(transaction, keys, userId, number)) return true
  const event = { accountId: userId, kind: refusedNumberEvent, clientAddress: null }
  await recordSecurityEvent(transaction, event)
  return false
}

export type Consent = {
  readonly userId: number
  readonly language: 'en' | 'id'
  /** The version that the user saw; null if the client did not name one. */
  readonly version: string | null
  readonly clientAddress: string
}

/**
 * Records the consent of a user to the current text, once; a repeated call changes nothing (SRV-32). Refuses
 * `kyc.required`, `agreement.step` before the personal details, and `agreement.changed` if the user saw
 * another text.
 */
export async function agree(
  { database, keys, isSimulation }: AgreementDeps,
  { userId, language, version, clientAddress }: Consent,
): Promise<void> {
  requireApproved(await kycStateOf({ database, keys }, userId))
  const { version: textVersion } = agreementPage(language, isSimulation)
  await inTransaction(database, async (transaction) => {
    await holdPerson(transaction, userId)
    if (await hasAgreed(transaction, keys, userId)) return
    if (!(await hasParticulars(transaction, userId))) throw new Refusal('agreement.step')
    if (version !== null && version !== textVersion) throw new Refusal('agreement.changed')
    await insertSignature(transaction, keys, { userId, textVersion, language })
    await recordSecurityEvent(transaction, {
      accountId: userId,
      kind: 'agreement.signed',
      clientAddress,
      details: { version: textVersion, language },
    })
  })
}

/** Demo people of a simulation have agreed from the start. */
export async function agreeForDemoPerson(
  { database, keys, isSimulation }: AgreementDeps,
  userId: number,
): Promise<void> {
  const { version: textVersion } = agreementPage('en', isSimulation)
  await inTransaction(database, async (transaction) => {
    await holdPerson(transaction, userId)
    if (await hasAgreed(transaction, keys, userId)) return
    await insertSignature(transaction, keys, { userId, textVersion, language: 'en' })
  })
}

/** The verification state and known details of a user, as the user's own profile shows them (DATA-01). */
export async function identityFiguresOf(
  { database, keys }: Pick<AgreementDeps, 'database' | 'keys'>,
  userId: number,
): Promise<IdentityFigures> {
  const state = await kycStateOf({ database, keys }, userId)
  const isApproved = state === 'approved'
  const identity: KycDetails | null =
    state === 'none' ? null : await identityOf({ database, keys }, userId)
  const saved = isApproved ? await savedOf(database, keys, userId) : null
  const files = state === 'none' ? [] : await filesOf(database, userId)
  return {
    isApproved,
    hasAgreed: isApproved && (await hasAgreed(database, keys, userId)),
    verifiedName: isApproved ? (identity?.name ?? null) : null,
    nationality: identity?.nationality ?? null,
    hasDocument: files.some(({ kind }) => kind === 'document'),
    hasVideo: files.some(({ kind }) => kind === 'video'),
    particulars: maskedParticulars(mergeParticulars(identity, saved)),
  }
}

/** The details of a user with whole numbers, for documents of the user. */
export async function findParticulars(
  { database, keys }: Pick<AgreementDeps, 'database' | 'keys'>,
  userId: number,
): Promise<Particulars> {
  const identity = await identityOf({ database, keys }, userId)
  return mergeParticulars(identity, await savedOf(database, keys, userId))
}

async function savedOf(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<GivenParticulars | null> {
  const sealed = await newestSealed(connection, userId)
  if (sealed === null) return null
  // Null after the key was destroyed: the details cannot be read any longer.
  const vault = await vaultOf(connection, keys, userId)
  return vault === null ? null : openJson<GivenParticulars>(vault, sealedField, sealed)
}

/** Locks the user's row until the transaction ends; refuses if the user is deleted. */
async function holdPerson(transaction: Transaction, userId: number): Promise<void> {
  const found = await transaction.query(
    'select 1 from accounts.users where id = $1 and deleted_at is null for no key update',
    [userId],
  )
  if (found.rowCount !== 1) throw new Refusal('session.invalid')
}
