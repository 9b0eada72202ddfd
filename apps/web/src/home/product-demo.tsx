/**
 * The section of the order demonstration. Its code and its connection to the order book are loaded when the
 * section is near the window, so that the top of the page loads faster.
 */
import { landingMessages } from '@tukar/i18n'
import { lazy, useEffect, useRef, useState } from 'react'
import { LazyPart } from '../app/later-part.tsx'
import { pageTranslator } from '../app/translate.ts'
import { DemoSkeleton } from './demo-skeleton.tsx'
import styles from './home-page.module.css'

const t = pageTranslator(landingMessages)

const OrderDemo = lazy(async () => ({ default: (await import('./order-demo.tsx')).OrderDemo }))

/** How far below the window the section starts to load. */
const nearMargin = '400px'

/** The section "The receipt before the click". */
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
        <h2 id="home-product">{t('demoTitle')}</h2>
        <p>{t('demoText')}</p>
      </header>
      <LazyPart place={<DemoSkeleton />}>{isNear ? <OrderDemo /> : <DemoSkeleton />}</LazyPart>
    </section>
  )
}
