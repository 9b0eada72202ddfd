/** `npm run sim -- --seed 7 --commands 1000000`: one simulation; prints one line. */
import { parseArgs } from 'node:util'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    commands: { type: 'string', default: '1000000' },
    /** Also prints how often each event and refusal occurred. */
    counts: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const commands = Number(values.commands)
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(commands) || commands < 1) {
  throw new RangeError('--seed and --commands are integers')
}

const begun = performance.now()
const result = simulate(seed, commands)
const perSecond = Math.round((result.commands * 1_000) / (performance.now() - begun))
const speed = `${perSecond.toLocaleString('en-US')} commands/s`
if (result.failure === null) {
  const hash = result.hash.map((word) => word.toString(16).padStart(8, '0')).join('')
  process.stdout.write(`seed ${seed}: ${commands} commands agree, ${speed}, hash ${hash}\n`)
} else {
  const { command, what } = result.failure
  process.stdout.write(`seed ${seed}: command ${command}: ${what}\n`)
  process.stdout.write(`npm run sim -- --seed ${seed} --commands ${command}\n`)
  process.exitCode = 1
}
if (values.counts) {
  const rows = [...result.counts].toSorted(([, one], [, other]) => other - one)
  for (const [name, times] of rows) process.stdout.write(`${name}: ${times}\n`)
}
