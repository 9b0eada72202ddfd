/**
 * `npm run bench -- pages`: the weight of the pages, how soon they are complete and responsive (Lighthouse),
 * their frames during a hundred book updates a second (or `--events`), the memory that they retain after an
 * hour of messages, and the time from one person's click to another's book. The goals are those of the design
 * (R-45 for the click).
 */
import { measureBookLatency } from '../product/book-latency.ts'
import { type Figure, toFigure, formatNumber, type Measured, percentile } from '../report.ts'
import { bytesFigures } from './bytes.ts'
import { measureClicks } from './click.ts'
import { type Frames, measureFrames } from './frames.ts'
import { measureInteractions } from './interactions.ts'
import { type Hour, measureHour } from './hour.ts'
import { ensureLighthouse, type Loaded, type Preset } from './lens.ts'
import { measureReceipt } from './receipt.ts'
import { openScene, type Scene, tradingPath } from './scene.ts'

type Part = { readonly figures: readonly Figure[]; readonly notes: readonly string[] }

const loads = [
  { name: 'landing', path: '/', lcpMs: { mobile: 1_800, desktop: 1_800 } },
  { name: 'trading page', path: tradingPath, lcpMs: { mobile: 2_500, desktop: 2_500 } },
] as const
const presets = ['mobile', 'desktop'] as const satisfies readonly Preset[]
const loadAttempts = 3
const shiftMax = 0.02
const answerMsMax = { mobile: 200, desktop: 100 }
const frameRateMin = 50
/** A frame that is late is seen; of them this share at most, without a slower processor. */
const lateMax = 0.05
const mainThreadMax = 0.15
const growthMbMax = 1
const clickMsMax = 150
const receiptMsMax = 100
/**
 * Current limits, with a reserve for a slower machine: a change that breaks one of these costs more than the
 * machine does.
 */
const floors = {
  answerMs: { mobile: 800, desktop: 250 },
  frameRate: 30,
  mainThread: 0.25,
  receiptMs: 150,
}

function atMost(what: string, value: number, unit: string, most: number): Figure {
  return { what, value, unit, goal: { of: 'value', atMost: most } }
}

/** The last layout shifts of the page and the elements that moved, as a hint for a fix. */
function shiftsNote(name: string, preset: Preset, rounds: readonly Loaded[]): string {
  const lcpAt = rounds[0]?.lcpAt[0]?.at ?? 'unknown'
  const shifts = rounds.flatMap(({ shiftsAt }) => shiftsAt).map(({ at }) => at)
  const moved = [...new Set(shifts)].slice(0, 3).map((at) => `\`${at}\``)
  const blocked = formatNumber(
    percentile(
      rounds.map(({ blockedMs }) => blockedMs),
      0.5,
    ),
  )
  const tail = moved.length === 0 ? 'nothing moves' : `moved: ${moved.join(', ')}`
  return `${name}, ${preset}: the largest is \`${lcpAt}\`; blocked for ${blocked} ms; ${tail}.`
}

/** A busy machine sometimes paints nothing in time: retried a few times. */
async function loadOnce({ server, lens }: Scene, path: string, preset: Preset): Promise<Loaded> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await lens.load(server.url + path, preset)
    } catch (error) {
      if (attempt === loadAttempts) throw error
    }
  }
}

async function loadFigures(scene: Scene, quick: boolean): Promise<Part> {
  const figures: Figure[] = []
  const notes: string[] = []
  for (const { name, path, lcpMs } of loads) {
    for (const preset of quick ? presets.slice(0, 1) : presets) {
      const rounds: Loaded[] = []
      for (let i = 0; i < (quick ? 1 : 3); i++) rounds.push(await loadOnce(scene, path, preset))
      const of = (key: 'lcpMs' | 'fcpMs' | 'cls') => rounds.map((round) => round[key])
      const lcp = toFigure(`LCP: ${name}, ${preset}`, 'ms', of('lcpMs'))
      const fcp = { what: 'first paint, ms', value: percentile(of('fcpMs'), 0.5) }
      const cls = toFigure(`CLS: ${name}, ${preset}`, '', of('cls'))
      figures.push(
        { ...lcp, reference: fcp, goal: { of: 'value', atMost: lcpMs[preset] } },
        { ...cls, goal: { of: 'value', atMost: shiftMax } },
      )
      notes.push(shiftsNote(name, preset, rounds))
    }
  }
  return { figures, notes }
}

async function interactionFigures(scene: Scene, quick: boolean): Promise<Part> {
  const figures: Figure[] = []
  const rounds: string[] = []
  for (const preset of presets) {
    const slower = preset === 'mobile' ? 'phone, 4 × slower' : 'desk'
    const handled = await measureInteractions(scene, preset, quick)
    figures.push(
      {
        ...atMost(
          `INP: trading page, ${slower}`,
          handled.inpMs ?? Number.NaN,
          'ms',
          answerMsMax[preset],
        ),
        floor: { of: 'value', atMost: floors.answerMs[preset] },
      },
      atMost(`CLS while it is used: ${slower}`, handled.cls ?? Number.NaN, '', shiftMax),
    )
    rounds.push(`${handled.rounds} rounds (${slower})`)
  }
  const note =
    `INP: ${rounds.join(', ')} of typing price and quantity, taking rows of the book, changing tabs, ` +
    'opening and closing a sheet, while the market runs as below.'
  return { figures, notes: [note] }
}

