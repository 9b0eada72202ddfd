/**
 * Commands of rows. The same row and step always gives the same id, so no command is applied twice.
 */
import type { Command, CoreEvent } from '@tukar/core'
import { derivedCommandId, type Engine } from '../../../engine/index.ts'

/** The outcome of a row's command. */
export type EngineStep =
  | { readonly status: 'done'; readonly events: readonly CoreEvent[] }
  /** The core refused it. The id is used up. */
  | {
      readonly status: 'refused'
      readonly code: string
      readonly params: Readonly<Record<string, number>>
    }
  /** Unknown, or not possible now: retry later with the same id. */
  | { readonly status: 'later' }
  /**
   * It can no longer be determined whether the command was applied. An operator must check, and it is not
   * retried.
   */
  | { readonly status: 'unclear' }

/** The alarm of a row whose command is unclear. */
export const unclearAlarm = 'booking_unclear'

/**
 * Submits a command of a row.
 *
 * @param source row and step, such as `withdrawal:7:hold`
 */
export async function submitStep(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  source: string,
): Promise<EngineStep> {
  const outcome = await engine.submit(command, derivedCommandId(source))
  switch (outcome.status) {
    case 'accepted':
      return { status: 'done', events: outcome.events }
    case 'refused':
      return { status: 'refused', code: outcome.code, params: outcome.params }
    case 'poisoned':
    case 'id_reused':
      return { status: 'refused', code: 'engine.internal', params: {} }
    case 'id_expired':
      return { status: 'unclear' }
    case 'overloaded':
    case 'unavailable':
    case 'unknown':
      return { status: 'later' }
  }
}

/** Refusals of the core that may pass: insufficient or excessive balances. */
const passingCodes = ['balance.insufficient', 'balance.over_bound']

/** Books a step that the core may refuse now and accept later; each pass tries again. */
export function submitPatiently(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  { name, attempts }: { readonly name: string; readonly attempts: number },
): Promise<EngineStep> {
  const isPassing = (code: string): boolean => passingCodes.includes(code)
  return submitInTries(engine, command, { name, retriesMax: attempts, isPassing })
}

/**
 * Books a step again after operators retried it. The first tries reuse the ids of the earlier ones,
 * `refusedBefore` at most. The engine returns the stored outcome for these ids, so an accepted try is never
 * booked twice.
 */
export function submitAgain(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  { name, refusedBefore }: { readonly name: string; readonly refusedBefore: number },
): Promise<EngineStep> {
  return submitInTries(engine, command, { name, retriesMax: refusedBefore, isPassing: () => true })
}

/** A refused id is used up, so each try has its own. An accepted try is found again by its id. */
async function submitInTries(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  tries: {
    readonly name: string
    readonly retriesMax: number
    /** Whether a refusal with this code may be retried. */
    readonly isPassing: (code: string) => boolean
  },
): Promise<EngineStep> {
  const { name, retriesMax, isPassing } = tries
  for (let no = 1; ; no += 1) {
    const booked = await submitStep(engine, command, no === 1 ? name : `${name}:${no}`)
    if (booked.status !== 'refused' || !isPassing(booked.code) || no > retriesMax) return booked
  }
}
