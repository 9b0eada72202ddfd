/**
 * The captcha of a form. The challenge is fetched and solved while the user types. A proof is valid for one
 * call, and is renewed before it expires. Fetching and solving are dependencies, so that tests need no
 * browser.
 */
import type { Challenge as WorkChallenge } from 'altcha-lib/types'

/** What the server requires: proof of work, an external widget, or nothing. */
export type Challenge =
  | {
      readonly kind: 'work'
      readonly challenge: WorkChallenge
      readonly expiresAtMs: number | null
    }
  | { readonly kind: 'widget'; readonly siteKey: string }
  | { readonly kind: 'none' }

export type CaptchaState =
  | { readonly state: 'working' | 'ready' | 'failed' | 'off' }
  | { readonly state: 'widget'; readonly siteKey: string; readonly round: number }

export type CaptchaPorts = {
  /** Requests a challenge; null on failure. */
  readonly ask: () => Promise<Challenge | null>
  /** Returns the proof of a challenge; throws on failure. */
  readonly solve: (challenge: WorkChallenge) => Promise<string>
  /** The server's time in milliseconds since 1970. */
  readonly nowMs: () => number
}

export type Captcha = {
  readonly read: () => CaptchaState
  readonly subscribe: (listener: () => void) => () => void
  /** Starts, and holds a fresh proof until it is stopped. */
  readonly start: () => void
  readonly stop: () => void
  /**
   * Waits for the proof and consumes it. Returns an empty text if there is none, which the server refuses.
   */
  readonly take: () => Promise<string>
  /** Starts a new round after a delay in milliseconds. */
  readonly renew: (delayMs?: number) => void
  /** Accepts the widget's proof; null when the proof expired. */
  readonly answer: (proof: string | null) => void
}

/** A proof is renewed this long before its challenge expires. */
const marginMs = 20_000
/** The shortest interval between requests, even if challenges expire sooner. */
const renewMsMin = 5_000
/** The longest delay, well below the overflow of timers. */
const renewMsMax = 3_600_000

type Outcome = {
  readonly shown: CaptchaState
  readonly proof: string
  /** How long the proof is valid; null: without limit. */
  readonly lifeMs: number | null
}

const nothing: Outcome = { shown: { state: 'failed' }, proof: '', lifeMs: null }

/** Fetches and solves one challenge. */
async function prove(ports: CaptchaPorts, round: number): Promise<Outcome> {
  try {
    const fetched = await ports.ask()
    if (fetched === null) return nothing
    if (fetched.kind === 'none') return { ...nothing, shown: { state: 'off' } }
    if (fetched.kind === 'widget') {
      return { ...nothing, shown: { state: 'widget', siteKey: fetched.siteKey, round } }
    }
    const proof = await ports.solve(fetched.challenge)
    const { expiresAtMs } = fetched
    const lifeMs = expiresAtMs === null ? null : expiresAtMs - ports.nowMs()
    return { shown: { state: 'ready' }, proof, lifeMs }
  } catch {
    return nothing
  }
}

/** Creates a captcha that is not started. */
export function createCaptcha(ports: CaptchaPorts): Captcha {
  let shown: CaptchaState = { state: 'working' }
  let round = 0
  let proof: Promise<string> = Promise.resolve('')
  let isUsed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const show = (next: CaptchaState) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const startRound = () => {
    clearTimeout(timer)
    round += 1
    isUsed = false
    const own = round
    show({ state: 'working' })
    proof = prove(ports, own).then((outcome) => {
      if (own !== round) return outcome.proof
      show(outcome.shown)
      if (outcome.lifeMs !== null) startRoundAfter(renewalDelayMs(outcome.lifeMs))
      return outcome.proof
    })
  }
  const startRoundAfter = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(startRound, delayMs)
  }
  return {
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: startRound,
    stop: () => {
      clearTimeout(timer)
      round += 1
    },
    take: () => {
      if (shown.state === 'failed' || isUsed) startRound()
      clearTimeout(timer)
      isUsed = true
      return proof
    },
    renew: (delayMs = 0) => {
      if (delayMs === 0) startRound()
      else {
        show({ state: 'working' })
        startRoundAfter(delayMs)
      }
    },
    answer: (text) => {
      isUsed = false
      proof = Promise.resolve(text ?? '')
    },
  }
}

/** Returns the delay before renewal of a proof whose challenge expires in so many milliseconds. */
export function renewalDelayMs(lifeMs: number): number {
  return Math.min(renewMsMax, Math.max(renewMsMin, lifeMs - marginMs))
}
