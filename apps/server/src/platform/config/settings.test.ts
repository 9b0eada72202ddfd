import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBankSettings } from './bank-settings.ts'
import { SettingsError } from './environment.ts'
import { readSettings, settingDocs } from './settings.ts'

test('R-40 R-52: without any setting it is a simulation on loopback with a market', () => {
  const settings = readSettings({})
  assert.equal(settings.mode, 'simulation')
  assert.equal(settings.host, '127.0.0.1')
  assert.equal(settings.port, 3_000)
  assert.equal(settings.databaseUrl, null)
  assert.equal(settings.makers, true)
  assert.deepEqual(new Set(Object.values(settings.hosts)), new Set(['']))
})

test('a setting that cannot be used is named in one sentence', () => {
  for (const [env, name] of [
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ TUKAR_MODE: 'demo' }, 'TUKAR_MODE'],
    [{ TUKAR_MAKERS: 'maybe' }, 'TUKAR_MAKERS'],
    [{ TUKAR_SESSION_DAYS: '0' }, 'TUKAR_SESSION_DAYS'],
    [{ TUKAR_CAPTCHA: 'picture' }, 'TUKAR_CAPTCHA'],
    [{ TUKAR_CAPTCHA: 'recaptcha' }, 'TUKAR_RECAPTCHA_SECRET'],
    [{ TUKAR_SECRET_KEY: 'short' }, 'TUKAR_SECRET_KEY'],
    [{ TUKAR_SMTP_URL: 'mail.example:25' }, 'TUKAR_SMTP_URL'],
    [{ TUKAR_MAIL_FROM: 'Tukar <a@b.example>\r\nBcc: c@d.example' }, 'TUKAR_MAIL_FROM'],
    [{ TUKAR_PUBLIC_URL: 'tukar.example' }, 'TUKAR_PUBLIC_URL'],
    [{ TUKAR_PUBLIC_URL: 'https://tukar.example/?x=' }, 'TUKAR_PUBLIC_URL'],
    [{ TUKAR_REQUIRE_VERIFIED_EMAIL: 'maybe' }, 'TUKAR_REQUIRE_VERIFIED_EMAIL'],
    [{ TUKAR_SECRET_KEY: Buffer.alloc(32).toString('base64') }, 'TUKAR_SECRET_KEY'],
  ] as const) {
    assert.throws(
      () => readSettings(env),
      (error) => error instanceof SettingsError && error.message.includes(name),
    )
  }
})

test('DEC-23: the captcha is our own unless reCAPTCHA is set with its keys', () => {
  assert.equal(readSettings({}).captcha.kind, 'altcha')
  const keys = { TUKAR_RECAPTCHA_SITE_KEY: 'site', TUKAR_RECAPTCHA_SECRET: 'secret' }
  const { captcha } = readSettings({ TUKAR_CAPTCHA: 'recaptcha', ...keys })
  assert.ok(captcha.kind === 'recaptcha')
  assert.equal(captcha.verifyUrl, 'https://www.google.com/recaptcha/api/siteverify')
})

test('DEC-23 DEC-06: keys of reCAPTCHA choose it, what is set explicitly wins, one key alone is refused', () => {
  const keys = { TUKAR_RECAPTCHA_SITE_KEY: 'site', TUKAR_RECAPTCHA_SECRET: 'secret' }
  assert.equal(readSettings(keys).captcha.kind, 'recaptcha')
  for (const kind of ['altcha', 'none'] as const) {
    assert.equal(readSettings({ ...keys, TUKAR_CAPTCHA: kind }).captcha.kind, kind)
  }
  for (const name of ['TUKAR_RECAPTCHA_SITE_KEY', 'TUKAR_RECAPTCHA_SECRET']) {
    assert.throws(() => readSettings({ ...keys, [name]: '' }), SettingsError)
  }
})

