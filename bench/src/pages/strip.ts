/** A strip of frames from a browser trace. */

/** An image of the page. */
export type Shot = {
  /** Since the navigation. */
  readonly atMs: number
  /** JPEG, as base64. */
  readonly jpeg: string
}

type TraceEvent = {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
  readonly args?: { readonly snapshot?: string }
}

const everyMs = 500

/** The page's appearance every half a second since the navigation began. */
export function extractShots(trace: string, untilMs: number): readonly Shot[] {
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] }
  const begin = traceEvents.find(({ name }) => name === 'navigationStart')?.ts
  if (begin === undefined) throw new Error('the trace has no navigation')
  const shots = traceEvents
    .filter(({ name }) => name === 'Screenshot')
    .flatMap(({ ts, args }) =>
      args?.snapshot === undefined ? [] : [{ atMs: (ts - begin) / 1_000, jpeg: args.snapshot }],
    )
    .toSorted((one, other) => one.atMs - other.atMs)
  const strip: Shot[] = []
  for (let atMs = everyMs; atMs <= untilMs; atMs += everyMs) {
    const shown = shots.findLast((shot) => shot.atMs <= atMs)
    if (shown !== undefined) strip.push({ atMs, jpeg: shown.jpeg })
  }
  return strip
}

/** A page that shows the strip, with embedded images. */
export function stripPage(shots: readonly Shot[]): string {
  const figures = shots.map(
    ({ atMs, jpeg }) =>
      `<figure><img alt="" src="data:image/jpeg;base64,${jpeg}"><figcaption>${(atMs / 1_000).toFixed(1)} s</figcaption></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Trading page, phone, first five seconds</title>
<style>body { display: flex; flex-wrap: wrap; gap: 8px; font: 14px sans-serif } figure { margin: 0 } img { width: 180px }</style>
${figures.join('\n')}
`
}

/**
 * Returns a trace without its screenshots: they are most of the compressed size, and the strip contains them.
 */
export function withoutShots(trace: string): string {
  const whole = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] }
  const traceEvents = whole.traceEvents.filter(({ name }) => name !== 'Screenshot')
  return JSON.stringify({ ...whole, traceEvents })
}
