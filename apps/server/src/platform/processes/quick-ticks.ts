/**
 * Keeps `process.nextTick` fast in a long-lived process; import it before everything else.
 *
 * Node creates an object for each call, from a literal with symbol keys. V8 keeps the shape of such objects
 * only while one of them is alive. After a garbage collection without any, it treats every further literal as
 * a new shape: each call then costs five times as much for the rest of the process, and an answer needs half
 * a dozen of them. So this module keeps one of these objects alive.
 */
import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []
process.nextTick(() => kept.push(executionAsyncResource()))
