/** The port for this machine alone: mailbox, controls of the local bank, explorer, metrics. */
import { isLoopbackName } from '../limits/loopback.ts'
import { type Environment, readNumber, readChoice } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export type LocalListenerSettings = {
  /** The configured port; null: the one after PORT, or any free one if that is taken. */
  readonly port: number | null
  /** Whether public pages link to it. */
  readonly isAdvertised: boolean
}

const portMax = 65_535

export const localListenerDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_LOCAL_DOORS',
    default: 'open',
    meaning:
      'Whether mailbox, controls of the local bank, explorer, details of `/healthz` and figures without a token answer this machine, on a port of 127.0.0.1 of their own.',
  },
  {
    name: 'TUKAR_LOCAL_PORT',
    default: 'PORT + 1',
    meaning:
      'That port; where none is named and the one after PORT is taken, any that is free. No proxy may lead there.',
  },
]

/** Reads the settings; null if the local listener is off. */
export function readLocalListener(
  env: Environment,
  {
    publicUrl,
    trustedProxies,
  }: { readonly publicUrl: string; readonly trustedProxies: readonly string[] },
): LocalListenerSettings | null {
  if (readChoice(env, 'TUKAR_LOCAL_DOORS', ['open', 'shut'] as const, 'open') === 'shut')
    return null
  const isNamed = (env['TUKAR_LOCAL_PORT'] ?? '') !== ''
  return {
    port: isNamed ? readNumber(env, 'TUKAR_LOCAL_PORT', 0, [0, portMax]) : null,
    // Visitors from elsewhere would be sent to a port of their own machine.
    isAdvertised: isLoopbackName(new URL(publicUrl).hostname) && trustedProxies.length === 0,
  }
}
