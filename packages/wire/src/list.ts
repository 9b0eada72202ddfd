/**
 * The list form of calls (API-03, DEC-137): page, rows, sort, order, filter_rules → data.datas. Each call
 * names the fields that it may be sorted and filtered by; that table is the allow-list and the mapping to
 * our names at once. Anything else is no list (ATT-22 to ATT-26).
 */
import * as z from 'zod/mini'

export const listRowsMax = 100
const listRowsDefault = 20
/** No page begins beyond this row: deeper ones would be slow to find (ATT-26). */
const listOffsetMax = 100_000
const filterRulesMax = 10
const filterTextMax = 4_096
const filterValuesMax = 20
const valueLengthMax = 200

export const filterOps = ['equal', 'notequal', 'contains', 'greater', 'less', 'in'] as const
export type FilterOp = (typeof filterOps)[number]

/** What a field is compared with. */
export type Scalar = string | number | boolean

const plainText = z.string().check(z.maxLength(valueLengthMax), z.regex(/^\P{Cc}*$/u))
const scalar = z.union([plainText, z.number(), z.boolean()])

const WireRule = z.strictObject({
  field: z.string(),
  op: z.enum(filterOps),
  value: z.union([scalar, z.array(scalar).check(z.maxLength(filterValuesMax))]),
})

const WireRules = z.array(WireRule).check(z.maxLength(filterRulesMax))

/** The query of a list call, as text of the address. Other keys are ignored. */
export const ListQuery = z.object({
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
  rows: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
  sort: z.optional(z.string()),
  order: z.optional(z.enum(['asc', 'desc', 'ASC', 'DESC'])),
  filter_rules: z.optional(z.string().check(z.maxLength(filterTextMax))),
})

/** A field that a list may be sorted and filtered by. */
export type ListField = {
  /** Our name of it. */
  readonly name: string
  /** Only texts can be asked whether they contain something. */
  readonly isText: boolean
  /** A value of the wire as ours; null for one that the field cannot have. */
  readonly read: (value: Scalar) => Scalar | null
}

export type ListFields = Readonly<Record<string, ListField>>

/** A condition by our names. `in` has several values, every other operation one. */
export type FilterRule = {
  readonly field: string
  readonly op: FilterOp
  readonly values: readonly Scalar[]
}

export type List = {
  /** From 1. */
  readonly page: number
  /** Rows of a page, at most `listRowsMax`. */
  readonly rows: number
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly filters: readonly FilterRule[]
}

/** A text field of this name of ours. */
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

/** A field of few words: those of the wire, and what each is for us. */
export function wordField(name: string, words: Readonly<Record<string, Scalar>>): ListField {
  const read = (value: Scalar) => {
    const word = String(value)
    return Object.hasOwn(words, word) ? (words[word] ?? null) : null
  }
  return { name, isText: false, read }
}

/**
 * Reads the query of a list call; null where it is not one that this list answers.
 *
 * @param sort the wire field that the list is sorted by where nothing is said
 */
export function readList(query: unknown, fields: ListFields, sort: string): List | null {
  const parsed = ListQuery.safeParse(query)
  if (!parsed.success) return null
  const { filter_rules, ...rest } = parsed.data
  const page = Number(rest.page ?? 1)
  const rows = Math.min(Number(rest.rows ?? listRowsDefault), listRowsMax)
  const sorted = fieldOf(fields, rest.sort ?? sort)
  const filters = readFilters(filter_rules ?? '', fields)
  if (sorted === null || filters === null || (page - 1) * rows > listOffsetMax) return null
  const order = rest.order?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  return { page, rows, sort: sorted.name, order, filters }
}

function fieldOf(fields: ListFields, name: string): ListField | null {
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
  const known = fieldOf(fields, field)
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

/** The data of a list answer. */
export type ListData<Row> = {
  readonly datas: readonly Row[]
  readonly total: number
  readonly page: number
  readonly rows: number
}
