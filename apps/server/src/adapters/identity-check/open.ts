/** Opens the identity verification of the settings: a remote provider, or our own verifier. */
import type { IdentitySettings } from '../../platform/config/identity-settings.ts'
import type { Log } from '../../platform/logging/log.ts'
import { createLocalVerifier } from './local-process.ts'
import type { IdentityCheck } from './port.ts'
import { createProvider } from './provider.ts'

export type IdentityCheckDeps = {
  readonly settings: { readonly identity: IdentitySettings }
  readonly log: Log
}

export type OpenIdentityCheck = IdentityCheck & {
  /** Aborts pending calls, and stops our own verifier if it runs. */
  stop(): Promise<void>
}

/** Opens the verification. The first call starts the verifier; opening starts and calls nothing. */
export function openIdentityCheck({ settings, log }: IdentityCheckDeps): OpenIdentityCheck {
  const { url, key, callbackSecret } = settings.identity
  const ending = new AbortController()
  const local = url === null ? createLocalVerifier({ log }) : null
  const check = createProvider({
    reach: async () => (url === null ? (local?.reach() ?? null) : { url, key }),
    callbackSecret,
    signal: ending.signal,
  })
  return {
    ...check,
    async stop() {
      ending.abort()
      await local?.stop()
    },
  }
}
