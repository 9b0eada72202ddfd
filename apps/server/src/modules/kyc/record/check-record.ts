/**
 * One automatic check of a submitted record: the findings of the identity check, and the verdict about them.
 * An interrupted check is repeated: only its last transaction changes anything, and only if the record has
 * not changed meanwhile (FLT-37).
 */
import type { KycDetails } from '@tukar/wire'
import type { Answer, IdentityCheck } from '../../../adapters/identity-check/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { decide } from './decide.ts'
import { earlierOf } from '../earlier.ts'
import { readFileOf } from '../file-store.ts'
import { saveFinding } from '../finding-store.ts'
import { detailsField, openedDetails } from '../identity.ts'
import { type Findings, judgeFindings, readNumber, type KycVerdict } from '../judgement.ts'
import { isAnyNumberUsed } from './number.ts'
import type { KycDeps } from '../deps.ts'
import { changeRecord, findRecord, type KycRecord, lockRecord } from './record-store.ts'
import { numberIndexOf, sealJson, vaultFor } from '../vault.ts'

/** The outcome of a check: decided, to be repeated later, or nothing to do. */
export type CheckOutcome = 'decided' | 'later' | 'nothing'

/** How often a check may begin again because the identity check lost the verification. */
const restartsMax = 2

/** After this many checks without an answer, more than half an hour, an operator reviews the case. */
const checksMax = 15
/** The findings if nothing could be checked. */
const noFindings: Findings = { document: null, face: null, refusal: null }

/** Checks a user's record, judges the findings and stores the verdict. */
export async function checkRecord(deps: KycDeps, userId: number): Promise<CheckOutcome> {
  const record = await findRecord(deps.database, userId)
  if (record === null || record.state !== 'submitted' || record.isEnded) return 'nothing'
  const isLast = record.attempts >= checksMax
  /** A record that cannot be decrypted is retried as often as an unanswered check. */
  const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (!isLast) throw error
      deps.log.error(
        { error: String(error) },
        'identity data cannot be read, an operator must review the case',
      )
      return null
    }
  }
  const details = await orNull(openedDetails(deps, record))
  const found = await orNull(find(deps, record, details))
  if (found === null && !isLast) return 'later'
  const findings = found ?? noFindings
  return (await conclude(deps, record, details, findings)) ? 'decided' : 'nothing'
}

/** Calls the identity check; null if it must be called again later. */
async function find(
  deps: KycDeps,
  { userId }: KycRecord,
  details: KycDetails | null,
): Promise<Findings | null> {
  const [front, back, still] = await Promise.all([
    readFileOf(deps, userId, 'document'),
    readFileOf(deps, userId, 'document_back'),
    readFileOf(deps, userId, 'still'),
  ])
  // Without details or document there is nothing to compare: an operator reviews the case.
  if (details === null || front === null) return noFindings
  const pictures = {
    front: front.content,
    back: back?.content ?? null,
    face: still?.content ?? null,
  }
  for (let restarts = 0; restarts <= restartsMax; restarts++) {
    const result = await requestCheck(deps, userId, details, pictures)
    if (result !== 'begin_anew') return result
  }
  return null
}

type Pictures = {
  readonly front: Buffer
  readonly back: Buffer | null
  readonly face: Buffer | null
}

async function requestCheck(
  { check, templateId }: Pick<KycDeps, 'check' | 'templateId'>,
  userId: number,
  { name, number, birthDate }: KycDetails,
  { front, back, face }: Pictures,
): Promise<Findings | null | 'begin_anew'> {
  const expected = { name, number, birthDate }
  const begun = await check.createVerification({
    templateId,
    reference: `person-${userId}`,
    expected,
  })
  if (begun.status !== 'done') return null
  const about = { templateId, verificationId: begun.value.verificationId }
  const document = await check.checkDocument({ ...about, front, back })
  if (document.status === 'refused') return { ...noFindings, refusal: document.message }
  if (document.status !== 'done') return missed(document)
  if (face === null) return { document: document.value, face: null, refusal: null }
  return withFace(await check.checkFace({ ...about, image: face }), document.value)
}

function withFace(
  answer: Awaited<ReturnType<IdentityCheck['checkFace']>>,
  document: NonNullable<Findings['document']>,
): Findings | null | 'begin_anew' {
  if (answer.status === 'done') return { document, face: answer.value, refusal: null }
  if (answer.status !== 'refused') return missed(answer)
  const { message: refusal, probability, quality } = answer
  const isCompared = probability !== undefined && quality !== undefined
  return { document, face: isCompared ? { probability, quality } : null, refusal }
}

/** A lost verification begins again at once; a missing answer is retried later. */
function missed({ status }: Answer<unknown>): null | 'begin_anew' {
  return status === 'absent' ? 'begin_anew' : null
}

/** Stores the findings and the verdict; false if the record changed meanwhile. */
function conclude(
  deps: KycDeps,
  checkedRecord: KycRecord,
  details: KycDetails | null,
  findings: Findings,
): Promise<boolean> {
  const { database, keys, thresholds, machineApproves, clock } = deps
  const { userId } = checkedRecord
  return inTransaction(database, async (transaction) => {
    const record = await lockRecord(transaction, userId)
    if (record === null || record.version !== checkedRecord.version || record.isEnded) return false
    const typed = details?.number ?? null
    const { document } = findings
    const read = document === null ? null : readNumber(document)
    // The typed number and the number on the document both count, so that typing another number hides
    // nothing.
    const numbers = [typed, read?.number ?? null]
    const used = await isAnyNumberUsed(transaction, keys, userId, numbers)
    const birthDate = details?.birthDate ?? null
    const { isRejected, isSuspicious } = await earlierOf(transaction, userId)
    const expected = {
      birthDate,
      gender: details?.gender ?? null,
      isSuspicious,
      isNumberTyped: typed !== null,
      isNumberUsed: used,
      nowMs: clock(),
    }
    const verdict = judgeFindings(findings, expected, thresholds)
    await saveFinding(transaction, deps, { userId, source: 'steps', findings, verdict })
    if (details !== null && typed === null && read !== null) {
      const vault = await vaultFor(transaction, keys, userId)
      await changeRecord(transaction, record, {
        details: sealJson(vault, detailsField, { ...details, ...read }),
        number_index: numberIndexOf(keys, read.number),
      })
    }
    await decide(transaction, deps, {
      userId,
      actor: 'machine',
      ...outcomeOf(verdict, machineApproves && !isRejected),
    })
    return true
  })
}

/** Approves automatically if allowed; everything else goes to an operator. */
function outcomeOf({ decision, reasons }: KycVerdict, machineApproves: boolean) {
  return decision === 'approve' && machineApproves
    ? ({ decision: 'approve', reason: null } as const)
    : ({ decision: 'review', reason: reasons[0] ?? null } as const)
}
