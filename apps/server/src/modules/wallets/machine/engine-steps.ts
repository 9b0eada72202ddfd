/** Commands of rows: the same row and step, the same id, so that none is ever done twice. */
import type { Command, CoreEvent } from '@tukar/core'
import { derivedCommandId, type Engine } from '../../../engine/index.ts'

/** What is known of a row's command. */
export type EngineStep =
  | { readonly status: 'done'; readonly events: readonly CoreEvent[] }
  /** The core refused it for good: an id that it refused is used up. */
  | {
      readonly status: 'refused'
      readonly code: string
      readonly params: Readonly<Record<string, number>>
    }
  /** Not known, or not now: ask again later with the same id. */
  | { readonly status: 'later' }
  /** Nobody can say any more whether it was done: a person has to look, and it is not done again. */
  | { readonly status: 'unclear' }

/** What is wrong with a row whose command is unclear. */
export const unclearAlarm = 'booking_unclear'

/**
 * Submits a command of a row.
 *
 * @param source row and step, as `withdrawal:7:hold`
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

/** What the core refuses now and may accept later: too little of something, or too much of it. */
const passingCodes = ['balance.insufficient', 'balance.over_bound']

/** Books a step that the core may refuse now and accept later: each look tries it once more. */
export function submitPatiently(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  { name, attempts }: { readonly name: string; readonly attempts: number },
): Promise<EngineStep> {
  const isPassing = (code: string): boolean => passingCodes.includes(code)
  return submitInTries(engine, command, { name, retriesMax: attempts, isPassing })
}

/**
 * Books a step that people had tried again so often; the row alone does not say that the tries before were refused, the
 * engine does.
 */
export function submitAgain(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  { name, refusedBefore }: { readonly name: string; readonly refusedBefore: number },
): Promise<EngineStep> {
  return submitInTries(engine, command, { name, retriesMax: refusedBefore, isPassing: () => true })
}

/** An id that was refused is used up, so each try has its own; whichever was accepted is found again by it. */
async function submitInTries(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  tries: {
    readonly name: string
    readonly retriesMax: number
    /** Whether a refusal with this code may be tried again. */
    readonly isPassing: (code: string) => boolean
  },
): Promise<EngineStep> {
  const { name, retriesMax, isPassing } = tries
  for (let no = 1; ; no += 1) {
    const booked = await submitStep(engine, command, no === 1 ? name : `${name}:${no}`)
    if (booked.status !== 'refused' || !isPassing(booked.code) || no > retriesMax) return booked
  }
}
