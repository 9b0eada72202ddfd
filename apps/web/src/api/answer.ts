/** Classifies the answers of the exchange by status and body. */
import { protocolTexts } from '@tukar/wire'
import { isRecord, type JsonRecord, textAt } from './json.ts'

/**
 * Why a call failed. `refused`: the exchange refused it. `broken`: the answer does not tell whether the
 * request was carried out; the server failed, or the text is not from the exchange.
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

/** A failed call; `message` is the server's text, or empty. */
export type Failure = {
  readonly ok: false
  readonly kind: FailureKind
  readonly status: number
  readonly code: string
  readonly params: JsonRecord
  readonly message: string
  readonly requestId: string
  /** The complete body of the answer. */
  readonly body: JsonRecord
  /** The answer belongs to a repeat. An earlier attempt got no answer and may have been carried out. */
  readonly isOfRepeat?: true
}

export type RawOutcome = { readonly ok: true; readonly body: JsonRecord } | Failure

/** Statuses from here on are server failures. */
const serverFailed = 500

/** Reads an answer; a body that is not a JSON object is read as an empty one. */
export function readAnswer(status: number, body: JsonRecord): RawOutcome {
  const success = body['success']
  // The contract has 1; some servers send true (DEC-135).
  const isSuccess = success === 1 || success === true || success === '1'
  if (status >= 200 && status < 300 && isSuccess) return { ok: true, body }
  return failure(findFailureKind(status, body), status, body)
}

function findFailureKind(status: number, body: JsonRecord): FailureKind {
  // Protocol text: compared, never shown (DEC-03).
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
 * Whether the outcome of a request is unknown. If the answer to a repeat did not come from the exchange, it
 * tells nothing about earlier attempts.
 *
 * @param isRepeat the caller sent the same request before and got no answer
 */
export function isOutcomeOpen(failure: Failure, isRepeat: boolean): boolean {
  const { kind, isOfRepeat } = failure
  const wasSentBefore = isRepeat || isOfRepeat === true
  const isUnheard = kind === 'network' || kind === 'busy' || isBetween(failure)
  return isUnheard || (wasSentBefore && kind !== 'refused')
}

/** Whether a proxy between page and exchange failed, for example after waiting too long (524). */
function isBetween({ status, body }: Failure): boolean {
  return status >= serverFailed && body['success'] === undefined
}

/** The failure of a request that could not be created, with the browser's error message. */
export function unmade(message: string): Failure {
  return failure('broken', 0, { msg: message })
}

/** The failure of a call that succeeded with an unreadable answer. */
export function unreadable(body: JsonRecord): Failure {
  return failure('broken', 200, body)
}

/** The failure of a call without an answer. */
export const networkFailure: Failure = failure('network', 0, {})
