/** The announcement strip, loaded after the page that it overlays (FLT-38). */
import { lazy } from 'react'
import { LazyPart } from '../app/later-part.tsx'

const Strip = lazy(async () => {
  // The page's content is drawn first.
  await new Promise((resolve) => setTimeout(resolve))
  return { default: (await import('./announcement-strip.tsx')).AnnouncementStrip }
})

/** The strip, once its file is loaded; the page does not wait for it. */
export function LazyAnnouncementStrip() {
  return (
    <LazyPart place={null}>
      <Strip />
    </LazyPart>
  )
}
