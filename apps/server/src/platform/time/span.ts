/** Stretches of time. */

/** The first moment and the first after it, in milliseconds since 1970. */
export type Span = { readonly fromMs: number; readonly toMs: number }

/** Splits a span into parts of one length, of which the last may be shorter. */
export function splitSpan({ fromMs, toMs }: Span, lengthMs: number): readonly Span[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / lengthMs) }, (_, index) => {
    const begin = fromMs + index * lengthMs
    return { fromMs: begin, toMs: Math.min(begin + lengthMs, toMs) }
  })
}
