/** Who verifies people, as the settings say: the provider they name, or the verifier of our own. */
import type { IdentitySettings } from '../../platform/config/identity-settings.ts'
import type { Log } from '../../platform/logging/log.ts'
import { createLocalVerifier } from './local-process.ts'
import type { IdentityCheck } from './port.ts'
import { createProvider } from './provider.ts'

export type IdentityCheckParts = {
  readonly settings: { readonly identity: IdentitySettings }
  readonly log: Log
}

export type OpenIdentityCheck = IdentityCheck & {
  /** Ends calls under way, and our own verifier, if it was started. */
  stop(): Promise<void>
}

/** Opens it; nothing is started or called before the first question. */
export function openIdentityCheck({ settings, log }: IdentityCheckParts): OpenIdentityCheck {
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