test('ATT-66: a bank gateway is named with its secrets, by https or on this machine, or not at all', () => {
  const secrets = {
    TUKAR_BANK_KEY: 'xnd_development_1234567890',
    TUKAR_BANK_CALLBACK_TOKEN: 'token-of-callbacks-1',
  }
  const { bank } = readSettings({ TUKAR_BANK_URL: 'https://bank.example/', ...secrets })
  assert.equal(bank.url, 'https://bank.example')
  assert.equal(bank.key, secrets.TUKAR_BANK_KEY)
  const own = readSettings({}).bank
  assert.equal(own.url, null)
  assert.ok(own.key.length >= 32 && own.key !== own.callbackToken)
  assert.notEqual(readSettings({}).bank.callbackToken, own.callbackToken)
  const url = 'http://127.0.0.1:4000/simulation/bank'
  assert.equal(readSettings({ TUKAR_BANK_URL: url, ...secrets }).bank.url, url)
  for (const env of [
    { TUKAR_BANK_URL: 'https://bank.example' },
    { TUKAR_BANK_URL: 'https://bank.example', ...secrets, TUKAR_BANK_KEY: 'short' },
    { TUKAR_BANK_URL: 'https://bank.example', ...secrets, TUKAR_BANK_CALLBACK_TOKEN: '' },
    { TUKAR_BANK_URL: 'http://bank.example', ...secrets },
    { TUKAR_BANK_URL: 'https://key@bank.example', ...secrets },
    { TUKAR_BANK_PAYOUT_FEE: '-1' },
  ]) {
    assert.throws(() => readSettings(env), SettingsError)
  }
  assert.throws(() => readBankSettings(secrets, 'live'), SettingsError)
})

test('live mode does not start while its outside parts are missing', () => {
  const missing = /needs a bank gateway and chain nodes,/
  assert.throws(() => readSettings({ TUKAR_MODE: 'live' }), missing)
})

test('DEC-20: cookies are written with Secure unless the operator of a test machine says no', () => {
  assert.equal(readSettings({}).isCookieSecure, true)
  assert.equal(readSettings({ TUKAR_COOKIE_SECURE: 'no' }).isCookieSecure, false)
  assert.throws(() => readSettings({ TUKAR_COOKIE_SECURE: 'perhaps' }), SettingsError)
})

test('API-01: each of the seven hosts has a base of its own', () => {
  const { hosts } = readSettings({
    TUKAR_HOST_API: 'https://api.example/',
    TUKAR_HOST_SYNC: 'https://sync.example',
  })
  assert.equal(hosts.api, 'https://api.example')
  assert.equal(hosts.sync, 'https://sync.example')
  assert.equal(hosts.realtime, '')
})

test('DEC-96 DEC-97: what locks a bank account, and whether its name must match, are settings', () => {
  const { bankAccount } = readSettings({})
  assert.deepEqual(bankAccount, { lockOn: 'first-withdrawal', nameMustMatch: true })
  const own = readSettings({ TUKAR_BANK_LOCK_ON: 'manual', TUKAR_BANK_NAME_MUST_MATCH: 'no' })
  assert.deepEqual(own.bankAccount, { lockOn: 'manual', nameMustMatch: false })
  assert.throws(() => readSettings({ TUKAR_BANK_LOCK_ON: 'never' }), SettingsError)
  assert.throws(() => readSettings({ TUKAR_BANK_NAME_MUST_MATCH: 'off' }), SettingsError)
})

test('every setting is documented once', () => {
  const names = settingDocs.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.includes('DATABASE_URL') && names.includes('TUKAR_MODE'))
})

test('ATT-35 DEC-06: links to places elsewhere that are no https address are left out', () => {
  const others = ['javascript:1', 'data:text/html\\;x', '//evil.example', 'http://x.example', '/x']
  const links = others.map((url, at) => `n${at}=${url}`).join(',')
  const { socialLinks } = readSettings({
    TUKAR_SOCIAL_LINKS: `x=https://x.example,${links},y= https://y.example,z=https://`,
  })
  assert.deepEqual(socialLinks, [{ name: 'x', url: 'https://x.example' }])
})

test('ATT-15 DEC-29: links in mails begin with the configured address, and e-mails are confirmed first', () => {
  const settings = readSettings({ PORT: '4100' })
  assert.equal(settings.publicUrl, 'http://localhost:4100')
  assert.equal(settings.requiresVerifiedEmail, true)
  assert.equal(settings.smtpUrl, null)
  const own = readSettings({ TUKAR_PUBLIC_URL: 'https://tukar.example/' })
  assert.equal(own.publicUrl, 'https://tukar.example')
})
