/**
 * Polls the signer. It logs once when the signer stopped itself at a cap (ATT-98), has a broken book, or does
 * not reply. The metrics show the state all the time.
 */
import type { Log } from '../../platform/logging/log.ts'
import type { Signer, SignerStatus } from './port.ts'

const pollEveryMs = 30_000
/** Polls without a reply before the state is `silent`. A restarting signer does not reply for a moment. */
const silentPollsMax = 3

/** `resting`: the signer has not been started, and a poll does not start it. */
export type SignerState = 'resting' | 'signs' | 'silent' | 'stopped' | 'broken'

export type SignerWatchDeps = {
  readonly signer: Pick<Signer, 'status'>
  /** Whether the signer has been started. */
  readonly isStarted: () => boolean
  readonly log: Pick<Log, 'error' | 'warn'>
  /** Called with the status of each poll; must not reject. */
  readonly onStatus: (status: SignerStatus) => Promise<unknown>
  /** Called each time the signer signs and did not before; must not reject. */
  readonly onSigns: () => Promise<unknown>
}

export type SignerWatch = {
  /** State at the last poll. */
  state(): SignerState
  /** Start of that state, in milliseconds since 1970. */
  sinceMs(): number
  /** Polls now; never rejects. */
  poll(): Promise<SignerState>
  stop(): Promise<void>
}

/** Starts polling. */
export function watchSigner(deps: SignerWatchDeps): SignerWatch {
  const { signer, isStarted, log, onStatus, onSigns } = deps
  const seen: { state: SignerState; silent: number; sinceMs: number } = {
    state: 'resting',
    silent: 0,
    sinceMs: Date.now(),
  }
  const life: { isStopped: boolean; timer: NodeJS.Timeout | null; now: Promise<unknown> } = {
    isStopped: false,
    timer: null,
    now: Promise.resolve(),
  }
  const note = (state: SignerState, about: object): SignerState => {
    if (state === seen.state) return state
    const wasWell = seen.state === 'resting' || seen.state === 'signs'
    seen.state = state
    seen.sinceMs = Date.now()
    if (state === 'stopped')
      log.error(about, 'the signer stopped itself at a cap, an operator must reset it')
    else if (state === 'broken')
      log.error(about, 'the book of the signer is broken, the signer signs nothing')
    else if (state === 'silent') log.error(about, 'the signer does not reply')
    else if (!wasWell) log.warn(about, 'the signer is signing again')
    return state
  }
  const poll = async (): Promise<SignerState> => {
    if (!isStarted()) return note('resting', {})
    const answer = await signer.status()
    if (answer.status !== 'done') {
      seen.silent += 1
      const { status } = answer
      return seen.silent < silentPollsMax ? seen.state : note('silent', { status })
    }
    seen.silent = 0
    await onStatus(answer.value)
    const { tripped, isBroken, book } = answer.value
    if (isBroken) return note('broken', { book })
    if (tripped !== null) return note('stopped', { ...tripped, book })
    if (seen.state !== 'signs') await onSigns()
    return note('signs', { book })
  }
  const again = (): void => {
    if (life.isStopped) return
    life.timer = setTimeout(() => {
      life.now = poll().finally(again)
    }, pollEveryMs)
  }
  again()
  return {
    state: () => seen.state,
    sinceMs: () => seen.sinceMs,
    poll,
    async stop() {
      life.isStopped = true
      if (life.timer !== null) clearTimeout(life.timer)
      await life.now
    },
  }
}
