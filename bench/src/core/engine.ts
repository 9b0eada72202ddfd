/**
 * The benchmark's interface of a matching engine, and its host process: started once, it runs a fresh pass on
 * each request, so that passes of all engines can alternate and each is measured warm.
 */
import { generateStream, type Stream, type StreamSpec, type Work } from './stream.ts'

export interface MatchingEngine {
  readonly name: string
  /** Creates a book with everything that is not timed: accounts, funds, prefill. */
  prepare(stream: Stream): void
  /** The timed part. */
  run(): Work
}

export type PassRequest = { readonly kind: 'pass' }
export type PassResult = {
  readonly kind: 'pass'
  readonly wallMs: number
  readonly cpuMs: number
  readonly work: Work
}

/** Answers each request of the parent process with one timed pass. */
export function servePasses(engine: MatchingEngine, spec: StreamSpec): void {
  const stream = generateStream(spec)
  process.on('message', () => {
    engine.prepare(stream)
    globalThis.gc?.()
    const cpuBefore = process.cpuUsage()
    const before = performance.now()
    const work = engine.run()
    const wallMs = performance.now() - before
    const cpu = process.cpuUsage(cpuBefore)
    const cpuMs = (cpu.user + cpu.system) / 1_000
    process.send?.({ kind: 'pass', wallMs, cpuMs, work } satisfies PassResult)
  })
  process.on('disconnect', () => process.exit(0))
}
