/** The content for an unknown address, on the site and for operators. */
import { shellMessages, statusPageMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)
const tStatus = pageTranslator(statusPageMessages)

/** The title of the page. */
export const notFoundTitle = () => t('notFound')

/** Tells that the address is unknown and offers the given links (DEC-05). */
export function NotFoundView({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <p className={styles['pageMark']} aria-hidden="true">
        404
      </p>
      <h1>{notFoundTitle()}</h1>
      <p>{tStatus('notFoundText')}</p>
      <div className={styles['pageActions']}>{children}</div>
    </div>
  )
}
