/**
 * Keeps `process.nextTick` quick in a process that lives for long; to be imported before anything else.
 *
 * Node makes an object for each call, by a literal whose keys are symbols. V8 knows the shape of such
 * objects only as long as one of them lives: a collection that finds none forgets it, and then takes every
 * further literal for one of a new shape. Each call costs five times as much from there on, for the whole
 * life of the process, and an answer makes half a dozen of them. So one of these objects is kept.
 */
import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []
process.nextTick(() => kept.push(executionAsyncResource()))
