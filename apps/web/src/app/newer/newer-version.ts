/**
 * Notices that a newer version of the app was deployed while this page was open. An answer of a server with another
 * build is a sign, and so is a part whose file does not come: then the page's document is asked for once, and names
 * other scripts than those that run here.
 */
import { useSyncExternalStore } from 'react'
import { pageBuild } from '../../api/build.ts'

/** Files fail one after another; the document is asked for once in so long, and what is noticed meanwhile waits. */
const askEveryMs = 10_000
const askTimeoutMs = 5_000

export type NewerVersion = {
  /**
   * Asks for the document, because a file of the page did not come or an answer named another build. Within ten
   * seconds of the last time it asks once they are over, and once for all that was noticed meanwhile.
   *
   * @param build the other build; one whose document named the scripts that run here is not asked for again
   */
  readonly check: (build?: string) => Promise<void>
  readonly read: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Makes what remembers that there is a newer version.
 *
 * @param loadDocument the page's document as it is now; null where none comes
 * @param script the script that runs here, as the document of its version names it; null where that is not known
 */
export function createNewerVersion(
  loadDocument: () => Promise<string | null>,
  script: () => string | null,
): NewerVersion {
  let isNewer = false
  let mayAsk = true
  /** What was noticed since the document was asked for: other builds, and undefined where a file did not come. */
  const noticed = new Set<string | undefined>()
  /** The other build that has this page's scripts. */
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
      // During a deployment a server of this page's own build may have answered.
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
  // The document names it as an address or in a list, `assets/index.js`.
  return src === undefined ? null : new URL(src).pathname.slice(1)
})

/** Begins to hear of files that do not come, and of answers of another build. */
export function hearNewerVersions(): void {
  addEventListener('vite:preloadError', () => void newer.check())
  pageBuild.onOther((build) => void newer.check(build))
}

/** Whether a newer version is known to be there. */
export function useNewerVersion(): boolean {
  return useSyncExternalStore(newer.subscribe, newer.read)
}
