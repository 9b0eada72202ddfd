/** What stands where an address leads to nothing, on the site and for operators. */
import { shellMessages, statusPageMessages } from '@tukar/i18n'
import type { ReactNode } from 'react'
import styles from './frame.module.css'
import { sayer } from './translate.ts'

const say = sayer(shellMessages)
const sayStatus = sayer(statusPageMessages)

/** What the page is called. */
export const notFoundTitle = () => say('notFound')

/** Says that nothing is at this address, with the ways on that are given (DEC-05). */
export function NotFoundView({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <p className={styles['pageMark']} aria-hidden="true">
        404
      </p>
      <h1>{notFoundTitle()}</h1>
      <p>{sayStatus('notFoundText')}</p>
      <div className={styles['pageActions']}>{children}</div>
    </div>
  )
}
