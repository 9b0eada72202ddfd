/** Links to our pages that name an address elsewhere, in a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson } from '../harness/people.ts'
import { accountVisits, isAt, sendLogin } from './visits.ts'

const { client, visit } = accountVisits()

test('ATT-21: whatever address a link to the sign-in names, it ends on the own start page', async () => {
  const person = await newPerson(client(), 'tujuan')
  await visit('login-elsewhere', async (visitor) => {
    const { page } = visitor
    const query = new URLSearchParams({
      redirect: 'https://evil.example/',
      return_url: '//evil.example',
      next: 'javascript:document.title=1',
      to: 'https://evil.example/',
      url: 'data:text/html,1',
    }).toString()
    await page.goto(`/auth/login?${query}#https://evil.example/`)
    const { origin } = new URL(page.url())
    await sendLogin(visitor, person)
    await page.waitForURL(isAt('/'))
    assert.equal(new URL(page.url()).origin, origin)
    assert.notEqual(await page.title(), '1')
  })
})
