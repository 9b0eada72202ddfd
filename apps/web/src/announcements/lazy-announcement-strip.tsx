/** The strip of announcements, fetched after the page that it lies over (FLT-38). */
import { lazy } from 'react'
import { LaterPart } from '../app/later-part.tsx'

const Strip = lazy(async () => {
  // What somebody came for is drawn first.
  await new Promise((resolve) => setTimeout(resolve))
  return { default: (await import('./announcement-strip.tsx')).AnnouncementStrip }
})

/** The strip, once its file has come; the page stands without it. */
export function LazyAnnouncementStrip() {
  return (
    <LaterPart place={null}>
      <Strip />
    </LaterPart>
  )
}
