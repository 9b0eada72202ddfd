/**
 * A part of a page whose file is kept as a resource. React's `lazy` keeps a failure for ever; a resource is fetched
 * again when the part is shown again, or when its reader asks for that. Chromium itself keeps the failure of a module
 * as long as the document is there, so the last resort is the document again.
 */
import { shellMessages } from '@tukar/i18n'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { loaded, type Resource, wantAgain } from '../api/resource.ts'
import { ErrorState } from '../ui/feedback.tsx'
import { reloadIfReachable } from './page-file.ts'
import { sayer } from './translate.ts'

const say = sayer(shellMessages)

export type FetchedPartProps<Part> = {
  /** What the file exports. */
  readonly file: Resource<Part>
  /** Stands there until the part has come. */
  readonly place: ReactNode
  /** Draws what stands there where the part did not come; the function fetches it again. */
  readonly missing?: (retry: () => void) => ReactNode
  /** Draws the part. */
  readonly children: (part: Part) => ReactNode
}

/** The part, its place, or what is said in its stead. */
export function FetchedPart<Part>(props: FetchedPartProps<Part>) {
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

/** A part whose file did not come is missing alone; what stands beside it still shows the market. */
export function partMissing(retry: () => void): ReactNode {
  return <ErrorState title={say('panelFailed')} text={say('moneySafe')} onRetry={retry} />
}

/** For a part that the page can do without. */
export function nothing(): ReactNode {
  return null
}
