/** A table section of a person's page, or a sentence if it is empty. */
import type { ReactNode } from 'react'
import deskStyles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'

export type TablePartProps = {
  readonly name: string
  /** Shown if the table is empty. */
  readonly empty: string
  readonly isEmpty: boolean
  readonly columns: readonly string[]
  /** Whether all columns except the first are numeric. */
  readonly isNumbers?: boolean
  /** Rendered below the table. */
  readonly note?: ReactNode
  /** Rendered beside the title. */
  readonly action?: ReactNode
  /** The rows. */
  readonly children: ReactNode
}

/** The section. */
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
