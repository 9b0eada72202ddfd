/**
 * Detects that a newer version of the app was deployed while this page was open. Signs are an answer from
 * another build and a file that does not load. Then the page's document is loaded once and its scripts are
 * compared with the running ones.
 */
import { useSyncExternalStore } from 'react'
import { pageBuild } from '../../api/build.ts'

/** The document is loaded at most once in this time; later signs wait. */
const askEveryMs = 10_000
const askTimeoutMs = 5_000

export type NewerVersion = {
  /**
   * Loads the document after a sign of a newer version. Signs within ten seconds of the last load wait and
   * cause one further load together.
   *
   * @param build the other build; a build that was found to have the running scripts is not checked again
   */
  readonly check: (build?: string) => Promise<void>
  readonly read: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Creates the detector.
 *
 * @param loadDocument loads the page's current document; null on failure
 * @param script the running script as the document names it; null if unknown
 */
export function createNewerVersion(
  loadDocument: () => Promise<string | null>,
  script: () => string | null,
): NewerVersion {
  let isNewer = false
  let mayAsk = true
  /** Signs since the last load: other builds, and undefined for a file that did not load. */
  const noticed = new Set<string | undefined>()
  /** The other build with the same scripts as this page. */
  let sameBuild: string | null = null
  const listeners = new Set<() => void>()

  async function check(build?: string): Promise<void> {
    const isKnown = build !== undefined && build === sameBuild
    if (isNewer || isKnown) return
    if (!mayAsk) {
      noticed.add(build)
      return
    }
    mayAsk = false
    setTimeout(askAgain, askEveryMs)
    const [page, own] = [await loadDocument(), script()]
    if (page === null || own === null) return
    if (page.includes(own)) {
      // During a deployment, the document may come from a server with this page's own build.
      if (build !== undefined && page.includes(`data-build="${build}"`)) sameBuild = build
      return
    }
    isNewer = true
    for (const listener of listeners) listener()
  }

  function askAgain(): void {
    mayAsk = true
    const open = [...noticed].filter((build) => build !== sameBuild)
    noticed.clear()
    if (open.length > 0) void check(open.at(-1))
  }

  return {
    check,
    read: () => isNewer,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function documentNow(): Promise<string | null> {
  const signal = AbortSignal.timeout(askTimeoutMs)
  try {
    const answer = await fetch(location.pathname, { headers: { accept: 'text/html' }, signal })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}

const newer = createNewerVersion(documentNow, () => {
  const { src } = document.querySelector<HTMLScriptElement>('script[type=module][src]') ?? {}
  // The document has the script as an address or in a list, `assets/index.js`.
  return src === undefined ? null : new URL(src).pathname.slice(1)
})

/** Starts to listen for files that do not load and for answers of other builds. */
export function detectNewerVersions(): void {
  addEventListener('vite:preloadError', () => void newer.check())
  pageBuild.onOther((build) => void newer.check(build))
}

/** Whether a newer version is known. */
export function useNewerVersion(): boolean {
  return useSyncExternalStore(newer.subscribe, newer.read)
}
