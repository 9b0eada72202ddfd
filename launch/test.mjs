/**
 * `npm test`: installs, builds, proves. `-- --only part,part` runs some parts; `--long` runs the
 * `*.long.test.ts`. The last line is `N passed, N failed`.
 */
import { parseArgs } from 'node:util'
import { buildWeb } from './build.mjs'
import { ensureInstalled, ensureInstalledIn } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { duration, endOnSignals, print, root } from './steps.mjs'
import { hasSecondTry, runEach, secondTries } from './test-again.mjs'
import { useMemoryForTemporary } from './test-folder.mjs'
import { checks, runTests, testGroups, types } from './test-parts.mjs'
import { command, Trouble } from './trouble.mjs'

const partNameWidth = 14
/** Those on the whole product that every run has, the longest first. */
const whole = 'kills conformance trading money journey harness routes'.split(' ')
/** Those of the long run; what mostly waits comes first, beside what never does. */
const wholeLong = [
  ...'kills routes trading identity coins accounts desk shell money'.split(' '),
  ...'rupiah chain-kills listing statements desk-content desk-users desk-roles'.split(' '),
  ...'desk-rules books'.split(' '),
]
/**
 * What runs beside what, so that no core waits: of each round so many parts at a time, the longest
 * first. What waits for people's time (`stranger`) has the machine for itself.
 */
const rounds = [
  { lanes: 2, parts: ['unit', 'guards', 'lint', 'format'] },
  { lanes: 2, parts: ['integration', ...whole] },
  { lanes: 1, parts: ['stranger'] },
]
/** The same of the long run; `drift` waits three quarters of its time, so it has a lane above the two. */
const longRounds = [{ lanes: 2, parts: ['integration', ...wholeLong], beside: ['drift'] }]
/** How many processes of a part run at the same time. */
const atOnce = { unit: 2, integration: 3 }
const partGroups = { e2e: [...whole, ...wholeLong, 'drift', 'stranger'] }

/** Runs a part and prints its line, and all that a failure said. */
async function runPart({ name, run }) {
  const beganMs = performance.now()
  const { passed, failed, output, broken } = await run()
  if (output !== '') print(output.trimEnd())
  const counts = `${passed} passed${failed > 0 ? `, ${failed} FAILED` : ''}`
  print(`  ${name.padEnd(partNameWidth)}${counts}  ${duration(performance.now() - beganMs)}`)
  return { passed, failed, broken }
}

/** The parts of this run by name; those without a file fail, since nothing was proven. */
function partsOf(isLong, only) {
  const groups = testGroups(isLong)
  const named = isLong ? [] : [types, ...checks]
  const planned = rounds.flatMap(({ parts }) => parts)
  const names = isLong ? [...groups.keys()] : new Set([...planned, ...groups.keys()])
  for (const name of names) {
    if (named.some((part) => part.name === name)) continue
    named.push({
      name,
      run: groups.has(name) ? () => runGroups(name, groups.get(name)) : noFiles,
    })
  }
  if (only === undefined) return named
  const inThis = (name) => named.some((part) => part.name === name)
  const wanted = only.split(',').flatMap((name) => partGroups[name]?.filter(inThis) ?? [name])
  const unknown = wanted.filter((name) => !inThis(name))
  if (unknown.length > 0) {
    const known = named.map(({ name }) => name).join(', ')
    throw new Trouble(`There is no part ${unknown.join(', ')}; there are ${known}.`)
  }
  return named.filter(({ name }) => wanted.includes(name))
}

function runGroups(name, groups) {
  const inPlace = name === 'integration' ? withSharedPostgres : (run) => run()
  const run = (settings) => (files) => runTests(files, settings)
  return inPlace((settings) =>
    runEach(groups, run(settings), {
      atOnce: atOnce[name] ?? 1,
      mayTryAgain: ([file]) => hasSecondTry(name, file),
      again: (files) => inPlace((settingsAgain) => runTests(files, settingsAgain)),
    }),
  )
}

/** Runs test files that share a PostgreSQL, each with databases of its own in it. */
async function withSharedPostgres(run) {
  const { clusterForAll, sharedVariable } = await import(
    '../apps/server/dist/platform/database/testing/cluster.js'
  )
  const cluster = await clusterForAll()
  try {
    return await run({ [sharedVariable]: cluster.postgres.url })
  } finally {
    await cluster.stop()
  }
}

/** The web app that the browser parts look at; counts only if it cannot be built. */
async function buildScreens() {
  try {
    await buildWeb()
    return { passed: 0, failed: 0 }
  } catch (error) {
    print(error.output)
    return { passed: 0, failed: 1 }
  }
}

const noFiles = async () => ({ passed: 0, failed: 1, output: 'no test file was found' })

await command(async () => {
  requireSupported()
  process.chdir(root)
  endOnSignals()
  useMemoryForTemporary()
  const { values } = parseArgs({ options: { long: { type: 'boolean' }, only: { type: 'string' } } })
  const parts = partsOf(values.long === true, values.only)
  const beganMs = performance.now()
  await ensureInstalled('everything')
  await ensureInstalledIn('apps/chains/nodes', () => print('Installing the local nodes.'))
  const results = [await runPart(types)]
  results.push(await buildScreens())
  const rest = parts.filter((part) => part !== types)
  const plan = values.long === true ? longRounds : rounds
  const known = new Set(plan.flatMap(({ parts: planned, beside = [] }) => [...planned, ...beside]))
  const unplanned = rest.map(({ name }) => name).filter((name) => !known.has(name))
  const named = (names) => names.flatMap((name) => rest.filter((part) => part.name === name))
  const runInTurn = async (waiting) => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      results.push(await runPart(part))
    }
  }
  for (const { lanes, parts: names, beside = [] } of [...plan, { lanes: 1, parts: unplanned }]) {
    const waiting = named(names)
    const running = Array.from({ length: lanes }, () => runInTurn(waiting))
    await Promise.all([...running, runInTurn(named(beside))])
  }
  results.push(await secondTries(results, print))
  const sum = (of) => results.reduce((total, result) => total + result[of], 0)
  print(`  in all ${duration(performance.now() - beganMs)}`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`, () => process.exit())
})
