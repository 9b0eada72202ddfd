/**
 * A table with four states: loading (a skeleton of the final size), failed (with a retry button), empty (one
 * sentence), and filled.
 */
import { shellMessages } from '@tukar/i18n'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { classes } from './classes.ts'
import styles from './data-table.module.css'
import { EmptyState, ErrorState, Skeleton, VisuallyHidden } from './feedback.tsx'
import { Icon } from './icon.tsx'
import { findClickTarget } from './row-click.ts'

const t = pageTranslator(shellMessages)

/** How a column sorts the table; the page sorts the rows. */
export type ColumnSort = {
  /** Null if the rows are not sorted by this column. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
}

export type Column<Row> = {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers are aligned to the end. */
  readonly align?: 'start' | 'end'
  /** Hidden on phones. */
  readonly isWideOnly?: boolean
  /** Class of the column's cells and head, for a page that sets their width. */
  readonly className?: string | undefined
  readonly sort?: ColumnSort | undefined
  /**
   * Share of the width, "22%". If every column has one, nothing moves when rows load; on phones the shares of
   * hidden columns go to the others.
   */
  readonly width?: string
  /** Width of the skeleton's bar. */
  readonly skeletonWidth?: number
}

type RowSize = CSSProperties & { readonly '--table-row': string }

export type DataTableProps<Row> = {
  /** Describes the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly state: 'loading' | 'error' | 'ready'
  readonly empty: ReactNode
  readonly error?: ReactNode
  readonly onRetry?: () => void
  /** A click on the row; the row also has a link to the same target. */
  readonly onRowClick?: (row: Row) => void
  readonly skeletonRows?: number
  readonly isDense?: boolean
  readonly rowHeightPx?: number
  readonly className?: string | undefined
}

/** A table with rows of one type. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, state, rows, isDense = false, onRowClick, rowHeightPx } = props
  const size: RowSize | undefined =
    rowHeightPx === undefined ? undefined : { '--table-row': `${rowHeightPx}px` }
  const isFixed = columns.every(({ width }) => width !== undefined)
  const isShort = state === 'error' || (state === 'ready' && rows.length === 0)
  return (
    <div className={classes(styles['frame'], props.className)} style={size}>
      <table
        aria-busy={state === 'loading'}
        className={classes(
          styles['table'],
          isDense && styles['dense'],
          isFixed && styles['fixed'],
          onRowClick !== undefined && styles['clickable'],
        )}
      >
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        {isFixed && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.key} style={{ width: column.width }} className={cellClass(column)} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        {!isShort && <tbody>{state === 'loading' ? skeletons(props) : filled(props)}</tbody>}
      </table>
      {isShort && (state === 'error' ? failure(props) : emptiness(props))}
    </div>
  )
}

function cellClass<Row>({ align, isWideOnly, className }: Column<Row>): string {
  return classes(align === 'end' && styles['end'], isWideOnly && styles['wide'], className)
}

/** A column's head; a sortable one is a button with its direction. */
function Head<Row>({ column }: { readonly column: Column<Row> }) {
  const { head, sort } = column
  if (sort === undefined) {
    return (
      <th scope="col" className={cellClass(column)}>
        {head}
      </th>
    )
  }
  const { direction, onSort } = sort
  return (
    <th scope="col" className={cellClass(column)} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles['sort']} onClick={onSort}>
        {head}
        <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />
      </button>
    </th>
  )
}

function skeletons<Row>({ columns, skeletonRows = 5 }: DataTableProps<Row>) {
  return Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={`skeleton${index}`}>
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          <Skeleton width={column.skeletonWidth ?? 72} />
        </td>
      ))}
    </tr>
  ))
}

function filled<Row>({ columns, rows, rowKey, onRowClick }: DataTableProps<Row>) {
  const click = (event: MouseEvent, row: Row) => {
    const isControl = event.target instanceof Element && event.target.closest('a, button') !== null
    const place = isControl || onRowClick === undefined ? null : findClickTarget(event)
    if (place === 'here') onRowClick?.(row)
    if (place !== 'newTab') return
    const link = event.currentTarget.querySelector('a')
    if (link !== null) open(link.href, '_blank', 'noopener')
  }
  return rows.map((row) => (
    <tr
      key={rowKey(row)}
      onClick={(event) => click(event, row)}
      onAuxClick={(event) => click(event, row)}
    >
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  ))
}

function failure<Row>({ error, onRetry }: DataTableProps<Row>) {
  return (
    <ErrorState
      title={typeof error === 'string' ? error : t('serverError')}
      {...(onRetry !== undefined && { onRetry })}
    />
  )
}

function emptiness<Row>({ empty }: DataTableProps<Row>) {
  return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty
}
