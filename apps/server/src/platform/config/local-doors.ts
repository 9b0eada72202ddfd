/** Whether what is for this machine alone answers: mailbox, the local bank's controls, explorer, figures. */
import { isLoopbackName } from '../limits/loopback.ts'
import { type Environment, oneOf } from './environment.ts'
import type { SettingDoc } from './settings.ts'

export const localDoorDocs: readonly SettingDoc[] = [
  {
    name: 'TUKAR_LOCAL_DOORS',
    default: 'open',
    meaning:
      'Whether mailbox, controls of the local bank, explorer, details of `/healthz` and figures without a token answer this machine; `shut` as soon as `TUKAR_PUBLIC_URL` names another one or `TUKAR_TRUSTED_PROXIES` is set, as a proxy on this machine looks like its people.',
  },
]

/** What the settings around say where nothing is said: open only where people and server share a machine. */
export function readLocalDoors(
  env: Environment,
  {
    publicUrl,
    trustedProxies,
  }: { readonly publicUrl: string; readonly trustedProxies: readonly string[] },
): boolean {
  const isAlone = isLoopbackName(new URL(publicUrl).hostname) && trustedProxies.length === 0
  return (
    oneOf(env, 'TUKAR_LOCAL_DOORS', ['open', 'shut'] as const, isAlone ? 'open' : 'shut') === 'open'
  )
}
