/** Guarantees of `npm test`: no failure is missed, and every file runs. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { root } from '../steps.mjs'
import { hasSecondTry, secondTries, secondTriesMax } from './again.mjs'
import { runTests } from './parts.mjs'
import { compiledOf, groupsOf, sourceOf, testSources } from './plan.mjs'
import { provenAlone } from './profile.mjs'
import { runTasks, watchProcessors } from './queue.mjs'
import { idsOfSource, unreadNames } from './rule-ids.mjs'
import { chooseSlice, sliceCount } from './slices.mjs'
import { leftToOthers, screenTurnCount, screenTurns, turnCount, turns } from './turns.mjs'

const good = `test('a', () => {})`
const bad = `test('b', () => { throw new Error('x') })`

/** Runs files of these texts in one process. */
async function ran(t, ...texts) {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-runner-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  const files = texts.map((text, index) => {
    const file = path.join(folder, `${index}.test.mjs`)
    fs.writeFileSync(file, `import { after, before, test } from 'node:test'\n${text}`)
    return file
  })
  return runTests(files)
}

test('a skipped or failing test fails its group, and a file without tests too', async (t) => {
  const cases = [
    [[`${good}; test('b', () => {})`], [2, 0]],
    [[`${good}; test.skip('b', () => {})`], [1, 1]],
    [[`${good}; test.todo('b')`], [1, 1]],
    [[bad], [0, 1]],
    [[`throw new Error('x')`], [0, 1]],
    [[''], [0, 1]],
    [
      [good, ''],
      [1, 1],
    ],
    [
      [good, bad, good],
      [2, 1],
    ],
    [
      [good, `import './none.mjs'`],
      [1, 1],
    ],
    [[`${good}; before(() => { throw new Error('x') })`], [0, 2]],
    [[`${good}; after(() => { throw new Error('x') })`], [1, 1]],
    [[`${good}; process.exit(0)`], [0, 1]],
  ]
  for (const [texts, counts] of cases) {
    const { passed, failed } = await ran(t, ...texts)
    assert.deepEqual([passed, failed], counts, texts.join(' | '))
  }
})

test('files that share a process keep their hooks separate, one file after the other', async (t) => {
  const file = (name) => `
    globalThis.said ??= []
    before(() => said.push('before ${name}'))
    after(() => said.push('after ${name}'))
    test('${name}', () => { said.push('${name}') })`
  const check = `
    import assert from 'node:assert/strict'
    test('order', () => {
      assert.deepEqual(said, ['before 1', '1', 'after 1', 'before 2', '2', 'after 2'])
    })`
  const { passed, failed, files } = await ran(t, file(1), file(2), check)
  assert.deepEqual([passed, failed], [3, 0])
  assert.deepEqual(
    files.map(({ tests }) => tests),
    [1, 1, 1],
  )
})

test('all files of a process load before the first test, which may set the clock', async (t) => {
  const clock = `test('a', (t) => { t.mock.timers.enable({ apis: ['Date'], now: 0 }) })`
  const loaded = `
    import assert from 'node:assert/strict'
    const loadedMs = Date.now()
    test('b', () => { assert.ok(loadedMs > 1_000) })`
  const { passed, failed } = await ran(t, clock, loaded)
  assert.deepEqual([passed, failed], [2, 0])
})

test('the cost of a file has its processor time, its failures and the rules that its tests name', async (t) => {
  const busy = `test('R-50 INV-18: works', () => {
    // Node's own threads work in parallel: both times must have passed.
    while (process.cpuUsage().user < 300_000 || performance.now() < 300) {}
  })`
  const { files } = await ran(t, busy, bad)
  const [first, second] = files
  assert.ok(first.processorMs >= 300 && first.elapsedMs >= 300, JSON.stringify(first))
  assert.deepEqual([first.passed, first.failed, first.ids], [1, 0, ['INV-18', 'R-50']])
  assert.deepEqual([second.passed, second.failed, second.ids], [0, 1, []])
})

test('every test file of the repository is in one group of one run', () => {
  const runs = ['short', 'long'].map((run) => groupsOf(testSources(run), {}))
  const planned = runs.flat().flatMap(({ files }) => files)
  assert.equal(new Set(planned).size, planned.length)
  const folders = ['packages', 'apps', 'tools', 'e2e', 'launch', 'bench']
  const there = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true })
      .filter(
        (name) => /\.test\.(?:tsx?|mjs)$/.test(name) && !/node_modules|\bdist\b|\.cache/.test(name),
      )
      .map((name) => path.join(folder, name)),
  )
  assert.deepEqual(planned.map(sourceOf).toSorted(), there.toSorted())
  assert.deepEqual(there.map(compiledOf).map(sourceOf), there)
})

