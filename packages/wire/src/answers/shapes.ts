/** What many answers are made of. */
import * as z from 'zod/mini'

/** A decimal number as text: never a JSON number, which would lose digits. */
export const Decimal = z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/))
/** A time in UTC: `2026-11-28T10:00:00.000Z`. */
export const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
/** A day as it is in Jakarta. */
export const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
export const Count = z.int().check(z.nonnegative())
/** The number of a row. */
export const RowId = z.int()
export const YesNo = z.enum(['yes', 'no'])

/** Some of one kind. */
export function many<Row extends z.ZodMiniType>(row: Row): z.ZodMiniReadonly<z.ZodMiniArray<Row>> {
  return z.readonly(z.array(row))
}

/** One page of a list (DEC-137). */
export function pageOf<Row extends z.ZodMiniType>(row: Row) {
  return z.strictObject({ datas: many(row), total: Count, page: Count, rows: Count })
}

/** An answer with `data` alone. */
export function data<Data extends z.ZodMiniType>(schema: Data) {
  return z.strictObject({ data: schema })
}

/** An answer to a request that names itself: under which id it was done, so that a repeat does nothing more. */
export function commanded<Data extends z.ZodMiniType>(schema: Data) {
  return z.strictObject({ data: schema, command_id: z.string() })
}

/** The number of what was added. */
export const Added = z.strictObject({ id: RowId })

/** An answer that says that something was done, and no more. */
export const Done = z.strictObject({})
