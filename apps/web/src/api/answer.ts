/** What an answer of the exchange means: told by its status and its body, apart from how it came. */
import { protocolTexts } from '@tukar/wire'
import { isRecord, type JsonRecord, textAt } from './json.ts'

/**
 * Why a call brought nothing. `refused` is the exchange's own no; `broken` is an answer that says nothing
 * about what was asked: a server that failed, or text that is not the exchange's.
 */
export type FailureKind =
  | 'refused'
  | 'broken'
  | 'session'
  | 'role'
  | 'rate'
  | 'maintenance'
  | 'busy'
  | 'network'

/** What every failed call tells; `message` is the server's own text, or empty. */
export type Failure = {
  readonly ok: false
  readonly kind: FailureKind
  readonly status: number
  readonly code: string
  readonly params: JsonRecord
  readonly message: string
  readonly requestId: string
  /** What the answer said besides, as it came. */
  readonly body: JsonRecord
  /** It answers a repeat: what was sent before it got no answer, and may have been done. */
  readonly isOfRepeat?: true
}

export type RawOutcome = { readonly ok: true; readonly body: JsonRecord } | Failure

/** Statuses from here on tell of a server that failed. */
const serverFailed = 500

/** Reads an answer; a body that is no JSON object is an empty one. */
export function readAnswer(status: number, body: JsonRecord): RawOutcome {
  const success = body['success']
  // The contract says 1; some servers say true (DEC-135).
  const isSuccess = success === 1 || success === true || success === '1'
  if (status >= 200 && status < 300 && isSuccess) return { ok: true, body }
  return failure(findFailureKind(status, body), status, body)
}

function findFailureKind(status: number, body: JsonRecord): FailureKind {
  // Compared and never shown as it is (DEC-03).
  if (body['msg'] === protocolTexts.maintenance) return 'maintenance'
  switch (status) {
    case 401:
      return 'session'
    case 403:
      return 'role'
    case 429:
      return 'rate'
    case 502:
    case 503:
    case 504:
      return 'busy'
    default:
      return status >= serverFailed || body['success'] === undefined ? 'broken' : 'refused'
  }
}

function failure(kind: FailureKind, status: number, body: JsonRecord): Failure {
  const params = body['params']
  return {
    ok: false,
    kind,
    status,
    code: textAt(body, 'code'),
    params: isRecord(params) ? params : {},
    message: textAt(body, 'msg') || textAt(body, 'message'),
    requestId: textAt(body, 'request_id'),
    body,
  }
}

/**
 * Whether nobody knows what became of what was asked for. The answer to a repeat that did not get as far
 * as the exchange says nothing of what was sent before.
 *
 * @param isRepeat the caller asked for the same before, without an answer
 */
export function isOutcomeOpen(failure: Failure, isRepeat: boolean): boolean {
  const { kind, isOfRepeat } = failure
  const wasSentBefore = isRepeat || isOfRepeat === true
  const isUnheard = kind === 'network' || kind === 'busy' || isBetween(failure)
  return isUnheard || (wasSentBefore && kind !== 'refused')
}

/** Whether something between the page and the exchange failed, as a proxy that waited too long (524). */
function isBetween({ status, body }: Failure): boolean {
  return status >= serverFailed && body['success'] === undefined
}

/** A call that could not be made, with the browser's words for it. */
export function unmade(message: string): Failure {
  return failure('broken', 0, { msg: message })
}

/** The call succeeded, and nobody can read its answer. */
export function unreadable(body: JsonRecord): Failure {
  return failure('broken', 200, body)
}

/** Nothing came back. */
export const networkFailure: Failure = failure('network', 0, {})
