/**
 * Server data that several components show. The first one loads it, it lasts until the page is reloaded, and
 * events change it. Data with pages, keys or invalidation belongs in the query cache instead; the frame and
 * the home page do not load that cache.
 */
import { useEffect, useSyncExternalStore } from 'react'

export type Loadable<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'error' }
  | { readonly state: 'ready'; readonly value: Value }

export type Resource<Value> = {
  readonly read: () => Loadable<Value>
  readonly subscribe: (listener: () => void) => () => void
  /** Loads the value if it was not loaded yet. */
  readonly want: () => void
  /**
   * Loads the value again. The old value stays until the answer comes, and after a failure. Of several loads
   * only the newest counts.
   */
  readonly reload: () => void
  /**
   * Changes a loaded value by an event. The same change is applied to the answer of a running load, which may
   * be older than the event.
   */
  readonly change: (update: (value: Value) => Value) => void
  /** Sets a value from an event; answers of earlier loads no longer count. */
  readonly put: (value: Value) => void
}

/** Creates a resource from its load function; a rejected load is an error. */
export function createResource<Value>(load: () => Promise<Value>): Resource<Value> {
  let loadable: Loadable<Value> = { state: 'loading' }
  let isWanted = false
  /** The newest load since the last `put`, with the changes to apply to its answer. */
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

/** Loads a resource, also after an earlier failure. */
export function wantAgain<Value>(resource: Resource<Value>): void {
  if (resource.read().state === 'error') resource.reload()
  else resource.want()
}

/** Loads a resource, also after an earlier failure; resolves when the value is there or the load failed. */
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

/** A resource's state; the first use loads it. */
export function useResource<Value>(resource: Resource<Value>): Loadable<Value> {
  useEffect(() => resource.want(), [resource])
  return useSyncExternalStore(resource.subscribe, resource.read)
}
