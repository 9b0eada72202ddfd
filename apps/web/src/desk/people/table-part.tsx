/** A part of a person's page that is a table, or a sentence while there is nothing in it. */
import type { ReactNode } from 'react'
import deskStyles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'

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
          <DeskTable
            label={name}
            heads={columns}
            className={isNumbers ? deskStyles['numbers'] : undefined}
          >
            {children}
          </DeskTable>
          {note !== undefined && <p className={deskStyles['quiet']}>{note}</p>}
        </>
      )}
    </section>
  )
}
