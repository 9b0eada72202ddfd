/** How a change that operators made reaches the core. */
import type { Command } from '@tukar/core'
import { derivedCommandId, type Engine } from '../../../engine/index.ts'
import { Refusal, refusalOfCore } from '../../../platform/http/refusal.ts'

/**
 * Has the core carry out a command of a change; the same source gets the first answer again. Throws a
 * `Refusal` for what the core refuses, now and whenever it is asked again; any other error, so that it is
 * tried again, for what is not known yet.
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
      throw new Error(`${source} came to ${outcome.status}`)
  }
}
