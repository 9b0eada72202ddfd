/**
 * Browser features that the page needs everywhere and that are missing. Camera, passkeys and clipboard are
 * checked where they are used.
 */

export const capabilities = ['cookies', 'storage', 'workers'] as const
export type Capability = (typeof capabilities)[number]

/** One probe for each feature; a probe may throw, as access to a blocked storage does. */
export type Probes = Readonly<Record<Capability, () => boolean>>

const probesHere: Probes = {
  cookies: () => navigator.cookieEnabled,
  storage: () => localStorage.length >= 0 && sessionStorage.length >= 0,
  workers: () => typeof Worker === 'function',
}

/** Returns the missing features, in the order of the list. */
export function findMissing(probes: Probes = probesHere): readonly Capability[] {
  return capabilities.filter((capability) => {
    try {
      return !probes[capability]()
    } catch {
      return true
    }
  })
}
