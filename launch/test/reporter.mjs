/**
 * A reporter for a group of test files: failures are printed in full immediately; the last line is a JSON
 * summary for `npm test`. A skipped test proves nothing and counts as failed; so does a file without tests.
 */
import path from 'node:path'
import { inspect } from 'node:util'
import { fileCosts } from './measure.mjs'
import { idsIn } from './rule-ids.mjs'

/** Turns the runner's events into text. */
// oxlint-disable-next-line import/no-default-export -- the runner takes a reporter's default export
export default async function* report(events) {
  const counts = { passed: 0, failed: 0 }
  const namesOf = new Map()
  const countsOf = new Map()
  let names = []
  let before = { passed: 0, failed: 0 }
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const failure = failureOf(type, data)
    const isSuite = data.details?.type === 'suite'
    if (failure !== null) {
      counts.failed++
      yield failure
    } else if (!isSuite && type === 'test:pass') counts.passed++
    if (!isSuite) names.push(data.name)
    if (data.nesting > 0) continue
    namesOf.set(data.name, names)
    if (names.length === 0 && failure === null) {
      counts.failed++
      yield `✖ ${data.name}\n    no test ran\n`
    }
    const [passed, failed] = [counts.passed - before.passed, counts.failed - before.failed]
    countsOf.set(data.name, { passed, failed })
    before = { ...counts }
    names = []
  }
  const files = fileCosts().map(({ file, elapsedMs, processorMs }) => {
    const name = path.relative(process.cwd(), file)
    const own = namesOf.get(name) ?? []
    const { passed, failed } = countsOf.get(name) ?? { passed: 0, failed: 0 }
    const cost = { file: name, elapsedMs, processorMs, tests: own.length }
    return { ...cost, passed, failed, ids: idsIn(own) }
  })
  yield `${JSON.stringify({ ...counts, files })}\n`
}

function failureOf(type, data) {
  const where = data.file === undefined ? '' : ` (${path.relative(process.cwd(), data.file)})`
  const title = `✖ ${data.name}${where}\n`
  if (type === 'test:fail') {
    const error = data.details?.error
    if (error?.failureType === 'subtestsFailed') return null
    return title + indented(inspect(error?.cause ?? error, { depth: 6, breakLength: 100 }))
  }
  if (data.skip === undefined && data.todo === undefined) return null
  return title + indented('skipped or not written: no test may be')
}

function indented(text) {
  return `${text.replaceAll(/^/gm, '    ')}\n`
}
