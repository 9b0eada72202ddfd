/** The desk and the phone of every run. */
import { desk, phone } from '../harness/browser.ts'
import { registerLooksSuite } from './looks-suite.ts'

registerLooksSuite([desk, phone])
