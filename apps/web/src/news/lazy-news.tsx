/** The news panel, loaded after the page (FLT-38). */
import { lazy } from 'react'
import { LazyPart } from '../app/later-part.tsx'

const NewsPanel = lazy(async () => ({ default: (await import('./news-panel.tsx')).NewsPanel }))

/** The panel, once its file is loaded; the page does not wait for it. */
export function LazyNews({ hasTitle = true }: { readonly hasTitle?: boolean }) {
  return (
    <LazyPart place={null}>
      <NewsPanel hasTitle={hasTitle} />
    </LazyPart>
  )
}
