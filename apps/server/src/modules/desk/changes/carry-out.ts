/** How a change of operators reaches the core. */
import type { Command } from '@tukar/core'
import { derivedCommandId, type Engine } from '../../../engine/index.ts'
import { Refusal, refusalOfCore } from '../../../platform/http/refusal.ts'

/**
 * Submits a command of a change to the core; the same source gets the first answer again. Throws a `Refusal`
 * if the core rejects the command, now and on every repetition. Throws another error if the outcome is
 * unknown, so that the change is tried again.
 *
 * @param source change and step: `change:7:market:6`
 */
export async function carryOut(
  engine: Pick<Engine, 'submit'>,
  command: Command,
  source: string,
): Promise<void> {
  const outcome = await engine.submit(command, derivedCommandId(source))
  switch (outcome.status) {
    case 'accepted':
      return
    case 'refused':
      throw refusalOfCore(outcome.code, {})
    case 'poisoned':
    case 'id_reused':
    case 'id_expired':
      throw new Refusal('engine.internal')
    case 'overloaded':
    case 'unavailable':
    case 'unknown':
      throw new Error(`command of ${source}: ${outcome.status}`)
  }
}
