/** A process with one engine: `engine-host.js <tukar|npm> <stream spec as JSON>`. */
import { servePasses } from './engine.ts'
import { createNpmEngine } from './npm-engine.ts'
import type { StreamSpec } from './stream.ts'
import { createTukarEngine } from './tukar-engine.ts'

const [engine, spec] = process.argv.slice(2)
if (spec === undefined) throw new Error('engine-host <tukar|npm> <spec>')
servePasses(
  engine === 'npm' ? createNpmEngine() : createTukarEngine(),
  JSON.parse(spec) as StreamSpec,
)
