/**
 * Asks the signer now and then whether it still signs: one that stopped itself at a cap (ATT-98), whose book
 * is broken, or that says nothing is told once to whoever reads the log, and to the figures all the time.
 */
import type { Log } from '../../platform/logging/log.ts'
import type { Signer, SignerStatus } from './port.ts'

const lookEveryMs = 30_000
/** A signer that is started again says nothing for a moment. */
const silentLooks = 3

/** `resting`: nobody asked for it yet, and a look does not begin it. */
export type SignerState = 'resting' | 'signs' | 'silent' | 'stopped' | 'broken'

export type SignerWatchParts = {
  readonly signer: Pick<Signer, 'status'>
  /** Whether there is a signer to ask. */
  readonly isBegun: () => boolean
  readonly log: Pick<Log, 'error' | 'warn'>
  /** Called with what it says at each look; must not reject. */
  readonly onStatus: (status: SignerStatus) => Promise<unknown>
  /** Called each time it is found to sign where it did not before; must not reject. */
  readonly onSigns: () => Promise<unknown>
}

export type SignerWatch = {
  /** As the last look found it. */
  state(): SignerState
  /** When that began, in milliseconds since 1970. */
  sinceMs(): number
  /** Looks now; never rejects. */
  look(): Promise<SignerState>
  stop(): Promise<void>
}

/** Begins to look. */
export function watchSigner(parts: SignerWatchParts): SignerWatch {
  const { signer, isBegun, log, onStatus, onSigns } = parts
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
    if (state === 'stopped') log.error(about, 'the signer stopped itself: it waits for a person')
    else if (state === 'broken') log.error(about, 'the book of the signer is broken')
    else if (state === 'silent') log.error(about, 'the signer cannot be asked')
    else if (!wasWell) log.warn(about, 'the signer signs again')
    return state
  }
  const look = async (): Promise<SignerState> => {
    if (!isBegun()) return note('resting', {})
    const answer = await signer.status()
    if (answer.status !== 'done') {
      seen.silent += 1
      const { status } = answer
      return seen.silent < silentLooks ? seen.state : note('silent', { status })
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
      life.now = look().finally(again)
    }, lookEveryMs)
  }
  again()
  return {
    state: () => seen.state,
    sinceMs: () => seen.sinceMs,
    look,
    async stop() {
      life.isStopped = true
      if (life.timer !== null) clearTimeout(life.timer)
      await life.now
    },
  }
}
