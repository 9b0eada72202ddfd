import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { findInstalled, launchBrowser, startedBrowsers, unpackPackaged } from './chromium.ts'

test('R-54: a page opens in whatever browser is found', async () => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.setContent('<h1>Tukar</h1>')
    assert.equal(await page.textContent('h1'), 'Tukar')
  } finally {
    await browser.close()
  }
})

test('a browser that does not close on request is killed', async () => {
  const others = startedBrowsers()
  const browser = await launchBrowser([], 200)
  const [leader] = startedBrowsers().filter((pid) => !others.includes(pid))
  assert.ok(leader !== undefined)
  process.kill(leader, 'SIGSTOP')
  await browser.close()
  assert.deepEqual(startedBrowsers(), others)
})

test('R-54: the packaged browser opens a page with a form without anything installed', async () => {
  const packaged = await unpackPackaged()
  const browser = await chromium.launch({
    executablePath: packaged.executable,
    args: ['--no-sandbox', '--disable-gpu', '--no-zygote'],
    env: { ...(process.env as Record<string, string>), ...packaged.environment },
  })
  try {
    const page = await browser.newPage()
    await page.setContent('<h1>Tukar</h1><input value="one">')
    assert.equal(await page.textContent('h1'), 'Tukar')
    // Without any font the browser would have crashed by now.
    assert.equal(await page.inputValue('input'), 'one')
    assert.notEqual(packaged.executable, findInstalled()?.executable)
  } finally {
    await browser.close()
  }
})
