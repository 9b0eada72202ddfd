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
    case 'overloaded':
    case 'unavailable':
    case 'unknown':
      return { status: 'later' }
  }
}
