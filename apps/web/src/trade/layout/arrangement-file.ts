/** Loads the arrangement of the wide page when the page is idle: it is only needed after an interaction. */
import { useEffect, useSyncExternalStore } from 'react'
import { createResource, wantAgain } from '../../api/resource.ts'
import { whenIdle } from '../../app/after-paint.ts'

/** The splitters and the entries of the menu. */
export const arrangementFile = createResource(async () => {
  const [splitters, { LayoutChoices }] = await Promise.all([
    import('./splitters.tsx'),
    import('./layout-choices.tsx'),
  ])
  return { ...splitters, LayoutChoices }
})

/** Loads it when the page is idle; null before. Without it the panes keep their sizes. */
export function useArrangement() {
  useEffect(() => whenIdle(() => wantAgain(arrangementFile)), [])
  const file = useSyncExternalStore(arrangementFile.subscribe, arrangementFile.read)
  return file.state === 'ready' ? file.value : null
}
