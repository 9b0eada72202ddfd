/** A part of a person's page that is a table, or a sentence while there is nothing in it. */
import type { ReactNode } from 'react'
import deskStyles from '../desk.module.css'
import { ScrollBox } from '../scroll-box.tsx'

export type TablePartProps = {
  readonly name: string
  /** What is said where nothing is in it. */
  readonly empty: string
  readonly isEmpty: boolean
  readonly columns: readonly string[]
  /** Whether all columns but the first are figures. */
  readonly isNumbers?: boolean
  /** Stands below the table. */
  readonly note?: ReactNode
  /** Stands beside the name. */
  readonly action?: ReactNode
  /** The rows. */
  readonly children: ReactNode
}

/** The part. */
export function TablePart(props: TablePartProps) {
  const { name, empty, isEmpty, columns, isNumbers = false, note, action, children } = props
  const table = deskStyles['table'] ?? ''
  return (
    <section className={deskStyles['card']} aria-label={name}>
      <div className={deskStyles['pageHead']}>
        <h2>{name}</h2>
        {action}
      </div>
      {isEmpty ? (
        <p className={deskStyles['quiet']}>{empty}</p>
      ) : (
        <>
          <ScrollBox label={name}>
            <table className={isNumbers ? `${table} ${deskStyles['numbers']}` : table}>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>{children}</tbody>
            </table>
          </ScrollBox>
          {note !== undefined && <p className={deskStyles['quiet']}>{note}</p>}
        </>
      )}
    </section>
  )
}
