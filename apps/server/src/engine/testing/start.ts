/** Engines of test files. */
import { pathToFileURL } from 'node:url'
import { testEngineSecret } from '../../platform/secrets/testing/secrets.ts'
import { type EngineOptions, startEngine } from '../client.ts'
import type { Engine } from '../port.ts'

/** The variable in which `npm test` names a bundled worker: a start then costs a third less. */
const workerVariable = 'TUKAR_TEST_WORKER'

/** Starts an engine with the secret of tests. The caller stops it. */
export function startTestEngine(
  options: Omit<EngineOptions, 'secret'> & Partial<Pick<EngineOptions, 'secret'>>,
): Promise<Engine> {
  const file = process.env[workerVariable]
  const workerUrl = file === undefined ? {} : { workerUrl: pathToFileURL(file) }
  return startEngine({ secret: testEngineSecret, ...workerUrl, ...options })
}
