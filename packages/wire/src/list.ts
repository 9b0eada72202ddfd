/** The list form of calls (API-03, DEC-137): page, rows, sort, order, filter_rules → data.datas. */
import * as z from 'zod/mini'

export const listRowsMax = 100
const listPageMax = 10_000
const filterRulesMax = 10
const filterTextMax = 4_096

export const filterOps = ['equal', 'notequal', 'contains', 'greater', 'less', 'in'] as const
export type FilterOp = (typeof filterOps)[number]

const scalar = z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()])

export const FilterRule = z.strictObject({
  field: z.string().check(z.maxLength(40)),
  op: z.enum(filterOps),
  value: z.union([scalar, z.array(scalar).check(z.maxLength(20))]),
})
export type FilterRule = z.infer<typeof FilterRule>

const wholeNumber = z.string().check(z.regex(/^\d{1,6}$/))

/** The query of a list call, as text of the address. Other keys are ignored. */
export const ListQuery = z.object({
  page: z.optional(wholeNumber),
  rows: z.optional(wholeNumber),
  sort: z.optional(z.string().check(z.maxLength(40))),
  order: z.optional(z.enum(['asc', 'desc', 'ASC', 'DESC'])),
  filter_rules: z.optional(z.string().check(z.maxLength(filterTextMax))),
})

export type List = {
  readonly page: number
  readonly rows: number
  readonly sort: string | null
  readonly order: 'asc' | 'desc'
  readonly filters: readonly FilterRule[]
}

/** Reads the query of a list call; null where it is not one (ATT-22, ATT-25, ATT-26). */
export function readList(query: unknown): List | null {
  const parsed = ListQuery.safeParse(query)
  if (!parsed.success) return null
  const { page, rows, sort, order, filter_rules } = parsed.data
  const filters = readFilters(filter_rules)
  const pageNumber = Number(page ?? 1)
  const rowCount = Number(rows ?? 20)
  if (filters === null || pageNumber < 1 || pageNumber > listPageMax || rowCount < 1) return null
  return {
    page: pageNumber,
    rows: Math.min(rowCount, listRowsMax),
    sort: sort ?? null,
    order: order?.toLowerCase() === 'asc' ? 'asc' : 'desc',
    filters,
  }
}

function readFilters(text: string | undefined): readonly FilterRule[] | null {
  if (text === undefined || text === '') return []
  try {
    const parsed = z
      .array(FilterRule)
      .check(z.maxLength(filterRulesMax))
      .safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The data of a list answer. */
export type ListData<Row> = {
  readonly datas: readonly Row[]
  readonly total: number
  readonly page: number
  readonly rows: number
}
