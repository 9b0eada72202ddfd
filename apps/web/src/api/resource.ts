/**
 * A thing that the server tells once and that several places show: loaded when the first of them asks,
 * kept until the page is loaded again, changed by news. What needs pages, keys or invalidation goes
 * through the query cache instead; the frame and the home page do without its weight.
 */
import { useEffect, useSyncExternalStore } from 'react'

export type Loadable<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'error' }
  | { readonly state: 'ready'; readonly value: Value }

export type Resource<Value> = {
  readonly read: () => Loadable<Value>
  readonly subscribe: (listener: () => void) => () => void
  /** Loads it where that was not done yet. */
  readonly want: () => void
  /**
   * Loads it again; what is shown stays until the answer is there, and where there is none. Of several
   * loads the newest counts, whichever is answered last.
   */
  readonly reload: () => void
  /**
   * Changes the value, where there is one, by what was told. An answer that was asked for before gets
   * the same change, as it may not have it: it may be needed for what else is in it.
   */
  readonly change: (update: (value: Value) => Value) => void
  /** Takes a value that was told: it counts more than answers to what was asked before it. */
  readonly put: (value: Value) => void
}

/** Returns a resource that is loaded by a function; one that throws has failed. */
export function createResource<Value>(load: () => Promise<Value>): Resource<Value> {
  let loadable: Loadable<Value> = { state: 'loading' }
  let isWanted = false
  /** The newest load while nothing was told since, with what its answer has to be changed by. */
  let awaited: { readonly updates: ((value: Value) => Value)[] } | null = null
  const listeners = new Set<() => void>()
  const become = (next: Loadable<Value>) => {
    loadable = next
    for (const listener of listeners) listener()
  }
  const reload = () => {
    isWanted = true
    if (loadable.state === 'error') become({ state: 'loading' })
    const request = { updates: [] as ((value: Value) => Value)[] }
    awaited = request
    const finish = (next: Loadable<Value>) => {
      if (awaited !== request) return
      awaited = null
      if (next.state === 'ready' || loadable.state !== 'ready') become(next)
    }
    load().then(
      (value) =>
        finish({
          state: 'ready',
          value: request.updates.reduce((now, update) => update(now), value),
        }),
      () => finish({ state: 'error' }),
    )
  }
  return {
    read: () => loadable,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    want: () => {
      if (!isWanted) reload()
    },
    reload,
    change: (update) => {
      awaited?.updates.push(update)
      if (loadable.state === 'ready') become({ state: 'ready', value: update(loadable.value) })
    },
    put: (value) => {
      isWanted = true
      awaited = null
      become({ state: 'ready', value })
    },
  }
}

/** Loads a resource, also where that failed before. */
export function wantAgain<Value>(resource: Resource<Value>): void {
  if (resource.read().state === 'error') resource.reload()
  else resource.want()
}

/** Loads a resource, also where that failed before; ends when its value is there or the load failed. */
export async function loaded<Value>(resource: Resource<Value>): Promise<void> {
  wantAgain(resource)
  if (resource.read().state !== 'loading') return
  await new Promise<void>((resolve) => {
    const stop = resource.subscribe(() => {
      if (resource.read().state === 'loading') return
      stop()
      resolve()
    })
  })
}

/** A resource's state, kept current; the first use loads it. */
export function useResource<Value>(resource: Resource<Value>): Loadable<Value> {
  useEffect(() => resource.want(), [resource])
  return useSyncExternalStore(resource.subscribe, resource.read)
}