test('a file that serves the built web app waits for it', () => {
  const source = 'apps/server/src/platform/http/host-options.test.ts'
  assert.deepEqual(
    groupsOf([source], {}).map(({ part }) => part),
    ['pages'],
  )
})

/** Tasks that report their start, and end on request. */
function createTasks() {
  const order = []
  const ends = new Map()
  const task = (name, expectedMs, needs) => ({
    expectedMs,
    needs,
    run: () =>
      new Promise((resolve) => {
        order.push(name)
        ends.set(name, resolve)
      }),
  })
  const end = async (name) => {
    ends.get(name)()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { order, task, end }
}

/** Waits until a condition holds; the test's own timeout ends it. */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

const never = { min: 1, max: 3, hasIdleProcessors: () => false, everyMs: 1 }

test('the longest task runs first, and one whose dependencies are not ready lets others go first', async () => {
  const { order, task, end } = createTasks()
  let meet
  const need = new Promise((resolve) => {
    meet = resolve
  })
  const tasks = [task('short', 1), task('waits', 9, need), task('first', 5), task('second', 4)]
  const all = runTasks(tasks, never)
  assert.deepEqual(order, ['first'])
  meet()
  await end('first')
  assert.deepEqual(order, ['first', 'waits'])
  await end('waits')
  await end('second')
  await end('short')
  await all
})

test('a further task begins while processors are idle, up to the limit', async () => {
  const { order, task, end } = createTasks()
  let areIdle = true
  let ended = 0
  const hasIdleProcessors = () => {
    assert.ok(order.length - ended < never.max, 'they are asked for below the limit alone')
    return areIdle
  }
  const names = ['a', 'b', 'c', 'd']
  const all = runTasks(
    names.map((name) => task(name, 1)),
    { ...never, hasIdleProcessors },
  )
  assert.deepEqual(order, ['a'])
  await until(() => order.length === 3)
  areIdle = false
  ended = 1
  await end('a')
  assert.deepEqual(order, ['a', 'b', 'c'], 'two still run, more than the minimum')
  areIdle = true
  await until(() => order.length === 4)
  for (const name of ['b', 'c', 'd']) await end(name)
  await all
})

test('a task that rejects rejects the whole run', async () => {
  const bad = { expectedMs: 1, run: () => Promise.reject(new Error('x')) }
  await assert.rejects(runTasks([bad], never), /x/)
})

test('processors are idle if much of their time was idle since the last measurement', () => {
  const readings = [
    [0, 0],
    [90, 10],
    [100, 100],
  ].map(([user, idle]) => [{ times: { user, nice: 0, sys: 0, idle, irq: 0 } }])
  const hasIdle = watchProcessors(() => readings.shift())
  assert.deepEqual([hasIdle(), hasIdle()], [false, true])
})

test('forty commits in a row run all slices, an option overrules them, and TUKAR_PROOF=full takes all', () => {
  const commit = (number) => ({ hash: 'a8500dc9'.padEnd(40, '0'), number })
  const slices = Array.from({ length: sliceCount }, (_, index) => {
    return chooseSlice(undefined, {}, commit(1_280 + index)).slice
  })
  assert.equal(new Set(slices).size, sliceCount)
  assert.equal(chooseSlice(undefined, {}, commit(87)).slice, '7/40')
  assert.equal(chooseSlice('7', {}, null).slice, '7/40')
  assert.equal(chooseSlice('7', { TUKAR_PROOF: 'full' }, commit(1)).slice, '7/40')
  assert.equal(chooseSlice(undefined, { TUKAR_PROOF: 'full' }, commit(1)).slice, 'all')
  assert.equal(chooseSlice(undefined, {}, null).slice, '0/40')
  for (const wrong of ['40', '-1', 'x', '1.5']) {
    assert.throws(() => chooseSlice(wrong, {}, null), /A slice is a number from 0 to 39/)
  }
})

for (const { kind, all, count } of [
  { kind: 'a screen with rules of its own', all: screenTurns, count: screenTurnCount },
  { kind: 'a file whose rules others prove', all: turns, count: turnCount },
]) {
  test(`${kind} runs once in ${count} runs, always with TUKAR_PROOF=full, and has no slices`, () => {
    assert.equal(all.length, count)
    assert.equal(sliceCount % count, 0)
    const sources = all.flat()
    const long = new Set(testSources('long'))
    for (const source of sources) {
      assert.ok(long.has(source), source)
      const text = fs.readFileSync(path.join(root, source), 'utf8')
      assert.doesNotMatch(
        text,
        /\b(?:sliceIn|itemsOf|shareOf)\b[^}]*\} from '[^']*sim\/slice'/,
        source,
      )
    }
    const slices = Array.from({ length: count }, (_, run) => 5 + run)
    const runs = slices.map((slice) => leftToOthers(`${slice}/${sliceCount}`))
    for (const source of sources)
      assert.equal(runs.filter((left) => !left.has(source)).length, 1, source)
    assert.equal(leftToOthers('all').size, 0)
  })
}

