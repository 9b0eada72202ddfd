/**
 * `npm test`: installs, builds, tests. The last line is `N passed, N failed`. docs/testing.md lists the
 * options.
 */
import os from 'node:os'
import { parseArgs } from 'node:util'
import { buildWeb, bundleServer, engineWorker, serverBundle } from '../build.mjs'
import { ensureInstalled, ensureInstalledIn } from '../install.mjs'
import { requireSupported } from '../platform.mjs'
import { duration, endOnSignals, print, root } from '../steps.mjs'
import { command, Trouble } from '../trouble.mjs'
import { secondTries } from './again.mjs'
import { affectedTests, changedFiles } from './changed.mjs'
import { processorMsOf, referenceMs } from './measure.mjs'
import { useMemoryForTemporary } from './memory.mjs'
import { checks, checkTypes, runTests } from './parts.mjs'
import { compiledOf, groupsOf, testSources } from './plan.mjs'
import { keepProfile, rowsOf } from './profile.mjs'
import { runTasks, watchProcessors } from './queue.mjs'
import { chooseSlice, seedVariable, sliceVariable } from './slices.mjs'
import { leftToOthers } from './turns.mjs'

const partWidth = 14
const cores = os.availableParallelism()
/** More tasks than these need more memory than the product itself does. */
const tasksPerCoreMax = 4
const options = {
  long: { type: 'boolean', default: false },
  only: { type: 'string' },
  changed: { type: 'boolean', default: false },
  times: { type: 'boolean', default: false },
  slice: { type: 'string' },
}
/**
 * The variable in which tests of `e2e` find the server to start; a file that runs alone uses the compiled
 * one.
 */
const serverVariable = 'TUKAR_TEST_SERVER'
/** The variable in which integration tests find the engine's worker (`engine/testing/start.ts`). */
const workerVariable = 'TUKAR_TEST_WORKER'
/** The expected time of a check of all sources, for the order of tasks. */
const checkMs = 20_000

/** Counts the results of each part, and prints a part when its last group has ended. */
function createTally(planned) {
  const parts = new Map()
  const files = []
  for (const part of planned) {
    const sum = parts.get(part) ?? { groups: 0, passed: 0, failed: 0, elapsedMs: 0 }
    parts.set(part, { ...sum, groups: sum.groups + 1 })
  }
  const total = (of) => [...parts.values()].reduce((sum, part) => sum + part[of], 0)
  return {
    files,
    get passed() {
      return total('passed')
    },
    get failed() {
      return total('failed')
    },
    add(part, outcome, elapsedMs) {
      if (outcome.output !== '') print(outcome.output.trimEnd())
      const sum = parts.get(part)
      sum.passed += outcome.passed
      sum.failed += outcome.failed
      sum.elapsedMs += elapsedMs
      sum.groups -= 1
      files.push(...rowsOf(part, outcome.files ?? []))
      if (sum.groups > 0) return
      const counts = `${sum.passed} passed${sum.failed > 0 ? `, ${sum.failed} FAILED` : ''}`
      print(`  ${part.padEnd(partWidth)}${counts}  ${duration(sum.elapsedMs)}`)
    },
  }
}

