/**
 * Captchas as the form holds them: a challenge is fetched and its proof made while the person types, a
 * proof serves one call, and one that would run out is made again. What asks and what computes are handed
 * in, so that this file can be run without a page.
 */
import type { Challenge as WorkChallenge } from 'altcha-lib/types'

/** What the server asks for: work done by the machine, an outside widget, or nothing. */
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
  /** Asks for a challenge; null where none came. */
  readonly ask: () => Promise<Challenge | null>
  /** Returns the proof of a challenge's work; throws where it cannot be done. */
  readonly solve: (challenge: WorkChallenge) => Promise<string>
  /** The server's time now, in milliseconds since 1970. */
  readonly nowMs: () => number
}

export type Captcha = {
  readonly read: () => CaptchaState
  readonly subscribe: (listener: () => void) => () => void
  /** Begins, and keeps a fresh proof until it is stopped. */
  readonly start: () => void
  readonly stop: () => void
  /** Waits for the proof and uses it up; empty where there is none, which the server refuses. */
  readonly take: () => Promise<string>
  /** Begins a new round, after a pause in milliseconds. */
  readonly renew: (pauseMs?: number) => void
  /** Takes over what the widget says; null when that ran out. */
  readonly answer: (proof: string | null) => void
}

/** A proof is made again so long before its challenge runs out. */
const marginMs = 20_000
/** However short a challenge lives, it is not asked for more often than this. */
const renewMsMin = 5_000
/** The longest pause that timers can hold without running over. */
const renewMsMax = 3_600_000

type Outcome = {
  readonly shown: CaptchaState
  readonly proof: string
  /** How long the proof may wait for its use; null: as long as it likes. */
  readonly lifeMs: number | null
}

const nothing: Outcome = { shown: { state: 'failed' }, proof: '', lifeMs: null }

/** Asks and computes once. */
async function prove(ports: CaptchaPorts, round: number): Promise<Outcome> {
  try {
    const asked = await ports.ask()
    if (asked === null) return nothing
    if (asked.kind === 'none') return { ...nothing, shown: { state: 'off' } }
    if (asked.kind === 'widget') {
      return { ...nothing, shown: { state: 'widget', siteKey: asked.siteKey, round } }
    }
    const proof = await ports.solve(asked.challenge)
    const { expiresAtMs } = asked
    const lifeMs = expiresAtMs === null ? null : expiresAtMs - ports.nowMs()
    return { shown: { state: 'ready' }, proof, lifeMs }
  } catch {
    return nothing
  }
}

/** Returns a captcha that has not begun yet. */
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
  const begin = () => {
    clearTimeout(timer)
    round += 1
    isUsed = false
    const own = round
    show({ state: 'working' })
    proof = prove(ports, own).then((outcome) => {
      if (own !== round) return outcome.proof
      show(outcome.shown)
      if (outcome.lifeMs !== null) beginAfter(renewalDelayMs(outcome.lifeMs))
      return outcome.proof
    })
  }
  const beginAfter = (pauseMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(begin, pauseMs)
  }
  return {
    read: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: begin,
    stop: () => {
      clearTimeout(timer)
      round += 1
    },
    take: () => {
      if (shown.state === 'failed' || isUsed) begin()
      clearTimeout(timer)
      isUsed = true
      return proof
    },
    renew: (pauseMs = 0) => {
      if (pauseMs === 0) begin()
      else {
        show({ state: 'working' })
        beginAfter(pauseMs)
      }
    },
    answer: (text) => {
      isUsed = false
      proof = Promise.resolve(text ?? '')
    },
  }
}

/** Returns how long a proof of a challenge that lives so many milliseconds more is kept. */
export function renewalDelayMs(lifeMs: number): number {
  return Math.min(renewMsMax, Math.max(renewMsMin, lifeMs - marginMs))
}
