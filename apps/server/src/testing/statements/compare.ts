/** Compares the row that PostgreSQL returns with the row type of the code. */
import type { DescribedColumn } from './describe.ts'
import type { RowType } from './row.ts'

/** The JavaScript type of PostgreSQL types by oid; all others arrive as text. */
const kinds: ReadonlyMap<number, string> = new Map([
  [16, 'boolean'],
  [17, 'Buffer'],
  [21, 'number'],
  [23, 'number'],
  [26, 'number'],
  [114, 'any'],
  [199, 'any[]'],
  [700, 'number'],
  [701, 'number'],
  [1000, 'boolean[]'],
  [1001, 'Buffer[]'],
  [1002, 'string[]'],
  [1003, 'string'],
  [1005, 'number[]'],
  [1007, 'number[]'],
  [1009, 'string[]'],
  [1015, 'string[]'],
  [1016, 'string[]'],
  [1021, 'number[]'],
  [1022, 'number[]'],
  [1028, 'number[]'],
  [1082, 'Date'],
  [1114, 'Date'],
  [1115, 'Date[]'],
  [1182, 'Date[]'],
  [1184, 'Date'],
  [1185, 'Date[]'],
  [1231, 'number[]'],
  [2951, 'string[]'],
  [3802, 'any'],
  [3807, 'any[]'],
])
const bigint = 20

/** The JavaScript type of a column. */
function kindOf(oid: number, isRaw: boolean): string {
  if (oid === bigint) return isRaw ? 'string' : 'number'
  return kinds.get(oid) ?? 'string'
}

/** The nullable columns of tables: their names, by the table's oid and their number. */
export type NullableColumns = ReadonlyMap<string, string>

export type RowFault = {
  /** The field of the row. */
  readonly name: string
  readonly kind: 'absent' | 'kind' | 'null'
  readonly sentence: string
}

/** The differences between the returned row and the row type of the code. */
export function faultsOf(
  row: RowType,
  {
    text,
    columns,
    isRaw,
  }: {
    readonly text: string
    readonly columns: readonly DescribedColumn[]
    readonly isRaw: boolean
  },
  nullable: NullableColumns,
): readonly RowFault[] {
  if (row === null) return []
  const byName = new Map(columns.map((column) => [column.name, column]))
  return [...row].flatMap(([name, field]): readonly RowFault[] => {
    const column = byName.get(name)
    if (column === undefined) {
      const sentence = `gives no column ${name}`
      return field.mayBeAbsent ? [] : [{ name, kind: 'absent', sentence }]
    }
    const reads = [...field.kinds].join(' | ')
    const kind = kindOf(column.oid, isRaw)
    const faults: RowFault[] = []
    if (![...field.kinds].some((one) => fits(one, kind))) {
      const sentence = `gives ${name} as ${kind}, the code reads ${reads}`
      faults.push({ name, kind: 'kind', sentence })
    }
    const source = nullable.get(`${column.tableId}.${column.columnId}`)
    if (!field.mayBeNull && source !== undefined && !isRequired(text, source)) {
      const sentence = `may give null as ${name}, the code reads ${reads}`
      faults.push({ name, kind: 'null', sentence })
    }
    return faults
  })
}

/** Whether a condition of the statement drops rows with null in a column, because null equals nothing. */
function isRequired(text: string, column: string): boolean {
  const [, ...conditions] = text.split(/\bwhere\b/)
  return new RegExp(`\\b${column} (?:is not null|=|<=|>=|<|>|in \\()`).test(conditions.join(' '))
}

function fits(expected: string, kind: string): boolean {
  if (expected === 'any' || kind === 'any' || expected === kind) return true
  const isList = expected.endsWith('[]') && kind.endsWith('[]')
  return isList && fits(expected.slice(0, -2), kind.slice(0, -2))
}
