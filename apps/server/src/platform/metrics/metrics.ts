/** Metrics in the text format of Prometheus. They name no person, address or account. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Upper bounds of the classes of duration, in seconds. */
const durationBounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5] as const
/** Our routes are few; all other requests are counted under one name. */
const seriesMax = 2_000
const nanosecondsPerSecond = 1e9
const millisecondsPerSecond = 1_000

/** A metric that is read on request. */
export type Gauge = { readonly name: string; readonly help: string; readonly read: () => number }

/** The health of an external service, from recent calls. */
export type HealthState = 'ok' | 'slow' | 'down'

const healthFigures = { ok: 0, slow: 1, down: 2 } as const satisfies Record<HealthState, number>

/** The metric of an external service: 0 healthy, 1 slow or with errors, 2 unreachable. */
export function healthGauge(
  name: string,
  service: string,
  health: () => { readonly state: HealthState },
): Gauge {
  return {
    name,
    help: `${service} in recent calls: 0 ok, 1 slow, 2 down.`,
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

/** Counters of requests with the same method and route. */
type Series = {
  /** As Prometheus reads it. */
  readonly labels: string
  readonly statuses: Map<number, number>
  /** Cumulative counts: requests that took at most each bound. */
  readonly counts: number[]
  sumSeconds: number
  count: number
}

/** Creates the counters. */
export function createMetrics(): Metrics {
  const byLabels = new Map<string, Series>()
  const seriesOf = createSeriesFinder(byLabels)
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
      const series = seriesOf(method, route)
      series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1)
      countDuration(series, tookMs / millisecondsPerSecond)
    },
    addGauges: (more) => void gauges.push(...more),
    text() {
      const series = [...byLabels.values()]
      const lines = [...requestLines(series), ...durationLines(series), ...gaugeLines(gauges)]
      return `${lines.join('\n')}\n`
    },
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

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, '_')
}

/** Finds the series of a request. Labels are built once, because every request needs them. */
function createSeriesFinder(byLabels: Map<string, Series>) {
  const byRoute = new Map<string, Map<string, Series>>()
  const withLabels = (labels: string): Series => {
    const known = byLabels.get(labels)
    if (known !== undefined) return known
    const counts = durationBounds.map(() => 0)
    const series: Series = { labels, statuses: new Map(), counts, sumSeconds: 0, count: 0 }
    byLabels.set(labels, series)
    return series
  }
  return (method: string, route: string): Series => {
    const known = byRoute.get(route)?.get(method)
    if (known !== undefined) return known
    if (byLabels.size >= seriesMax) return withLabels('route="other"')
    const series = withLabels(`method="${method}",route="${escapeLabel(route)}"`)
    const byMethod = byRoute.get(route) ?? new Map<string, Series>()
    byRoute.set(route, byMethod.set(method, series))
    return series
  }
}

function countDuration(series: Series, seconds: number): void {
  const index = durationBounds.findIndex((bound) => seconds <= bound)
  if (index !== -1) series.counts[index] = (series.counts[index] ?? 0) + 1
  series.sumSeconds += seconds
  series.count += 1
}

function headLines(name: string, kind: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]
}

function requestLines(all: readonly Series[]): readonly string[] {
  const name = 'tukar_http_requests_total'
  const lines = all.flatMap(({ labels, statuses }) =>
    [...statuses].map(([status, count]) => `${name}{${labels},status="${status}"} ${count}`),
  )
  return [...headLines(name, 'counter', 'Answered requests.'), ...lines]
}

function durationLines(all: readonly Series[]): readonly string[] {
  const name = 'tukar_http_request_seconds'
  const lines = all.flatMap(({ labels, counts, sumSeconds, count }) => {
    let below = 0
    const classes = durationBounds.map((bound, index) => {
      below += counts[index] ?? 0
      return `${name}_bucket{${labels},le="${bound}"} ${below}`
    })
    return [
      ...classes,
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${sumSeconds}`,
      `${name}_count{${labels}} ${count}`,
    ]
  })
  return [...headLines(name, 'histogram', 'Time until a request was answered.'), ...lines]
}

function gaugeLines(gauges: readonly Gauge[]): readonly string[] {
  return gauges.flatMap(({ name, help, read }) => [
    ...headLines(name, 'gauge', help),
    `${name} ${read()}`,
  ])
}