/** The test groups and checks of this run. */
function chosen({ long, only, changed }, slice) {
  const all = testSources(long ? 'long' : 'short')
  // Naming parts runs all of their files.
  const left = only === undefined ? leftToOthers(slice) : new Set()
  const sources = changed
    ? affectedTests(root, all, changedFiles(root))
    : all.filter((source) => !left.has(source))
  const groups = groupsOf(sources)
  const checkNames = long ? [] : Object.keys(checks)
  if (only === undefined) return { groups, checkNames }
  const known = [...new Set(groupsOf(all).map(({ part }) => part)), ...checkNames, 'types', 'e2e']
  const wanted = new Set(only.split(','))
  const unknown = [...wanted].filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Trouble(`There is no part ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  }
  const isWanted = ({ part }) => wanted.has(part) || (wanted.has('e2e') && needsProduct(part))
  return {
    groups: groups.filter(isWanted),
    checkNames: checkNames.filter((name) => wanted.has(name)),
  }
}

/** These parts need the built product; the others load the code. */
const needsProduct = (part) => part !== 'unit' && part !== 'integration'

/** The PostgreSQL that integration tests share, each with its own databases. */
async function startSharedPostgres() {
  const { clusterForAll, sharedVariable } = await import(
    '../../apps/server/dist/platform/database/testing/cluster.js'
  )
  const cluster = await clusterForAll()
  const { pid, url } = cluster.postgres
  return {
    settings: { [sharedVariable]: url },
    processorMs: () => processorMsOf(pid),
    stop: () => cluster.stop(),
  }
}

/**
 * Builds the product and starts exchanges once, which tests then copy; returns the settings with their
 * locations.
 */
async function prepareProduct(bundled) {
  await Promise.all([buildWeb(), bundled])
  process.env[serverVariable] = serverBundle
  const { prepareTemplates } = await import('../../e2e/dist/harness/templates.js')
  return { ...(await prepareTemplates()), [serverVariable]: serverBundle }
}

const failedWith = (error) => ({
  passed: 0,
  failed: 1,
  output: error.output ?? String(error.stack),
})

/** Runs checks and groups of test files until all have ended; returns the settings of those that use the product. */
async function runAll(tally, groups, checkNames) {
  const has = (isNeeded) => groups.some(({ part }) => isNeeded(part))
  const [hasIntegration, hasProduct] = [has((part) => part === 'integration'), has(needsProduct)]
  const bundled = hasIntegration || hasProduct ? bundleServer() : Promise.resolve()
  const isBundled = bundled.catch(() => null)
  const postgres = hasIntegration ? await startSharedPostgres() : null
  const product = hasProduct ? prepareProduct(bundled) : Promise.resolve({})
  const ready = product.catch(() => null)
  const task = (part, expectedMs, work, needs) => ({
    expectedMs,
    needs,
    async run() {
      const beganMs = performance.now()
      const outcome = await work().catch(failedWith)
      tally.add(part, outcome, performance.now() - beganMs)
    },
  })
  const checking = checkNames.map((name) => task(name, checkMs, checks[name]))
  const integrated = async (files) => {
    await bundled
    return runTests(files, { ...postgres?.settings, [workerVariable]: engineWorker })
  }
  const testing = groups.map(({ part, files, expectedMs }) => {
    if (part === 'unit') return task(part, expectedMs, () => runTests(files))
    if (part === 'integration') return task(part, expectedMs, () => integrated(files), isBundled)
    return task(part, expectedMs, async () => runTests(files, await product), ready)
  })
  await runTasks([...checking, ...testing], {
    min: cores,
    max: cores * tasksPerCoreMax,
    hasIdleProcessors: watchProcessors(),
    everyMs: 1_000,
  })
  if (postgres !== null) {
    const processorMs = postgres.processorMs()
    const cost = { tests: 0, passed: 0, failed: 0, elapsedMs: processorMs, processorMs, ids: [] }
    tally.files.push({ ...cost, part: 'integration', file: 'PostgreSQL of the integration' })
    await postgres.stop()
  }
  return product.catch(() => ({}))
}

await command(async () => {
  requireSupported()
  process.chdir(root)
  endOnSignals()
  useMemoryForTemporary()
  const { values } = parseArgs({ options })
  const { slice, seed, why } = chooseSlice(values.slice)
  process.env[sliceVariable] = slice
  process.env[seedVariable] = seed
  const reference = values.times ? await referenceMs() : 0
  const beganMs = performance.now()
  await ensureInstalled('everything')
  await ensureInstalledIn('apps/chains/nodes', () => print('Installing the local nodes.'))
  print(`  slice ${slice} of the long proofs (${why}), ${seedVariable}=${seed}`)
  const compilingMs = performance.now()
  const types = await checkTypes()
  const { groups, checkNames } = chosen(values, slice)
  const tally = createTally(['types', ...checkNames, ...groups.map(({ part }) => part)])
  tally.add('types', types, performance.now() - compilingMs)
  const settings = types.failed === 0 ? await runAll(tally, groups, checkNames) : {}
  const broken = tally.files.filter(({ failed }) => failed > 0)
  const again = (file) => runTests([compiledOf(file)], settings)
  const change = await secondTries(broken, tally.failed, again, print)
  const elapsedMs = performance.now() - beganMs
  print(`  in all ${duration(elapsedMs)}`)
  if (values.times) {
    const isWhole = values.only === undefined && !values.changed
    const run = { isLong: values.long, isWhole, elapsedMs, referenceMs: reference, slice }
    keepProfile(tally.files, run, print)
  }
  const [passed, failed] = [tally.passed + change.passed, tally.failed + change.failed]
  process.exitCode = failed === 0 ? 0 : 1
  process.stdout.write(`${passed} passed, ${failed} failed\n`, () => process.exit())
})
