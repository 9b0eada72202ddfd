/** The whole schema of an answer: the envelope and what the call gives. */
import * as z from 'zod/mini'
import type { Call, Described } from '../calls/call.ts'

/** What every answer has. */
export const EnvelopeFields = z.strictObject({
  success: z.union([z.literal(0), z.literal(1)]),
  msg: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  request_id: z.string(),
})

/** A refusal may carry more, which its call's documentation names. */
export const RefusedAnswer = z.looseObject({ ...EnvelopeFields.shape, success: z.literal(0) })

/** The schema of the answer to a call that succeeded; null where it is a file, or not described. */
export function answerSchema({ gives }: Pick<Call, 'gives'>): z.ZodMiniType | null {
  return typeof gives === 'string' ? null : enveloped(gives)
}

function enveloped(gives: Described): z.ZodMiniType {
  return 'shape' in gives
    ? z.strictObject({ ...EnvelopeFields.shape, ...gives.shape, success: z.literal(1) })
    : z.union(gives.def.options.map((option) => enveloped(option)))
}

/**
 * What of a body is not as its call says, in words; null where all of it is. A refusal has to have the envelope; what it
 * carries as well is not looked at.
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

/** What a schema found, each with its place and, for unknown fields, their names. */
export function misfitWords({ issues }: z.core.$ZodError): string {
  const words = issues.map((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? ` ${issue.keys.join(', ')}` : ''
    return `${issue.path.join('.')}: ${issue.code}${keys}`
  })
  return words.join('; ')
}
