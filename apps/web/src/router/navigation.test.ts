import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseParams } from './address.ts'
import { createNavigation, type Match, type Shown } from './navigation.ts'
import type { PageRoute } from './page-routes.ts'

/** A history in memory that behaves as the browser's. */
function historyAt(first: string) {
  const entries = [first]
  let at = 0
  const read = () => {
    const { pathname, search, hash } = new URL(entries[at] ?? '/', 'http://page.test')
    return { pathname, search, hash }
  }
  return {
    entries,
    back: () => void (at -= 1),
    bar: {
      read,
      push: (address: string) => {
        entries.splice(at + 1, entries.length, address)
        at += 1
      },
      replace: (address: string) => void (entries[at] = address),
    },
  }
}

type Answers = {
  readonly guard?: Match<string>['guard']
  readonly detour?: (pathname: string, isFirst: boolean) => PageRoute | null
  /** Resolves when the page file of a path may arrive. */
  readonly file?: (path: string) => Promise<void>
}

const paths = ['/', '/markets', '/markets/$marketId/$pair', '/maintenance', '/auth/login'] as const

function open(address: string, { guard, detour, file }: Answers = {}) {
  const shown: Shown<string>[] = []
  const asked: string[] = []
  const history = historyAt(address)
  const find = (pathname: string): Match<string> => {
    const path = paths.find((one) => parseParams(one, pathname) !== null) ?? 'nowhere'
    return {
      path,
      params: parseParams(path, pathname) ?? {},
      guard: guard ?? (() => null),
      load: async () => {
        await file?.(path)
        return path
      },
    }
  }
  const navigation = createNavigation<string>({
    bar: history.bar,
    find,
    detour: async (pathname, isFirst) => {
      asked.push(`${pathname}${isFirst ? ' first' : ''}`)
      return detour?.(pathname, isFirst) ?? null
    },
    show: (next) => void shown.push(next),
  })
  const pages = () => shown.map(({ view }) => (view.kind === 'page' ? view.page : view.kind))
  return { navigation, history, shown, asked, pages }
}

/** A page file that arrives on demand. */
function held() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

test('a navigation shows the page of its address, and going back shows the previous one', async () => {
  const { navigation, history, pages, shown } = open('/markets/')
  await navigation.follow()
  assert.deepEqual(history.entries, ['/markets'], 'without the slash')
  const params = { marketId: '1', pair: 'BTC_IDR' }
  await navigation.go({ to: '/markets/$marketId/$pair', params, search: { a: 'b' }, hash: 'c' })
  assert.deepEqual(history.entries, ['/markets', '/markets/1/BTC_IDR?a=b#c'])
  assert.deepEqual(shown.at(-1)?.here, {
    pathname: '/markets/1/BTC_IDR',
    search: { a: 'b' },
    hash: 'c',
  })
  assert.deepEqual(shown.at(-1)?.params, params)
  history.back()
  await navigation.follow()
  assert.deepEqual(pages(), ['/markets', '/markets/$marketId/$pair', '/markets'])
})

test('choosing the shown page again adds no history entry', async () => {
  const { navigation, history, pages } = open('/markets')
  await navigation.follow()
  await navigation.go({ to: '/markets' })
  await navigation.go({ to: '/', replace: true })
  assert.deepEqual(history.entries, ['/'])
  assert.deepEqual(pages(), ['/markets', '/markets', '/'])
})

test('GUARD-01 GUARD-02: each navigation checks for a redirect and follows it', async () => {
  let isClosed = false
  const { navigation, history, pages, asked } = open('/', {
    detour: (pathname) => (isClosed && pathname !== '/maintenance' ? { to: '/maintenance' } : null),
  })
  await navigation.follow()
  isClosed = true
  await navigation.go({ to: '/markets' })
  assert.deepEqual(asked, ['/ first', '/markets', '/maintenance'])
  assert.deepEqual(pages(), ['/', '/maintenance'])
  assert.deepEqual(history.entries, ['/', '/maintenance'], 'the detour is no step of its own')
})

test('SET-04: a page whose guard redirects is neither fetched nor shown', async () => {
  const fetched: string[] = []
  const { navigation, pages } = open('/markets', {
    guard: ({ pathname }) => (pathname === '/markets' ? { to: '/' } : null),
    file: async (path) => void fetched.push(path),
  })
  await navigation.follow()
  assert.deepEqual(pages(), ['/'])
  assert.deepEqual(fetched, ['/'])
})

test('a later navigation ends an earlier one whose file arrives later', async () => {
  const slow = held()
  const { navigation, pages } = open('/', {
    file: (path) => (path === '/markets' ? slow.promise : Promise.resolve()),
  })
  await navigation.follow()
  const first = navigation.go({ to: '/markets' })
  await navigation.go({ to: '/auth/login' })
  slow.resolve()
  await first
  assert.deepEqual(pages(), ['/', '/auth/login'])
})

test('a slow page shows a pending state; with only other parameters the shown page stays', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let file = held()
  const { navigation, pages } = open('/', { file: () => file.promise })
  const first = navigation.follow()
  t.mock.timers.tick(149)
  assert.deepEqual(pages(), [])
  t.mock.timers.tick(1)
  assert.deepEqual(pages(), ['pending'])
  file.resolve()
  await first
  file = held()
  const second = navigation.go({ to: '/', hash: 'verify' })
  t.mock.timers.tick(1_000)
  file.resolve()
  await second
  assert.deepEqual(pages(), ['pending', '/', '/'])
})

test('a page whose file does not load is shown as failed, and loaded again by the next navigation', async () => {
  let isThere = false
  const { navigation, pages, shown } = open('/markets', {
    file: async () => {
      if (!isThere) throw new Error('page.not_loaded')
    },
  })
  await navigation.follow()
  isThere = true
  await navigation.go({ to: '/markets' })
  assert.deepEqual(pages(), ['failed', '/markets'])
  const [first] = shown
  assert.ok(first?.view.kind === 'failed' && first.view.error instanceof Error)
})

test('endless redirects are an error, not an endless navigation', async () => {
  const { navigation } = open('/', {
    guard: ({ pathname }) => (pathname === '/' ? { to: '/markets' } : { to: '/' }),
  })
  await assert.rejects(navigation.follow(), /leads nowhere/)
})

test('a failed first navigation shows a failure; a later one keeps the shown page', async () => {
  let isBroken = true
  const { navigation, pages } = open('/', {
    guard: () => {
      if (isBroken) throw new Error('no guard')
      return null
    },
  })
  await assert.rejects(navigation.follow(), /no guard/)
  assert.deepEqual(pages(), ['failed'])
  isBroken = false
  await navigation.go({ to: '/markets' })
  isBroken = true
  await assert.rejects(navigation.go({ to: '/' }), /no guard/)
  assert.deepEqual(pages(), ['failed', '/markets'])
})

test('removing the hash keeps the page and its query', async () => {
  const { navigation, history, shown } = open('/markets?sort=price#verify')
  await navigation.follow()
  await navigation.leaveHash()
  assert.deepEqual(history.entries, ['/markets?sort=price'])
  assert.equal(shown.at(-1)?.here.hash, '')
})
