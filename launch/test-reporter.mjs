/**
 * A reporter for `node --test`: failures are shown whole as they come, with what their file printed;
 * the last line is a JSON summary for `npm test`. A test that was skipped did not prove anything, and
 * counts as failed.
 */
import path from 'node:path'
import { inspect } from 'node:util'

const printedMax = 20_000

/** Turns the runner's events into text. */
// oxlint-disable-next-line import/no-default-export -- the runner takes a reporter's default export
export default async function* report(events) {
  const counts = { passed: 0, failed: 0, files: new Set() }
  const printed = new Map()
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      const before = printed.get(data.file) ?? ''
      printed.set(data.file, (before + data.message).slice(-printedMax))
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const failure = failureOf(type, data)
    if (failure !== null) {
      counts.failed++
      yield failure
      if (printed.has(data.file)) yield indented(`it printed:\n${printed.get(data.file)}`)
      printed.delete(data.file)
    } else if (isTest(data)) counts.passed++
    if (isTest(data)) counts.files.add(data.file)
  }
  yield `${JSON.stringify({ ...counts, files: counts.files.size })}\n`
}

/** Suites count by their tests, files by what is in them; a file without tests is not a test. */
function isTest({ name, file, details }) {
  return details?.type !== 'suite' && !isFile(name, file)
}

function isFile(name, file) {
  return name === file || (path.isAbsolute(name) && /\.m?js$/.test(name))
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
