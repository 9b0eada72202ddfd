/** The secrets of exchanges in tests, and the keys of the first. */
import { keysOf } from '../keys.ts'

export const testSecret = Buffer.from('a secret of the server, for tests')
export const testEngineSecret = Buffer.from('a secret of the engine, for tests')
export const testKeys = keysOf(testSecret)
