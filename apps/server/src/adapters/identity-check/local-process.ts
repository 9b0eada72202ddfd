/** The verifier that the exchange includes (`apps/verifier`), in its own process. */
import path from 'node:path'
import type { Log } from '../../platform/logging/log.ts'
import {
  createLocalProgram,
  hearPort,
  type LocalProgram,
} from '../../platform/processes/local-program.ts'
import type { Reach } from './requests.ts'

/** Entry point of the process; the build of the project creates it. */
const verifierProgram = path.join(import.meta.dirname, '../../../../verifier/dist/run.js')

/** The verifier listens before it loads its models. */
const startMsDefault = 20_000
const pauseMs = 5_000
const stopMs = 3_000

export type LocalVerifierOptions = {
  readonly log: Log
  /** Another program, for tests. */
  readonly program?: string
  readonly startMs?: number
}

export type LocalVerifier = LocalProgram<Reach>

/** Creates the verifier without starting it. */
export function createLocalVerifier(options: LocalVerifierOptions): LocalVerifier {
  const { log, program = verifierProgram, startMs = startMsDefault } = options
  return createLocalProgram({
    log,
    name: 'the verifier',
    program,
    // Limits malloc arenas. Otherwise the threads reserve a tenth more memory than they use.
    environment: async (key) => ({ VERIFIER_KEY: key, MALLOC_ARENA_MAX: '2' }),
    hear: hearPort,
    startMs,
    restartDelayMs: pauseMs,
    stopMs,
  })
}
