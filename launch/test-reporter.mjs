/**
 * A reporter for the tests of one process: failures are shown whole as they come; the last line is a JSON
 * summary for `npm test`. A test that was skipped did not prove anything, and counts as failed.
 */
import path from 'node:path'
import { inspect } from 'node:util'

/** Turns the runner's events into text. */
// oxlint-disable-next-line import/no-default-export -- the runner takes a reporter's default export
export default async function* report(events) {
  const counts = { passed: 0, failed: 0 }
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const failure = failureOf(type, data)
    if (failure !== null) {
      counts.failed++
      yield failure
    } else if (data.details?.type !== 'suite') counts.passed++
  }
  yield `${JSON.stringify(counts)}\n`
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
