/** The browser tab's title: the product's name, a bar, the page's name (GEN-10). */
import { useEffect } from 'react'
import { clientConfig } from './client-config.ts'

/** Sets the title to "{product} | {name}" while the page is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    document.title = `${clientConfig.product} | ${name}`
  }, [name])
}
