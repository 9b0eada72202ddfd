/**
 * One HTTP request to a host of the product: headers, time limit, repeats, and consequences of the answer. No
 * other file reads status codes.
 */
import type { HostName } from '@tukar/wire'
import { clientConfig } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'
import { buildHeader, pageBuild } from './build.ts'
import { type Failure, networkFailure, type RawOutcome, readAnswer, unmade } from './answer.ts'
import { setServerTime } from './command-id.ts'
import { isOnConsoleWay } from './console-way.ts'
import { isRecord, type JsonRecord, parseJson } from './json.ts'
import { currentSession, endInvalidSession } from './session.ts'

export type { Failure, FailureKind, RawOutcome } from './answer.ts'

export type RequestPlan = {
  readonly host: HostName
  readonly method: 'GET' | 'POST'
  /** Path with its parameters filled in. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  /** The command id, which makes a POST safe to repeat. */
  readonly commandId?: string | undefined
  /** The passkey signature of an operator. */
  readonly passkey?: string | undefined
  /** The confirmation code of an operator without a passkey. */
  readonly voteCode?: string | undefined
  /** The token of a session that is not stored in the browser; default: the page's own. */
  readonly token?: string | undefined
  readonly timeoutMs?: number | undefined
  /** Sends the request once, without repeats. */
  readonly isSingle?: boolean
  readonly signal?: AbortSignal | undefined
}

const timeoutMsDefault = 15_000
const attemptsMax = 4
const backoffMsBase = 250
const backoffMsMax = 2_000
/** A smaller difference of the clocks is within the precision of the Date header. */
const clockSlackMs = 2_000

/**
 * Whether every call and socket of this page sends the cookie that binds a session. Only the page's own
 * origin gets it, so with other hosts sessions are not bound (M-5).
 */
const keepsCookies = Object.values(clientConfig.hosts).every((base) => base === '')

const maintenanceListeners = new Set<() => void>()

/** Calls the listener when an answer reports maintenance (DEC-12). */
export function onMaintenance(listener: () => void): () => void {
  maintenanceListeners.add(listener)
  return () => maintenanceListeners.delete(listener)
}

/** Reports an answer with maintenance; the feed's worker reports its answers too. */
export function reportMaintenance(): void {
  for (const listener of maintenanceListeners) listener()
}

/**
 * Sends a request and reads its answer. A GET is repeated when the network fails. A POST is repeated only
 * with a command id, and keeps that id.
 */
export async function send(plan: RequestPlan): Promise<RawOutcome> {
  const isSafe = plan.method === 'GET' || plan.commandId !== undefined
  const isRepeatable = isSafe && plan.isSingle !== true
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(plan)
    const isPassing = !outcome.ok && (outcome.kind === 'network' || outcome.kind === 'busy')
    const isLast = attempt >= attemptsMax || plan.signal?.aborted === true
    if (!isPassing || !isRepeatable || isLast) {
      return outcome.ok || attempt === 1 ? outcome : { ...outcome, isOfRepeat: true }
    }
    const delayMs = Math.min(backoffMsMax, backoffMsBase * 2 ** (attempt - 1))
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())))
  }
}

let isOutliving = false

/** Requests started within the action reach the exchange even if the page is closed. */
export function outlivePage(action: () => void): void {
  isOutliving = true
  try {
    action()
  } finally {
    isOutliving = false
  }
}

async function sendOnce(plan: RequestPlan): Promise<RawOutcome> {
  const limit = AbortSignal.timeout(plan.timeoutMs ?? timeoutMsDefault)
  const signal = plan.signal === undefined ? limit : AbortSignal.any([limit, plan.signal])
  const token = plan.token ?? currentSession()?.token ?? null
  const request = buildRequest(plan, token, signal)
  if (!(request instanceof Request)) return request
  try {
    const response = await fetch(request)
    compareClock(response.headers.get('date'))
    pageBuild.note(response.headers.get(buildHeader))
    return takeAnswer(response.status, await readBody(response), token)
  } catch {
    return networkFailure
  }
}

/**
 * Builds the request. A failure here means that nothing was sent and that the network is not the cause
 * (ERR-27).
 */
function buildRequest(
  plan: RequestPlan,
  token: string | null,
  signal: AbortSignal,
): Request | Failure {
  try {
    return new Request(buildUrl(plan), {
      method: plan.method,
      headers: buildHeaders(plan, token),
      credentials: 'same-origin',
      keepalive: isOutliving,
      signal,
      ...(plan.body !== undefined && { body: JSON.stringify(plan.body) }),
    })
  } catch (error) {
    return unmade(error instanceof Error ? error.message : String(error))
  }
}

function buildUrl({ host, path, query }: RequestPlan): string {
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
  return `${clientConfig.hosts[host]}${path}${search}`
}

function buildHeaders(plan: RequestPlan, token: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': language,
  }
  if (plan.body !== undefined) headers['content-type'] = 'application/json'
  if (plan.commandId !== undefined) headers['idempotency-key'] = plan.commandId
  if (plan.passkey !== undefined) headers['x-passkey'] = plan.passkey
  if (plan.voteCode !== undefined) headers['x-vote-code'] = plan.voteCode
  if (token !== null) headers['jwt'] = token
  if (isOnConsoleWay()) headers['x-console'] = '1'
  // A session bound to a cookie that the browser drops could not even be ended.
  if (plan.method === 'POST' && keepsCookies && navigator.cookieEnabled) {
    headers['x-session-cookie'] = '1'
  }
  return headers
}

/** Sets the server's time if the clocks differ by more than the precision of the header. */
function compareClock(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date) + 500
  if (Math.abs(serverMs - Date.now()) > clockSlackMs) setServerTime(serverMs)
}

async function readBody(response: Response): Promise<JsonRecord> {
  const body = parseJson(await response.text())
  return isRecord(body) ? body : {}
}

/** Reads an answer, and applies its consequences for the page and for the session of the request. */
export function takeAnswer(status: number, body: JsonRecord, token: string | null): RawOutcome {
  const outcome = readAnswer(status, body)
  if (outcome.ok) return outcome
  if (outcome.kind === 'maintenance') reportMaintenance()
  if (outcome.kind === 'session') endInvalidSession(token)
  return outcome
}
