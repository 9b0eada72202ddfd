/**
 * The list form of calls (API-03, DEC-137): page, rows, sort, order, filter_rules → data.datas. Each call has
 * a table of its sort and filter fields: the table is the allow-list and maps wire names to ours. Any other
 * query is refused (ATT-22 to ATT-26).
 */
import * as z from 'zod/mini'

export const listRowsMax = 100
const listRowsDefault = 20
/** The maximum offset of a page: deeper pages would be slow (ATT-26). */
const listOffsetMax = 100_000
const filterRulesMax = 10
const filterTextMax = 4_096
const filterValuesMax = 20
const valueLengthMax = 200

export const filterOps = ['equal', 'notequal', 'contains', 'greater', 'less', 'in'] as const
export type FilterOp = (typeof filterOps)[number]

/** A value that a field is compared with. */
export type Scalar = string | number | boolean

const plainText = z.string().check(z.maxLength(valueLengthMax), z.regex(/^\P{Cc}*$/u))
const scalar = z.union([plainText, z.number(), z.boolean()])

const WireRule = z.strictObject({
  field: z.string(),
  op: z.enum(filterOps),
  value: z.union([scalar, z.array(scalar).check(z.maxLength(filterValuesMax))]),
})

const WireRules = z.array(WireRule).check(z.maxLength(filterRulesMax))

/** The query of a list call. Unknown keys are ignored. */
export const ListQuery = z.object({
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
  rows: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
  sort: z.optional(z.string()),
  order: z.optional(z.enum(['asc', 'desc', 'ASC', 'DESC'])),
  filter_rules: z.optional(z.string().check(z.maxLength(filterTextMax))),
})

/** A sort and filter field. */
export type ListField = {
  /** Our name of the field. */
  readonly name: string
  /** Only text fields support `contains`. */
  readonly isText: boolean
  /** Converts a wire value to ours; null if the field cannot have it. */
  readonly read: (value: Scalar) => Scalar | null
}

export type ListFields = Readonly<Record<string, ListField>>

/** A condition with our names. `in` has several values, all other operations one. */
export type FilterRule = {
  readonly field: string
  readonly op: FilterOp
  readonly values: readonly Scalar[]
}

export type List = {
  /** Counted from 1. */
  readonly page: number
  /** Rows of a page, at most `listRowsMax`. */
  readonly rows: number
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly filters: readonly FilterRule[]
}

/** A text field with this name of ours. */
export function textField(name: string): ListField {
  return { name, isText: true, read: (value) => (typeof value === 'string' ? value : null) }
}

/** A field of whole numbers, 0 to 15 digits. */
export function numberField(name: string): ListField {
  const read = (value: Scalar) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : null)
  return { name, isText: false, read }
}

/** A field of times: ISO texts on the wire, milliseconds since 1970 for us. */
export function timeField(name: string): ListField {
  const read = (value: Scalar) => {
    const timeMs = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(timeMs) ? null : timeMs
  }
  return { name, isText: false, read }
}

/** A field with a few values: those of the wire, each mapped to ours. */
export function wordField(name: string, words: Readonly<Record<string, Scalar>>): ListField {
  const read = (value: Scalar) => {
    const word = String(value)
    return Object.hasOwn(words, word) ? (words[word] ?? null) : null
  }
  return { name, isText: false, read }
}

/**
 * Reads the query of a list call; null if this list does not support it.
 *
 * @param sort the default sort field, by its wire name
 */
export function readList(query: unknown, fields: ListFields, sort: string): List | null {
  const parsed = ListQuery.safeParse(query)
  if (!parsed.success) return null
  const { filter_rules, ...rest } = parsed.data
  const page = Number(rest.page ?? 1)
  const rows = Math.min(Number(rest.rows ?? listRowsDefault), listRowsMax)
  const sorted = findField(fields, rest.sort ?? sort)
  const filters = readFilters(filter_rules ?? '', fields)
  if (sorted === null || filters === null || (page - 1) * rows > listOffsetMax) return null
  const order = rest.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  return { page, rows, sort: sorted.name, order, filters }
}

function findField(fields: ListFields, name: string): ListField | null {
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null
}

function readFilters(text: string, fields: ListFields): readonly FilterRule[] | null {
  const parsed = WireRules.safeParse(text === '' ? [] : parseJson(text))
  if (!parsed.success) return null
  const filters = parsed.data.map((rule) => readRule(rule, fields))
  return filters.includes(null) ? null : filters.filter((rule) => rule !== null)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readRule(
  { field, op, value }: z.infer<typeof WireRule>,
  fields: ListFields,
): FilterRule | null {
  const known = findField(fields, field)
  if (known === null || (op === 'contains' && !known.isText)) return null
  if (Array.isArray(value) !== (op === 'in')) return null
  const values: Scalar[] = []
  for (const one of Array.isArray(value) ? value : [value]) {
    const read = known.read(one)
    if (read === null) return null
    values.push(read)
  }
  return { field: known.name, op, values }
}

/** The `data` of a list answer. */
export type ListData<Row> = {
  readonly datas: readonly Row[]
  readonly total: number
  readonly page: number
  readonly rows: number
}
