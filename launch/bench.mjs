/** `npm run bench [-- section… --quick]`: builds everything and runs the benchmarks. */
import { buildProduct, compileOrThrow } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { root, runProgram, step } from './steps.mjs'
import { command } from './trouble.mjs'

await command(async () => {
  requireSupported()
  process.chdir(root)
  await ensureInstalled('everything')
  await buildProduct()
  await step('Benchmarks', () => compileOrThrow(['bench']))
  const parameters = ['bench/dist/run.js', ...process.argv.slice(2)]
  process.exitCode = (await runProgram(process.execPath, parameters, { show: true })).code
})
