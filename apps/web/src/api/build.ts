/**
 * Detects answers from a server with another build of the pages (ADR 0045). Either build may be the newer
 * one: the page reads its own document before it shows a notice.
 */

/** The header with the build of the server's pages. */
export const buildHeader = 'x-web-build'

export type BuildWatch = {
  /** Reports the build of an answer; null or empty if the answer has none. */
  readonly note: (build: string | null) => void
  /** Sets the one listener; it is called with each different build of an answer. */
  readonly onOther: (listener: (build: string) => void) => void
}

/**
 * Creates a watch.
 *
 * @param own the build of the page; empty if its server has none
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

/** The watch of this page; its document has the build. */
export const pageBuild = createBuildWatch(() => document.documentElement.dataset['build'])
