/**
 * Notices answers of a server that sends another build of the pages than the one that runs here (ADR 0045). It says
 * nothing yet of which is newer: the page asks for its own document before it tells anybody.
 */

/** The header by which each answer names the build of its server's pages. */
export const buildHeader = 'x-web-build'

export type BuildWatch = {
  /** Hears the build that an answer named; null or empty where it named none. */
  readonly note: (build: string | null) => void
  /** Calls the listener with each other build that an answer named. */
  readonly onOther: (listener: (build: string) => void) => () => void
}

/**
 * Makes a watch.
 *
 * @param own the build of the page; empty where its server named none
 */
export function createBuildWatch(own: () => string): BuildWatch {
  const listeners = new Set<(build: string) => void>()
  return {
    note(build) {
      if (build === null || build === '') return
      const here = own()
      if (here === '' || build === here) return
      for (const listener of listeners) listener(build)
    },
    onOther(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The watch of this page, whose document has the name of its build. */
export const pageBuild = createBuildWatch(() => document.documentElement.dataset['build'] ?? '')
