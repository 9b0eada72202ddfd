/** The dialogs that are open, so that what must be above all stands within the topmost one. */
import { useSyncExternalStore } from 'react'

let dialogs: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}

/** Notes that a dialog is open; returns what notes that it is not any more. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((one) => one !== dialog))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The topmost open dialog, null while there is none: all outside of it is behind its backdrop. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, () => dialogs.at(-1) ?? null)
}
