/**
 * Notices answers of a server that sends another build of the pages than the one that runs here (ADR 0045). It says
 * nothing yet of which is newer: the page asks for its own document before it tells anybody.
 */

/** The header by which each answer names the build of its server's pages. */
export const buildHeader = 'x-web-build'

export type BuildWatch = {
  /** Hears the build that an answer named; null or empty where it named none. */
  readonly note: (build: string | null) => void
  /** Has one listener called with each other build that an answer names. */
  readonly onOther: (listener: (build: string) => void) => void
}

/**
 * Makes a watch.
 *
 * @param own the build of the page; empty where its server named none
 */
export function createBuildWatch(own: () => string | undefined): BuildWatch {
  let hear: ((build: string) => void) | null = null
  return {
    note(build) {
      if (build && own() && build !== own()) hear?.(build)
    },
    onOther(listener) {
      hear = listener
    },
  }
}

/** The watch of this page, whose document has the name of its build. */
export const pageBuild = createBuildWatch(() => document.documentElement.dataset['build'])
