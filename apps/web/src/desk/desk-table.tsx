/**
 * A table of the console. On a phone each row is a card with the column's name above each cell. The style
 * sheet gets the column names as custom properties, so that no cell repeats them.
 */
import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import deskStyles from './desk.module.css'
import styles from './desk-table.module.css'
import { ScrollBox } from './scroll-box.tsx'

export type Head = {
  readonly text: string
  /** Numeric columns are right-aligned. */
  readonly isFigure?: boolean
}

export type DeskTableProps = {
  readonly label: string
  /** In the order of the cells; at most twelve. */
  readonly heads: readonly (string | Head)[]
  readonly caption?: ReactNode
  readonly className?: string | undefined
  /** The rows. */
  readonly children: ReactNode
}

/** A column of figures. */
export function figureHead(text: string): Head {
  return { text, isFigure: true }
}

/** The table. */
export function DeskTable({ label, heads, caption, className, children }: DeskTableProps) {
  const known = heads.map((head) => (typeof head === 'string' ? { text: head } : head))
  return (
    <ScrollBox label={label}>
      <table
        className={classes(deskStyles['table'], styles['rows'], className)}
        style={toHeadProperties(known)}
      >
        {caption}
        <thead>
          <tr>
            {known.map(({ text, isFigure }) => (
              <th key={text} scope="col" className={classes(isFigure && styles['figure'])}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollBox>
  )
}

/** The column names as custom properties: `--head-1: "Time"`. */
function toHeadProperties(heads: readonly Head[]): CSSProperties {
  return Object.fromEntries(
    heads.map(({ text }, index) => [`--head-${index + 1}`, JSON.stringify(text)]),
  )
}
