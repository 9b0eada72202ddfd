/** Reports an accepted withdrawal above the form, and scrolls to the report. */
import { useEffect, useRef } from 'react'
import { Banner } from '../ui/feedback.tsx'
import { bringIntoView } from '../ui/into-view.ts'

/** The banner; the page scrolls to it when it appears. */
export function AcceptedBanner({ title, text }: { readonly title: string; readonly text: string }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(banner.current), [])
  return (
    <div ref={banner}>
      <Banner tone="good" isSpoken>
        <strong>{title}</strong>
        <p>{text}</p>
      </Banner>
    </div>
  )
}
