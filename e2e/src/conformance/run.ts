/**
 * `npm run conformance [-- --url http://… [--database postgres://…]]`: runs the suite against a server. With
 * its database it also tests the calls that need verified people.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { url: { type: 'string' }, database: { type: 'string' } },
})
const files = ['conformance.test.js', 'others.long.test.js'].map((name) =>
  path.join(import.meta.dirname, name),
)
const options = ['--test', '--test-concurrency=1', '--test-reporter=spec']
const child = spawn(process.execPath, [...options, ...files], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(values.url === undefined ? {} : { TUKAR_URL: values.url }),
    ...(values.database === undefined ? {} : { TUKAR_DATABASE_URL: values.database }),
  },
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
