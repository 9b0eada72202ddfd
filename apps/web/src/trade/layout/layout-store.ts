/** The arrangement of the trading page outside React, kept on the device. */
import { useSyncExternalStore } from 'react'
import {
  bounded,
  sizeBounds,
  type Layout,
  type Preset,
  readLayout,
  type SizeName,
} from './layout-rule.ts'

const key = 'tukar.trade.layout'
const listeners = new Set<() => void>()

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

let layout = readLayout(read())

function change(next: Layout): void {
  layout = next
  try {
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    // A device that keeps nothing forgets the choice at the next visit; it holds until then.
  }
  for (const listener of listeners) listener()
}

/** Arranges the page by a preset; the sizes stay. */
export function choosePreset(preset: Preset): void {
  change({ ...layout, preset })
}

/** Keeps a size in pixels, within its bounds; null gives it back to the preset. */
export function resize(name: SizeName, px: number | null): void {
  const next = px === null ? null : bounded(px, sizeBounds[name])
  if (next === layout.sizes[name]) return
  change({ ...layout, sizes: { ...layout.sizes, [name]: next } })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The whole arrangement, kept current. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layout)
}

/** The preset alone: what shows other parts by it is not drawn again while a splitter moves. */
export function usePreset(): Preset {
  return useSyncExternalStore(subscribe, () => layout.preset)
}
