/** `npm run bench [-- section… --quick]`: builds everything and runs the benchmarks. */
import { buildProduct, compile } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { root, runProgram, step } from './steps.mjs'
import { command, Trouble } from './trouble.mjs'

await command(async () => {
  requireSupported()
  process.chdir(root)
  await ensureInstalled('everything')
  await buildProduct()
  await step('Benchmarks', async () => {
    const { code, output } = await compile(['bench'])
    if (code !== 0) throw new Trouble('The benchmarks do not compile; see above.', output)
  })
  const parameters = ['bench/dist/run.js', ...process.argv.slice(2)]
  process.exitCode = (await runProgram(process.execPath, parameters, { show: true })).code
})
