/** Converts the answers of the verification calls, by their exact messages, to results of the dialog. */
import { idmetaTexts } from '@tukar/wire'
import type { RawOutcome } from '../../api/request.ts'
import { isRecord, type JsonRecord, textAt } from '../../api/json.ts'
import type { Cause, Scores } from './modal-steps.ts'

/** The causes of refusals by their exact text (ERR-09, ERR-10, ERR-13, ERR-14). */
const documentRefusals: Readonly<Record<string, Cause>> = {
  [idmetaTexts.wrongImage]: { kind: 'imageType' },
  [idmetaTexts.unreadable]: { kind: 'unreadable' },
}
const faceRefusals: Readonly<Record<string, Cause>> = {
  [idmetaTexts.noFace]: { kind: 'noFace' },
  [idmetaTexts.smallFace]: { kind: 'smallFace' },
}

const refusedStatus = 422
/** The user has no such verification, or the document must be sent first. */
const lostStatuses: readonly number[] = [404, 409]

export type Read<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed' | 'lost'; readonly cause: Cause }

/** The id of a new verification; any message other than the expected one is a failure (ERR-08). */
export function readCreated(outcome: RawOutcome): Read<string> {
  if (!outcome.ok) return unexpectedFailure(outcome)
  const id = textAt(outcome.body, 'verification_id')
  if (textAt(outcome.body, 'message') !== idmetaTexts.created || id === '') return unexpected('')
  return { kind: 'done', value: id }
}

/** Whether a document was accepted. */
export function readDocument(outcome: RawOutcome): Read<null> {
  if (!outcome.ok) return refusal(outcome, (message) => documentRefusals[message])
  return textAt(outcome.body, 'message') === idmetaTexts.done
    ? { kind: 'done', value: null }
    : unexpected('')
}

/** The scores of an accepted face; the three refusals differ by their whole text only (DEC-59). */
export function readFace(outcome: RawOutcome): Read<Scores> {
  if (!outcome.ok) {
    return refusal(outcome, (message) =>
      message === idmetaTexts.otherFace
        ? { kind: 'lowProbability', scores: readScores(outcome.body) }
        : faceRefusals[message],
    )
  }
  const scores = readScores(outcome.body)
  const isOk = textAt(outcome.body, 'message') === idmetaTexts.done
  return isOk && scores !== null ? { kind: 'done', value: scores } : unexpected('')
}

/** The scores of an answer; null if one is missing or not between 0 and 1. */
function readScores(body: JsonRecord): Scores | null {
  const result = recordAt(body, 'result')
  const probability = shareAt(result, 'probability')
  const quality = shareAt(result, 'quality')
  return probability === null || quality === null ? null : { probability, quality }
}

function shareAt(record: JsonRecord, key: string): number | null {
  const text = textAt(record, key)
  const share = Number(text)
  return text !== '' && share >= 0 && share <= 1 ? share : null
}

type Failed = Extract<RawOutcome, { readonly ok: false }>

/** Converts a refusal by its text; an unknown text is shown as the server sent it. */
function refusal(outcome: Failed, causeOf: (message: string) => Cause | undefined): Read<never> {
  if (outcome.status !== refusedStatus) return unexpectedFailure(outcome)
  const message = textAt(outcome.body, 'message') || outcome.message
  if (message === '') return unexpected('')
  return { kind: 'failed', cause: causeOf(message) ?? { kind: 'told', text: message } }
}

/** Any other failure is unexpected (ERR-12, ERR-17); the server's text is included. */
function unexpectedFailure({ status, message }: Failed): Read<never> {
  const cause: Cause = { kind: 'unexpected', text: message }
  return { kind: lostStatuses.includes(status) ? 'lost' : 'failed', cause }
}

function unexpected(text: string): Read<never> {
  return { kind: 'failed', cause: { kind: 'unexpected', text } }
}

/** The template of verifications, from `GET /config`; empty if it is missing. */
export function readTemplateId(body: JsonRecord): string {
  return textAt(body, 'metaTemplateId') || textAt(recordAt(body, 'data'), 'metaTemplateId')
}

function recordAt(body: JsonRecord, key: string): JsonRecord {
  const value = body[key]
  return isRecord(value) ? value : {}
}
