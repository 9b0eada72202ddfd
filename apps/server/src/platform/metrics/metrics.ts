/**
 * Figures for whoever watches over the exchange, in the text form that Prometheus reads. Nothing in them
 * names a person, an address or an account.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Upper bounds of the classes of duration, in seconds. */
const durationBounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5] as const
/** Routes are ours and few; whatever else comes is counted under one name. */
const seriesMax = 2_000
const nanosecondsPerSecond = 1e9
const millisecondsPerSecond = 1_000

/** One figure that is read when it is asked for. */
export type Gauge = { readonly name: string; readonly help: string; readonly read: () => number }

/** How an outside party does, from recent calls. */
export type HealthState = 'ok' | 'slow' | 'down'

const healthFigures = { ok: 0, slow: 1, down: 2 } as const satisfies Record<HealthState, number>

/** The figure of an outside party: 0 well, 1 slow or with errors, 2 without an answer. */
export function healthGauge(
  name: string,
  party: string,
  health: () => { readonly state: HealthState },
): Gauge {
  return {
    name,
    help: `${party} in recent calls: 0 ok, 1 slow, 2 down.`,
    read: () => healthFigures[health().state],
  }
}

export type Metrics = {
  /** Counts an answered request: its route as registered, its status, how long it took. */
  countRequest(method: string, route: string, status: number, tookMs: number): void
  readonly addGauges: (gauges: readonly Gauge[]) => void
  /** All figures as text. */
  text(): string
  stop(): void
}

type Duration = { readonly counts: number[]; sumSeconds: number; count: number }

/** Begins counting. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const durations = new Map<string, Duration>()
  const gauges: Gauge[] = [...processGauges()]
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  gauges.push({
    name: 'tukar_event_loop_delay_p99_seconds',
    help: 'How late the main thread runs, 99th percentile since the last reading.',
    read() {
      const seconds = delay.percentile(99) / nanosecondsPerSecond
      delay.reset()
      return seconds
    },
  })
  return {
    countRequest(method, route, status, tookMs) {
      const known = `method="${method}",route="${labelOf(route)}"`
      const place = durations.has(known) || durations.size < seriesMax ? known : 'route="other"'
      const series = `${place},status="${status}"`
      requests.set(series, (requests.get(series) ?? 0) + 1)
      countDuration(durations, place, tookMs / millisecondsPerSecond)
    },
    addGauges: (more) => void gauges.push(...more),
    text: () =>
      [...requestLines(requests), ...durationLines(durations), ...gaugeLines(gauges), ''].join(
        '\n',
      ),
    stop: () => void delay.disable(),
  }
}

function processGauges(): readonly Gauge[] {
  return [
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the server process.',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'process_uptime_seconds',
      help: 'Seconds since the server process began.',
      read: () => process.uptime(),
    },
  ]
}

function labelOf(text: string): string {
  return text.replace(/[\\"\n]/g, '_')
}

function countDuration(durations: Map<string, Duration>, series: string, seconds: number): void {
  const known = durations.get(series)
  const duration = known ?? { counts: durationBounds.map(() => 0), sumSeconds: 0, count: 0 }
  if (known === undefined) durations.set(series, duration)
  const place = durationBounds.findIndex((bound) => seconds <= bound)
  if (place !== -1) duration.counts[place] = (duration.counts[place] ?? 0) + 1
  duration.sumSeconds += seconds
  duration.count += 1
}

function headOf(name: string, kind: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]
}

function requestLines(requests: ReadonlyMap<string, number>): readonly string[] {
  const name = 'tukar_http_requests_total'
  const lines = [...requests].map(([series, count]) => `${name}{${series}} ${count}`)
  return [...headOf(name, 'counter', 'Answered requests.'), ...lines]
}

function durationLines(durations: ReadonlyMap<string, Duration>): readonly string[] {
  const name = 'tukar_http_request_seconds'
  const lines = [...durations].flatMap(([series, { counts, sumSeconds, count }]) => {
    let below = 0
    const classes = durationBounds.map((bound, place) => {
      below += counts[place] ?? 0
      return `${name}_bucket{${series},le="${bound}"} ${below}`
    })
    return [
      ...classes,
      `${name}_bucket{${series},le="+Inf"} ${count}`,
      `${name}_sum{${series}} ${sumSeconds}`,
      `${name}_count{${series}} ${count}`,
    ]
  })
  return [...headOf(name, 'histogram', 'Time until a request was answered.'), ...lines]
}

function gaugeLines(gauges: readonly Gauge[]): readonly string[] {
  return gauges.flatMap(({ name, help, read }) => [
    ...headOf(name, 'gauge', help),
    `${name} ${read()}`,
  ])
}
