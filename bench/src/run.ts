/**
 * `npm run bench [-- section…] [--quick] [--sustained seconds] [--events number] [--trace folder]`: measures,
 * prints, and stores the results in docs/measured. Sections with floors are judged; a broken floor ends with
 * code 1, in a quick run only those of the pages. `-- pages --events 300` measures pages in a market of 300
 * orders and cancels per second instead of 100, and `--events 0` in a quiet one; the results are stored
 * beside pages.md, in pages-300.md and pages-0.md. `--trace` measures nothing: it records the trading page of
 * a phone into the folder, in the same market.
 */
import { parseArgs } from 'node:util'
import { measureChains } from './chains/run-chains.ts'
import { measureCore, measureMemory } from './core/run-core.ts'
import { measureEngine } from './engine/run-engine.ts'
import { measureFaces } from './faces/run-faces.ts'
import { measureLists } from './lists/run-lists.ts'
import { measurePages } from './pages/run-pages.ts'
import { writeTrace } from './pages/trace.ts'
import { measureCrowd } from './product/run-crowd.ts'
import { measureDurable } from './product/run-durable.ts'
import { measureStart } from './product/run-start.ts'
import { measureWeights } from './product/run-weights.ts'
import {
  brokenFloors,
  currentCommit,
  keepAlone,
  keepSection,
  loadNow,
  describeMachine,
  type Measured,
  type Section,
  sectionText,
} from './report.ts'

type Options = {
  readonly quick: boolean
  readonly sustainedSeconds: number
  /** Orders and cancels a second in the market of the pages. */
  readonly events: number
}
type Measurement = {
  readonly id: string
  readonly title: string
  readonly measure: (options: Options) => Measured | Promise<Measured>
  /** Stored in a file of this name instead of bench.md. */
  readonly file?: string
}

const measurements: readonly Measurement[] = [
  { id: 'core', title: 'The core in one thread', measure: ({ quick }) => measureCore(quick) },
  { id: 'memory', title: 'Memory', measure: ({ quick }) => measureMemory(quick) },
  { id: 'engine', title: 'The engine at its door', measure: measureEngine },
  { id: 'durable', title: 'Durable orders through HTTP', measure: measureDurable },
  {
    id: 'lists',
    title: 'Lists over a million orders',
    measure: ({ quick }) => measureLists(quick),
  },
  { id: 'start', title: 'Start', measure: ({ quick }) => measureStart(quick) },
  { id: 'crowd', title: 'Subscribed clients', measure: ({ quick }) => measureCrowd(quick) },
  { id: 'weights', title: 'Times and weights', measure: ({ quick }) => measureWeights(quick) },
  {
    id: 'pages',
    title: 'Pages',
    measure: measurePages,
    file: 'pages.md',
  },
  { id: 'chains', title: 'Following chains', measure: measureChains },
  { id: 'faces', title: 'Faces and documents', measure: measureFaces, file: 'faces.md' },
]

/** Orders and cancels per second that pages must handle, unless another number is given. */
const eventsDefault = 100
const eventsMax = 1_000

function readEvents(text: string | undefined): number {
  const events = Number(text ?? eventsDefault)
  if (Number.isInteger(events) && events >= 0 && events <= eventsMax) return events
  throw new Error(`--events is a whole number from 0 to ${eventsMax}`)
}

/** Results of another market are stored beside those with floors. */
function fileOf(file: string, events: number): string {
  return events === eventsDefault ? file : file.replace('.md', `-${events}.md`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      sustained: { type: 'string' },
      events: { type: 'string' },
      trace: { type: 'string' },
    },
  })
  const events = readEvents(values.events)
  if (values.trace !== undefined) {
    for (const file of await writeTrace(values.trace, events)) console.log(file)
    return
  }
  const quick = values.quick === true
  const sustainedSeconds = Number(values.sustained ?? (quick ? 5 : 60))
  const options = { quick, sustainedSeconds, events }
  const known = measurements.map(({ id }) => id)
  const unknown = positionals.filter((id) => !known.includes(id))
  if (unknown.length > 0)
    throw new Error(`no section ${unknown.join(', ')}; there are: ${known.join(', ')}`)
  const broken: string[] = []
  for (const { id, title, measure, file } of measurements) {
    if (positionals.length > 0 && !positionals.includes(id)) continue
    const [commit, machine, loadBefore] = [currentCommit(), describeMachine(), loadNow()]
    const head = { id, title, quick, commit, machine, loadBefore }
    const measured = await measure(options)
    const section: Section = { ...head, ...measured, at: new Date().toISOString().slice(0, 16) }
    console.log(sectionText(section))
    if (!quick && file !== undefined) keepAlone(section, fileOf(file, events))
    else if (!quick) keepSection(section, known)
    // The floors are those of the market that is measured by default.
    if (events === eventsDefault) broken.push(...brokenFloors(section))
  }
  for (const line of broken) console.log(`floor not kept: ${line}`)
  if (broken.length === 0) console.log('no floor is broken')
  // A quick run is too short for the other sections' floors; those of the pages allow for it.
  const isJudged = !quick || positionals.join() === 'pages'
  if (broken.length > 0 && isJudged) process.exitCode = 1
}

await main()
