/**
 * Projections of modules: what has to happen in the same transaction as the tables, so that each event
 * is acted on exactly once. They are modules of their own, because the projector runs in a worker
 * to which no function can be handed.
 */
import type { AppliedBatch } from '../batch.ts'

/** Runs one statement in the projector's transaction and returns its rows. */
export type ProjectionQuery = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** A committed batch as a projection sees it. */
export type ProjectedBatch = Pick<AppliedBatch, 'row' | 'timeMs' | 'commands'>

/**
 * Acts on committed batches, given in order, each once. It may only use `query`, must not take longer
 * than the tables themselves, and what it throws makes the engine reload and try again.
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
