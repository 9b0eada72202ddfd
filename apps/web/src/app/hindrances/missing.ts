/** What the page needs of a browser and does not get here. Camera, passkeys and clipboard say so where they are used. */

export const capabilities = ['cookies', 'storage', 'workers'] as const
export type Capability = (typeof capabilities)[number]

/** Whether each is there; a probe may throw, as the mere name of a blocked storage does. */
export type Probes = Readonly<Record<Capability, () => boolean>>

const probesHere: Probes = {
  cookies: () => navigator.cookieEnabled,
  storage: () => localStorage.length >= 0 && sessionStorage.length >= 0,
  workers: () => typeof Worker === 'function',
}

/** Returns what is missing, in the order of the list. */
export function findMissing(probes: Probes = probesHere): readonly Capability[] {
  return capabilities.filter((capability) => {
    try {
      return !probes[capability]()
    } catch {
      return true
    }
  })
}
