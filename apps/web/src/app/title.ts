/** The browser tab's title: product name, bar, page name (GEN-10). */
import { useEffect } from 'react'
import { clientConfig } from './client-config.ts'

/** Sets the title to "{product} | {name}" while the page is shown. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    document.title = `${clientConfig.product} | ${name}`
  }, [name])
}
