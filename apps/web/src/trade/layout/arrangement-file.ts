/** What arranges the wide page: it acts after a touch alone, so its file is fetched once the page is idle. */
import { useEffect, useSyncExternalStore } from 'react'
import { createResource, wantAgain } from '../../api/resource.ts'
import { whenIdle } from '../../app/after-paint.ts'

/** The splitters, and the choices of the menu. */
export const arrangementFile = createResource(async () => {
  const [splitters, { LayoutChoices }] = await Promise.all([
    import('./splitters.tsx'),
    import('./layout-choices.tsx'),
  ])
  return { ...splitters, LayoutChoices }
})

/** Fetches it when the page is idle; null until it has come. Without it the panes keep their sizes. */
export function useArrangement() {
  useEffect(() => whenIdle(() => wantAgain(arrangementFile)), [])
  const file = useSyncExternalStore(arrangementFile.subscribe, arrangementFile.read)
  return file.state === 'ready' ? file.value : null
}
