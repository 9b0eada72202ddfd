/** Building blocks of answers. */
import * as z from 'zod/mini'

/** A decimal number as text: a JSON number would lose digits. */
export const Decimal = z.string().check(z.regex(/^-?\d+(?:\.\d+)?$/))
/** A time in UTC: `2026-11-28T10:00:00.000Z`. */
export const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))
/** A date in Jakarta. */
export const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))
export const Count = z.int().check(z.nonnegative())
/** The number of a row. */
export const RowId = z.int()
export const YesNo = z.enum(['yes', 'no'])

/** A list of rows. */
export function many<Row extends z.ZodMiniType>(row: Row): z.ZodMiniReadonly<z.ZodMiniArray<Row>> {
  return z.readonly(z.array(row))
}

/** A page of a list (DEC-137). */
export function pageOf<Row extends z.ZodMiniType>(row: Row) {
  return z.strictObject({ datas: many(row), total: Count, page: Count, rows: Count })
}

/** An answer with `data` only. */
export function data<Data extends z.ZodMiniType>(schema: Data) {
  return z.strictObject({ data: schema })
}

/** An answer to a request with an idempotency key: it has the command id, and a repeat does nothing more. */
export function commanded<Data extends z.ZodMiniType>(schema: Data) {
  return z.strictObject({ data: schema, command_id: z.string() })
}

/** The id of an added row. */
export const Added = z.strictObject({ id: RowId })

/** An answer without data. */
export const Done = z.strictObject({})
