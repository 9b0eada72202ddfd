/** What the calls of the verification answer: their exact messages become what the dialog does. */
import { idmetaTexts } from '@tukar/wire'
import type { RawOutcome } from '../api/request.ts'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import type { Cause, Scores } from './modal-steps.ts'

/** Refusals by their exact text, and what is said of them (ERR-09, ERR-10, ERR-13, ERR-14). */
const documentRefusals: Readonly<Record<string, Cause>> = {
  [idmetaTexts.wrongImage]: { kind: 'imageType' },
  [idmetaTexts.unreadable]: { kind: 'unreadable' },
}
const faceRefusals: Readonly<Record<string, Cause>> = {
  [idmetaTexts.noFace]: { kind: 'noFace' },
  [idmetaTexts.smallFace]: { kind: 'smallFace' },
}

const refusedStatus = 422
/** The server has no such verification of this person, or wants the document first. */
const lostStatuses: readonly number[] = [404, 409]

export type Read<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed' | 'lost'; readonly cause: Cause }

/** The id of a new verification; any other message than that it was created is a failure (ERR-08). */
export function readCreated(outcome: RawOutcome): Read<string> {
  if (!outcome.ok) return trouble(outcome)
  const id = textAt(outcome.body, 'verification_id')
  if (textAt(outcome.body, 'message') !== idmetaTexts.created || id === '') return unexpected('')
  return { kind: 'done', value: id }
}

/** Whether a document was taken. */
export function readDocument(outcome: RawOutcome): Read<null> {
  if (!outcome.ok) return refusal(outcome, (message) => documentRefusals[message])
  return textAt(outcome.body, 'message') === idmetaTexts.done
    ? { kind: 'done', value: null }
    : unexpected('')
}

/** The scores of a face that was taken; the three refusals are told apart by their whole text (DEC-59). */
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

/** Both scores of an answer; null where one is missing or no share of 1. */
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

/** A refusal of what was sent: by its text, and as the server says it where the text is none of ours. */
function refusal(outcome: Failed, causeOf: (message: string) => Cause | undefined): Read<never> {
  if (outcome.status !== refusedStatus) return trouble(outcome)
  const message = textAt(outcome.body, 'message') || outcome.message
  if (message === '') return unexpected('')
  return { kind: 'failed', cause: causeOf(message) ?? { kind: 'told', text: message } }
}

/** Anything else is unexpected (ERR-12, ERR-17); the server's own text for it goes along. */
function trouble({ status, message }: Failed): Read<never> {
  const cause: Cause = { kind: 'unexpected', text: message }
  return { kind: lostStatuses.includes(status) ? 'lost' : 'failed', cause }
}

function unexpected(text: string): Read<never> {
  return { kind: 'failed', cause: { kind: 'unexpected', text } }
}

/** The template that verifications are made with, from `GET /config`; empty where it is not told. */
export function readTemplateId(body: JsonRecord): string {
  return textAt(body, 'metaTemplateId') || textAt(recordAt(body, 'data'), 'metaTemplateId')
}

function recordAt(body: JsonRecord, key: string): JsonRecord {
  const value = body[key]
  return isRecord(value) ? value : {}
}
