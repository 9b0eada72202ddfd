/**
 * One HTTP exchange with a host of the product: headers, time limit, repeats, and what an answer means.
 * Nothing above this file looks at a status code.
 */
import { clientConfig, type HostName } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'
import { noteServerTime } from './command-id.ts'
import { isRecord, type JsonRecord, parseJson, textAt } from './json.ts'
import { currentSession, endInvalidSession } from './session.ts'

export type RequestPlan = {
  readonly host: HostName
  readonly method: 'GET' | 'POST'
  /** Path with its parameters filled in. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  /** Makes a POST safe to repeat. */
  readonly commandId?: string | undefined
  readonly timeoutMs?: number | undefined
  /** Asks once, whatever comes. */
  readonly isSingle?: boolean
  readonly signal?: AbortSignal | undefined
}

/** Why a call brought nothing. */
export type FailureKind =
  | 'refused'
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
}

export type RawOutcome = { readonly ok: true; readonly body: JsonRecord } | Failure

/** Protocol text, compared and never shown as it is (DEC-03). */
const maintenanceText = 'Server maintenance'
const timeoutMsDefault = 15_000
const attemptsMax = 4
const pauseMsBase = 250
const pauseMsMax = 2_000
/** A difference of clocks below this is the coarseness of the Date header. */
const clockSlackMs = 2_000

const maintenanceListeners = new Set<() => void>()

/** Calls the listener when any answer says that the exchange is in maintenance (DEC-12). */
export function onMaintenance(listener: () => void): () => void {
  maintenanceListeners.add(listener)
  return () => maintenanceListeners.delete(listener)
}

/**
 * Sends a request and reads its answer. Reads are repeated when the network fails; a POST only with a
 * command id, and always with the same one.
 */
export async function send(plan: RequestPlan): Promise<RawOutcome> {
  const isSafe = plan.method === 'GET' || plan.commandId !== undefined
  const isRepeatable = isSafe && plan.isSingle !== true
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(plan)
    const isPassing = !outcome.ok && (outcome.kind === 'network' || outcome.kind === 'busy')
    const isLast = attempt >= attemptsMax || plan.signal?.aborted === true
    if (!isPassing || !isRepeatable || isLast) return outcome
    const pauseMs = Math.min(pauseMsMax, pauseMsBase * 2 ** (attempt - 1))
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())))
  }
}

async function sendOnce(plan: RequestPlan): Promise<RawOutcome> {
  const limit = AbortSignal.timeout(plan.timeoutMs ?? timeoutMsDefault)
  const signal = plan.signal === undefined ? limit : AbortSignal.any([limit, plan.signal])
  try {
    const response = await fetch(urlOf(plan), {
      method: plan.method,
      headers: headersOf(plan),
      credentials: 'omit',
      signal,
      ...(plan.body !== undefined && { body: JSON.stringify(plan.body) }),
    })
    noteClock(response.headers.get('date'))
    return readAnswer(response.status, await readBody(response))
  } catch {
    return failure('network', 0, {})
  }
}

function urlOf({ host, path, query }: RequestPlan): string {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
  return `${clientConfig.hosts[host]}${path}${search}`
}

function headersOf(plan: RequestPlan): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': language,
  }
  if (plan.body !== undefined) headers['content-type'] = 'application/json'
  if (plan.commandId !== undefined) headers['idempotency-key'] = plan.commandId
  const session = currentSession()
  if (session !== null) headers['jwt'] = session.token
  return headers
}

/** Learns the server's time where the clocks differ by more than the header's second. */
function noteClock(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date) + 500
  if (Math.abs(serverMs - Date.now()) > clockSlackMs) noteServerTime(serverMs)
}

async function readBody(response: Response): Promise<JsonRecord> {
  const body = parseJson(await response.text())
  return isRecord(body) ? body : {}
}

function readAnswer(status: number, body: JsonRecord): RawOutcome {
  // eslint-disable-next-line eqeqeq -- the contract says 1, some servers say true (DEC-135)
  const isSuccess = body['success'] === 1 || body['success'] === true || body['success'] === '1'
  if (status >= 200 && status < 300 && isSuccess) return { ok: true, body }
  const outcome = failure(kindOf(status, body), status, body)
  if (outcome.kind === 'maintenance') for (const listener of maintenanceListeners) listener()
  if (outcome.kind === 'session') endInvalidSession()
  return outcome
}

function kindOf(status: number, body: JsonRecord): FailureKind {
  if (body['msg'] === maintenanceText) return 'maintenance'
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
      return 'refused'
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
