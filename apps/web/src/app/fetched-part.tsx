/**
 * A part of a page whose file is a resource. React's `lazy` keeps a failure forever; a resource is fetched
 * again on the next use or on request. Chromium itself keeps a module's failure for the life of the document,
 * so the last resort is a reload.
 */
import { shellMessages } from '@tukar/i18n'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { loaded, type Resource, wantAgain } from '../api/resource.ts'
import { ErrorState } from '../ui/feedback.tsx'
import { reloadIfReachable } from './page-file.ts'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)

export type FetchedPartProps<Part> = {
  /** The exports of the file. */
  readonly file: Resource<Part>
  /** The placeholder while the part loads. */
  readonly place: ReactNode
  /** Renders the fallback after a failure; the function fetches the part again. */
  readonly missing?: (retry: () => void) => ReactNode
  /** Renders the loaded part. */
  readonly children: (part: Part) => ReactNode
}

/** Renders the part, its placeholder or its fallback. */
export function ResourcePart<Part>(props: FetchedPartProps<Part>) {
  const { file, place, missing = partMissing, children } = props
  useEffect(() => wantAgain(file), [file])
  const part = useSyncExternalStore(file.subscribe, file.read)
  switch (part.state) {
    case 'loading':
      return place
    case 'error':
      return missing(() => {
        fetchAgain(file).catch(() => undefined)
      })
    case 'ready':
      return children(part.value)
  }
}

async function fetchAgain<Part>(file: Resource<Part>): Promise<void> {
  await loaded(file)
  if (file.read().state === 'error') await reloadIfReachable()
}

/** The fallback of a part; the rest of the page still works. */
export function partMissing(retry: () => void): ReactNode {
  return <ErrorState title={t('panelFailed')} text={t('moneySafe')} onRetry={retry} />
}

/** The empty fallback, for an optional part. */
export function nothing(): ReactNode {
  return null
}
