/** `npm run conformance [-- --url http://…]`: the suite against a server that runs somewhere. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { url: { type: 'string' } } })
const file = path.join(import.meta.dirname, 'conformance.test.js')
const child = spawn(process.execPath, ['--test', '--test-reporter=spec', file], {
  stdio: 'inherit',
  env: { ...process.env, ...(values.url === undefined ? {} : { TUKAR_URL: values.url }) },
})
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
