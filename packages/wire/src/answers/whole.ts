/** The complete schema of an answer: the envelope and the call's fields. */
import * as z from 'zod/mini'
import type { Call, Described } from '../calls/call.ts'

/** The fields of every answer. */
export const EnvelopeFields = z.strictObject({
  success: z.union([z.literal(0), z.literal(1)]),
  msg: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  request_id: z.string(),
})

/** A refusal may have more fields, which the documentation of its call lists. */
export const RefusedAnswer = z.looseObject({ ...EnvelopeFields.shape, success: z.literal(0) })

/** The schema of a successful answer; null for a file. */
export function answerSchema({ gives }: Pick<Call, 'gives'>): z.ZodMiniType | null {
  return typeof gives === 'string' ? null : enveloped(gives)
}

function enveloped(gives: Described): z.ZodMiniType {
  return 'shape' in gives
    ? z.strictObject({ ...EnvelopeFields.shape, ...gives.shape, success: z.literal(1) })
    : z.union(gives.def.options.map((option) => enveloped(option)))
}

/**
 * Describes where an answer violates its call's schema; null if it is valid. A refusal must have the
 * envelope; its further fields are not checked.
 */
export function misfitOf(
  call: Pick<Call, 'gives'>,
  body: Readonly<Record<string, unknown>>,
): string | null {
  const schema = body['success'] === 1 ? answerSchema(call) : RefusedAnswer
  if (schema === null) return null
  const parsed = schema.safeParse(body)
  return parsed.success ? null : misfitWords(parsed.error)
}

/** The issues of a schema, each with its path and the names of unknown fields. */
export function misfitWords({ issues }: z.core.$ZodError): string {
  const words = issues.map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? ` ${issue.keys.join(', ')}` : ''
    return `${issue.path.join('.')}: ${issue.code}${keys}`
  })
  return words.join('; ')
}
