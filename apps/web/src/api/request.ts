/**
 * One HTTP exchange with a host of the product: headers, time limit, repeats, and what follows from an
 * answer. Nothing above this file looks at a status code.
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
  /** Makes a POST safe to repeat. */
  readonly commandId?: string | undefined
  /** What an operator's passkey signed of it. */
  readonly passkey?: string | undefined
  /** The code by which an operator without a passkey confirms it. */
  readonly voteCode?: string | undefined
  /** Of a session that the browser did not keep; left out: of the page's own. */
  readonly token?: string | undefined
  readonly timeoutMs?: number | undefined
  /** Asks once, whatever comes. */
  readonly isSingle?: boolean
  readonly signal?: AbortSignal | undefined
}

const timeoutMsDefault = 15_000
const attemptsMax = 4
const backoffMsBase = 250
const backoffMsMax = 2_000
/** A difference of clocks below this is the coarseness of the Date header. */
const clockSlackMs = 2_000

/**
 * Whether all calls and the sockets of this page bring the cookie that the server binds a session to: other hosts than
 * the page's own do not get it, so no session asks for it there (M-5).
 */
const keepsCookies = Object.values(clientConfig.hosts).every((base) => base === '')

const maintenanceListeners = new Set<() => void>()

/** Calls the listener when any answer says that the exchange is in maintenance (DEC-12). */
export function onMaintenance(listener: () => void): () => void {
  maintenanceListeners.add(listener)
  return () => maintenanceListeners.delete(listener)
}

/** Tells that an answer said so; also called for answers that the feed's worker had. */
export function reportMaintenance(): void {
  for (const listener of maintenanceListeners) listener()
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
    if (!isPassing || !isRepeatable || isLast) {
      return outcome.ok || attempt === 1 ? outcome : { ...outcome, isOfRepeat: true }
    }
    const delayMs = Math.min(backoffMsMax, backoffMsBase * 2 ** (attempt - 1))
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())))
  }
}

let isOutliving = false

/** Calls that begin within the action reach the exchange although the page ends meanwhile. */
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

/** The request, or why it cannot even be made: nothing was sent then, and the network is not at fault (ERR-27). */
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
  // Bound to a cookie that is not kept, a session could not even be ended.
  if (plan.method === 'POST' && keepsCookies && navigator.cookieEnabled) {
    headers['x-session-cookie'] = '1'
  }
  return headers
}

/** Learns the server's time where the clocks differ by more than the header's second. */
function compareClock(date: string | null): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date) + 500
  if (Math.abs(serverMs - Date.now()) > clockSlackMs) setServerTime(serverMs)
}

async function readBody(response: Response): Promise<JsonRecord> {
  const body = parseJson(await response.text())
  return isRecord(body) ? body : {}
}

/** What an answer means, and what follows from it for the page and for the session it was asked with. */
export function takeAnswer(status: number, body: JsonRecord, token: string | null): RawOutcome {
  const outcome = readAnswer(status, body)
  if (outcome.ok) return outcome
  if (outcome.kind === 'maintenance') reportMaintenance()
  if (outcome.kind === 'session') endInvalidSession(token)
  return outcome
}
