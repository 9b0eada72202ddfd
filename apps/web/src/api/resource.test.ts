import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { createResource, loaded, wantAgain } from './resource.ts'

test('a resource is loaded once, on first use', async () => {
  let loads = 0
  const resource = createResource(() => Promise.resolve((loads += 1)))
  assert.deepEqual(resource.read(), { state: 'loading' })
  resource.want()
  resource.want()
  await setImmediate()
  resource.want()
  assert.deepEqual(resource.read(), { state: 'ready', value: 1 })
})

test('a failed load can be repeated; a shown value stays when a later load fails', async () => {
  const answers = [
    () => Promise.reject(new Error('no line')),
    () => Promise.resolve('a'),
    () => Promise.reject(new Error('no line again')),
  ]
  const resource = createResource(() => answers.shift()?.() ?? Promise.resolve('b'))
  const seen: string[] = []
  resource.subscribe(() => seen.push(resource.read().state))
  resource.want()
  await setImmediate()
  resource.reload()
  await setImmediate()
  resource.reload()
  await setImmediate()
  assert.deepEqual(seen, ['error', 'loading', 'ready'])
  assert.deepEqual(resource.read(), { state: 'ready', value: 'a' })
})

test('an event changes a loaded value and creates none', async () => {
  const resource = createResource(() => Promise.resolve(1))
  resource.change((value) => value + 1)
  assert.deepEqual(resource.read(), { state: 'loading' })
  resource.want()
  await setImmediate()
  resource.change((value) => value + 1)
  assert.deepEqual(resource.read(), { state: 'ready', value: 2 })
})

test('NOTIF-01: a value from an event before the first answer counts at once and takes precedence over that answer', async () => {
  const answers: ((value: boolean) => void)[] = []
  const resource = createResource(() => new Promise<boolean>((resolve) => answers.push(resolve)))
  resource.want()
  resource.put(true)
  assert.deepEqual(resource.read(), { state: 'ready', value: true })
  answers.shift()?.(false)
  await setImmediate()
  assert.deepEqual(resource.read(), { state: 'ready', value: true }, 'asked before it was told')
  resource.want()
  assert.equal(answers.length, 0, 'it is known')
  resource.reload()
  answers.shift()?.(false)
  await setImmediate()
  assert.deepEqual(resource.read(), { state: 'ready', value: false })
})

/** A resource whose loads the test answers in any order. */
function manuallyAnswered() {
  const loads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const load = () =>
    new Promise<string>((resolve, reject) => {
      loads.push({ resolve, reject })
    })
  const resource = createResource(load)
  return { resource, loads }
}

test('of several loads the newest counts, in any order of answers and failures', async () => {
  const { resource, loads } = manuallyAnswered()
  resource.want()
  resource.reload()
  loads[0]?.reject(new Error('no line'))
  await setImmediate()
  assert.deepEqual(resource.read(), { state: 'loading' }, 'the newer one is still asked for')
  resource.reload()
  loads[2]?.resolve('newest')
  await setImmediate()
  loads[1]?.resolve('older')
  await setImmediate()
  assert.deepEqual(resource.read(), { state: 'ready', value: 'newest' })
})

test('NOTIF-04: a change is applied to the answers of earlier loads, but not of later ones', async () => {
  const { resource, loads } = manuallyAnswered()
  resource.want()
  loads[0]?.resolve('a')
  await setImmediate()
  resource.reload()
  resource.change((value) => `${value}, read`)
  assert.deepEqual(resource.read(), { state: 'ready', value: 'a, read' })
  loads[1]?.resolve('b')
  await setImmediate()
  assert.deepEqual(resource.read(), { state: 'ready', value: 'b, read' })
  resource.reload()
  loads[2]?.resolve('c')
  await setImmediate()
  assert.deepEqual(resource.read(), { state: 'ready', value: 'c' })
})

test('the next use loads a failed resource again, but not a loaded one', async () => {
  const answers = [() => Promise.reject(new Error('no line')), () => Promise.resolve('a')]
  let loads = 0
  const resource = createResource(() => {
    loads += 1
    return answers.shift()?.() ?? Promise.resolve('b')
  })
  await loaded(resource)
  assert.deepEqual(resource.read(), { state: 'error' })
  resource.want()
  assert.equal(loads, 1, 'a part that is drawn again does not ask for itself')
  wantAgain(resource)
  wantAgain(resource)
  assert.equal(loads, 2, 'one load for all who want it meanwhile')
  await loaded(resource)
  assert.deepEqual(resource.read(), { state: 'ready', value: 'a' })
  await loaded(resource)
  assert.equal(loads, 2)
})

test('waiting for a running load ends with it', async () => {
  let come: (value: string) => void = () => undefined
  const resource = createResource(() => new Promise<string>((resolve) => (come = resolve)))
  resource.want()
  let isOver = false
  const wait = loaded(resource).then(() => (isOver = true))
  await setImmediate()
  assert.equal(isOver, false)
  come('a')
  await wait
  assert.deepEqual(resource.read(), { state: 'ready', value: 'a' })
})
