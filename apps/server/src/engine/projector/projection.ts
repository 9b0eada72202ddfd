/**
 * Projections of modules: work in the transaction of the tables, so that it is done exactly once per event
 * . Each is a module file, because the projector runs in a worker and functions cannot be passed to it.
 */
import type { AppliedBatch } from '../committing/batch.ts'

/** Runs one statement in the projector's transaction and returns its rows. */
export type ProjectionQuery = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** A committed batch as a projection sees it. */
export type ProjectedBatch = Pick<AppliedBatch, 'row' | 'timeMs' | 'commands'>

/**
 * Processes committed batches, in order, each once. It may use only `query` and must not take longer than the
 * tables themselves. An error makes the engine reload and try again.
 */
export type Projection = (
  batches: readonly ProjectedBatch[],
  query: ProjectionQuery,
) => Promise<void>

/** Loads projections: each module exports a function `project`. */
export async function loadProjections(urls: readonly string[]): Promise<readonly Projection[]> {
  return Promise.all(
    urls.map(async (url) => {
      const loaded: unknown = await import(url)
      if (!isProjectionModule(loaded)) throw new Error(`${url} exports no function 'project'`)
      return loaded.project
    }),
  )
}

function isProjectionModule(loaded: unknown): loaded is { readonly project: Projection } {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'project' in loaded &&
    typeof loaded.project === 'function'
  )
}