async function receiptFigures(scene: Scene, quick: boolean): Promise<Part> {
  const tookMs = await measureReceipt(scene, quick ? 6 : 40)
  const what = 'Key to the receipt’s new figures, phone, 4 × slower'
  return {
    figures: [
      {
        ...atMost(`${what}, p50`, percentile(tookMs, 0.5), 'ms', receiptMsMax),
        floor: { of: 'value', atMost: floors.receiptMs },
      },
      atMost(`${what}, p95`, percentile(tookMs, 0.95), 'ms', receiptMsMax),
    ],
    notes: [
      `The receipt: ${tookMs.length} keys in the order ticket of a phone, to the paint of what is held.`,
    ],
  }
}

function frameFigures(frames: Frames): Figure[] {
  const percent = (share: number) => share * 100
  return [
    { what: 'Frame time, p50', value: frames.p50Ms, unit: 'ms' },
    { what: 'Frame time, p95', value: frames.p95Ms, unit: 'ms' },
    { what: 'Frame time, p99', value: frames.p99Ms, unit: 'ms' },
    { what: 'Frames over 16.7 ms (and 1 ms of clock)', value: percent(frames.overOne), unit: '%' },
    atMost('Frames over 25 ms', percent(frames.over25), '%', percent(lateMax)),
    { what: 'Frames over 33 ms', value: percent(frames.overTwo), unit: '%' },
    { what: 'Tasks over 50 ms', value: frames.longTasks, unit: 'in all' },
    { what: 'The longest of them', value: frames.longestTaskMs, unit: 'ms' },
    {
      ...atMost('Main thread at work', percent(frames.mainThread), '%', percent(mainThreadMax)),
      floor: { of: 'value', atMost: percent(floors.mainThread) },
    },
  ]
}

async function frames(scene: Scene, quick: boolean): Promise<Part> {
  const plain = await measureFrames(scene, { seconds: quick ? 8 : 60, slowdown: 1 })
  const slow = await measureFrames(scene, { seconds: quick ? 5 : 20, slowdown: 4 })
  const { load, eventsPerSecond, seconds } = plain
  return {
    figures: [
      ...frameFigures(plain),
      {
        what: 'Frames a second, 4 × slower',
        value: slow.perSecond,
        unit: '/s',
        floor: { of: 'value', atLeast: floors.frameRate },
        goal: { of: 'value', atLeast: frameRateMin },
      },
      { what: 'Frame time, p95, 4 × slower', value: slow.p95Ms, unit: 'ms' },
    ],
    notes: [
      `Frames: ${formatNumber(seconds)} s at 1440 × 900, chart in view, with ` +
        `${formatNumber(load.accepted / seconds)} orders and cancels of others a second beside the ` +
        `market's own; the server makes ${formatNumber(eventsPerSecond)} events a second of them.`,
    ],
  }
}

function hourFigures({ before, after, messages, livePerSecond, replaySeconds }: Hour): Part {
  const growth = (key: keyof typeof before) => after[key] - before[key]
  const row = (what: string, key: keyof typeof before, unit: string, most?: number): Figure => ({
    what,
    value: growth(key),
    unit,
    reference: { what: 'before', value: before[key] },
    ...(most === undefined ? {} : { goal: { of: 'value', atMost: most } }),
  })
  return {
    figures: [
      row('Heap of the page, growth in an hour of messages', 'pageMb', 'MB', growthMbMax),
      row('Heap of the feed’s worker, growth', 'workerMb', 'MB', growthMbMax),
      row('DOM nodes, growth', 'nodes', ''),
      row('Listeners, growth', 'listeners', ''),
    ],
    notes: [
      `An hour of messages: ${formatNumber(messages)}, as ${formatNumber(livePerSecond)} a second come ` +
        `at that load, given to the page in ${formatNumber(replaySeconds)} s.`,
    ],
  }
}

async function clickFigures(scene: Scene, quick: boolean): Promise<Part> {
  const { client, url } = scene.server
  const clicks = await measureClicks(scene, quick ? 5 : 40)
  const sockets = await measureBookLatency(client, url, quick ? 20 : 200)
  const p50 = (values: readonly number[]) => ({ what: 'p50', value: percentile(values, 0.5) })
  return {
    figures: [
      {
        ...atMost(
          'A click stands in another’s book, painted, p95',
          percentile(clicks, 0.95),
          'ms',
          clickMsMax,
        ),
        reference: p50(clicks),
      },
      {
        ...atMost('The same by call and socket, p95', percentile(sockets, 0.95), 'ms', clickMsMax),
        reference: p50(sockets),
      },
    ],
    notes: [
      `The click: ${clicks.length} orders from the form of one page to the paint in another.`,
    ],
  }
}

export type PagesOptions = {
  readonly quick: boolean
  /** Orders and cancels of other people per second. */
  readonly events: number
}

/** All about pages. */
export async function measurePages({ quick, events }: PagesOptions): Promise<Measured> {
  ensureLighthouse()
  const scene = await openScene(events)
  const described = (what: string) => process.stderr.write(`  ${what}\n`)
  try {
    described('bytes')
    const bytes: Part = { figures: await bytesFigures(scene.server.url), notes: [] }
    described('loads, by Lighthouse')
    const loaded = await loadFigures(scene, quick)
    described('answers to hands, by Lighthouse')
    const interactions = await interactionFigures(scene, quick)
    described('keys and the receipt')
    const receipt = await receiptFigures(scene, quick)
    described('frames')
    const shown = await frames(scene, quick)
    described('an hour of messages')
    const hour = hourFigures(await measureHour(scene, quick))
    described('clicks')
    const clicks = await clickFigures(scene, quick)
    const parts = [bytes, loaded, interactions, receipt, shown, hour, clicks]
    return {
      figures: parts.flatMap((part) => part.figures),
      notes: parts.flatMap((part) => part.notes),
    }
  } finally {
    await scene.close()
  }
}
