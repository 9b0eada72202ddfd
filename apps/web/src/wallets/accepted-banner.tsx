/** Says that a withdrawal was taken: above the form, where it is seen from wherever that was confirmed. */
import { useEffect, useRef } from 'react'
import { Banner } from '../ui/feedback.tsx'
import { bringIntoView } from '../ui/into-view.ts'

/** The banner; the page moves to it as it appears. */
export function AcceptedBanner({ title, text }: { readonly title: string; readonly text: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(place.current), [])
  return (
    <div ref={place}>
      <Banner tone="good" isSpoken>
        <strong>{title}</strong>
        <p>{text}</p>
      </Banner>
    </div>
  )
}
