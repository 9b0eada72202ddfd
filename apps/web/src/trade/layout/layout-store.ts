/** The layout of the trading page outside React, stored on the device. */
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
    // Without storage the choice lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

/** Chooses a preset; the sizes stay. */
export function choosePreset(preset: Preset): void {
  change({ ...layout, preset })
}

/** Stores a size in pixels within its limits; null resets it to the preset's. */
export function resize(name: SizeName, px: number | null): void {
  const next = px === null ? null : bounded(px, sizeBounds[name])
  if (next === layout.sizes[name]) return
  change({ ...layout, sizes: { ...layout.sizes, [name]: next } })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The layout; the component draws again when it changes. */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layout)
}

/** The preset only: a moving splitter does not redraw components that use it. */
export function usePreset(): Preset {
  return useSyncExternalStore(subscribe, () => layout.preset)
}