test('no rule is proven in fewer than one of five runs', () => {
  const rare = turns.flat()
  const sources = [...testSources('short'), ...testSources('long')]
  const often = new Set(sources.filter((one) => !rare.includes(one)).flatMap(idsOfSource))
  for (const source of rare) {
    assert.equal(unreadNames(source), 0, `${source} has a test whose name is made while it runs`)
    const ids = idsOfSource(source)
    assert.deepEqual(
      ids.filter((id) => !often.has(id)),
      [],
      source,
    )
  }
})

test('the rules of a test file are those that its names begin with, and those of the suites it registers', () => {
  const own = 'e2e/src/harness/chromium.test.ts'
  assert.deepEqual(idsOfSource(own), ['R-54'])
  const suites = idsOfSource('e2e/src/conformance/conformance.test.ts')
  for (const id of ['SRV-60', 'ATT-27']) assert.ok(suites.includes(id), id)
  assert.ok(idsOfSource('e2e/src/routes/routes.long.test.ts').includes('ROUTE-26'))
  const noSuite = 'apps/server/src/modules/bonus/bonus.test.ts'
  assert.ok(!idsOfSource(noSuite).includes('INV-14'))
})

test('random cases are those of the commit, unless TUKAR_SEED says others', () => {
  const commit = { hash: '00000ff'.padEnd(40, '0'), number: 3 }
  assert.equal(chooseSlice(undefined, {}, commit).seed, '256')
  assert.equal(chooseSlice('7', { TUKAR_SEED: '77' }, commit).seed, '77')
})

test('the profile names for each file the rules that no other file proves', () => {
  const alone = provenAlone([
    { file: 'a', ids: ['R-01', 'R-02'] },
    { file: 'b', ids: ['R-02'] },
    { file: 'c', ids: [] },
  ])
  assert.deepEqual(
    [...alone],
    [
      ['a', ['R-01']],
      ['b', []],
      ['c', []],
    ],
  )
})

const screen = (file) => ({ part: 'trading', file, passed: 3, failed: 1 })

/** Runs the second tries of broken files with given outcomes. */
async function triedAgain(broken, outcomes, failed = broken.length) {
  const said = []
  const run = async (file) => ({ output: '', ...outcomes[file] })
  const change = await secondTries(broken, failed, run, (line) => said.push(line))
  return { ...change, said }
}

test('a browser test that fails and passes when it runs alone counts as passed, and is named', async () => {
  const { said, ...change } = await triedAgain([screen('b')], { b: { passed: 4, failed: 0 } })
  assert.deepEqual(change, { passed: 1, failed: -1 })
  assert.deepEqual(said, ['  flaky, passed alone: b'])
})

test('a browser test that fails twice has failed', async () => {
  const outcomes = { b: { passed: 3, failed: 1 }, c: { passed: 4, failed: 0 } }
  const { said, ...change } = await triedAgain([screen('b'), screen('c')], outcomes)
  assert.deepEqual(change, { passed: 1, failed: -1 })
  assert.deepEqual(said, ['  failed twice: b', '  flaky, passed alone: c'])
})

test('there is no second try where something else failed, or where many files did', async () => {
  const none = { passed: 0, failed: 0, said: [] }
  assert.deepEqual(await triedAgain([screen('b')], {}, 2), none)
  const many = Array.from({ length: secondTriesMax + 1 }, (_, index) => screen(`f${index}`))
  assert.deepEqual(await triedAgain(many, {}), none)
})

test('tests of money, matching and recovery have no second try', () => {
  const strict = 'unit integration kills conformance money chain-kills drift books harness'.split(
    ' ',
  )
  for (const part of strict) assert.equal(hasSecondTry(part), false, part)
  assert.equal(hasSecondTry('trading'), true)
})
