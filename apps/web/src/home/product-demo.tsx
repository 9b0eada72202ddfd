/**
 * The section with the order demonstration. Its code and its line to the book are fetched when the
 * section comes near the window: the top of the page does not pay for it.
 */
import { landingMessages } from '@tukar/i18n'
import { lazy, useEffect, useRef, useState } from 'react'
import { LaterPart } from '../app/later-part.tsx'
import { sayer } from '../app/translate.ts'
import { DemoSkeleton } from './demo-skeleton.tsx'
import styles from './home-page.module.css'

const say = sayer(landingMessages)

const OrderDemo = lazy(async () => ({ default: (await import('./order-demo.tsx')).OrderDemo }))

/** How far below the window the section begins to load. */
const nearMargin = '400px'

/** "The receipt before the click". */
export function ProductDemo() {
  const section = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (section.current === null) return undefined
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setNear(true)
        watcher.disconnect()
      },
      { rootMargin: nearMargin },
    )
    watcher.observe(section.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <section ref={section} className={styles['product']} aria-labelledby="home-product">
      <header>
        <h2 id="home-product">{say('demoTitle')}</h2>
        <p>{say('demoText')}</p>
      </header>
      <LaterPart place={<DemoSkeleton />}>{isNear ? <OrderDemo /> : <DemoSkeleton />}</LaterPart>
    </section>
  )
}
