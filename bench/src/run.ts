/**
 * `npm run bench [-- section…] [--quick] [--sustained seconds] [--trace folder]`: measures, prints, and
 * stores the results in docs/measured. A broken floor ends with exit code 1. With `--trace` nothing is
 * measured: the trading page of a phone is traced into the folder.
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
  machineNow,
  type Measured,
  type Section,
  sectionText,
} from './report.ts'

type Options = { readonly quick: boolean; readonly sustainedSeconds: number }
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
    measure: ({ quick }) => measurePages(quick),
    file: 'pages.md',
  },
  { id: 'chains', title: 'Following chains', measure: measureChains },
  { id: 'faces', title: 'Faces and documents', measure: measureFaces, file: 'faces.md' },
]

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      sustained: { type: 'string' },
      trace: { type: 'string' },
    },
  })
  if (values.trace !== undefined) {
    for (const file of await writeTrace(values.trace)) console.log(file)
    return
  }
  const quick = values.quick === true
  const options = { quick, sustainedSeconds: Number(values.sustained ?? (quick ? 5 : 60)) }
  const known = measurements.map(({ id }) => id)
  const unknown = positionals.filter((id) => !known.includes(id))
  if (unknown.length > 0)
    throw new Error(`no section ${unknown.join(', ')}; there are: ${known.join(', ')}`)
  const broken: string[] = []
  for (const { id, title, measure, file } of measurements) {
    if (positionals.length > 0 && !positionals.includes(id)) continue
    const [commit, machine, loadBefore] = [currentCommit(), machineNow(), loadNow()]
    const head = { id, title, quick, commit, machine, loadBefore }
    const measured = await measure(options)
    const section: Section = { ...head, ...measured, at: new Date().toISOString().slice(0, 16) }
    console.log(sectionText(section))
    if (!quick && file !== undefined) keepAlone(section, file)
    else if (!quick) keepSection(section, known)
    broken.push(...brokenFloors(section))
  }
  for (const line of broken) console.log(`floor not kept: ${line}`)
  if (broken.length > 0 && !quick) process.exitCode = 1
}

await main()
