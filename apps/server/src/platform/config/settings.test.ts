import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBankSettings } from './bank-settings.ts'
import { SettingsError } from './environment.ts'
import { readIdentitySettings } from './identity-settings.ts'
import { readSessionLife } from './session-settings.ts'
import { readKycSettings } from './kyc-settings.ts'
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
    [{ TUKAR_DATABASE_OWNER_URL: 'postgres://owner@db.example/tukar' }, 'requires DATABASE_URL'],
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
    [{ TUKAR_ENGINE_KEY: 'short' }, 'TUKAR_ENGINE_KEY'],
    [{ ...secrets, TUKAR_ENGINE_KEY: secrets.TUKAR_SECRET_KEY }, 'TUKAR_ENGINE_KEY'],
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

test('DEC-23 DEC-06: keys of reCAPTCHA choose it, an explicit setting wins, one key alone is refused', () => {
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

const secrets = {
  TUKAR_SECRET_KEY: Buffer.from('a secret of an operator, of 32 bytes or more').toString('base64'),
  TUKAR_ENGINE_KEY: Buffer.from('another secret of the operator, for the engine').toString(
    'base64',
  ),
}

/** All settings that live mode requires. */
const live = {
  TUKAR_MODE: 'live',
  TUKAR_PUBLIC_URL: 'https://tukar.example',
  ...secrets,
  TUKAR_SMTP_URL: 'smtps://user:password@mail.example:465',
  TUKAR_BANK_URL: 'https://bank.example',
  TUKAR_BANK_KEY: 'a-key-of-the-bank-gateway',
  TUKAR_BANK_CALLBACK_TOKEN: 'a-token-of-its-callbacks',
  TUKAR_IDENTITY_URL: 'https://identity.example',
  TUKAR_IDENTITY_KEY: 'a-key-of-the-provider-here',
  TUKAR_IDENTITY_CALLBACK_SECRET: 'a-secret-of-its-callbacks',
  TUKAR_ETHEREUM_URL: 'https://node.example/v3/key',
  TUKAR_SIGNER_URL: 'http://127.0.0.1:9000',
  TUKAR_SIGNER_KEY: 'a-key-of-the-signer-that-nobody-guesses',
  TUKAR_SIGNER_APPROVAL_KEY: 'another-key-which-approves-what-is-paid',
}

test('FLT-15: a live exchange on its own database needs a replica, unless a setting accepts one server', () => {
  const own = { DATABASE_URL: 'postgres://tukar@db.example/tukar' }
  const of = (env: Record<string, string>) => readSettings(env).synchronous
  assert.deepEqual([of({ ...live, ...own }), of(live), of(own)], ['required', 'local', 'local'])
  assert.equal(of({ ...live, ...own, TUKAR_SYNCHRONOUS: 'local' }), 'local')
  assert.equal(of({ ...own, TUKAR_SYNCHRONOUS: 'required' }), 'required')
})

test('DEC-01: live mode starts with all external services, and names all missing ones at once', () => {
  const settings = readSettings(live)
  assert.deepEqual([settings.mode, settings.chains.isLocal], ['live', false])
  assert.equal(settings.tradesBeforeKyc, false)
  const bare =
    /needs a bank gateway \(TUKAR_BANK_URL\), .*a chain node .*a signer .*TUKAR_SECRET_KEY/
  assert.throws(() => readSettings({ TUKAR_MODE: 'live' }), bare)
  for (const name of Object.keys(live)) {
    if (name === 'TUKAR_MODE') continue
    assert.throws(() => readSettings({ ...live, [name]: '' }), SettingsError, name)
  }
})

test('DEC-01: settings that a simulation may omit are required in live mode', () => {
  for (const env of [
    { TUKAR_CAPTCHA: 'none' },
    { TUKAR_COOKIE_SECURE: 'no' },
    { TUKAR_PUBLIC_URL: 'http://tukar.example' },
    { TUKAR_ETHEREUM_URL: 'http://node.example' },
  ]) {
    assert.throws(() => readSettings({ ...live, ...env }), SettingsError, JSON.stringify(env))
  }
})

test('DEC-20: cookies are Secure unless the operator of a test machine disables it', () => {
  assert.equal(readSettings({}).isCookieSecure, true)
  assert.equal(readSettings({ TUKAR_COOKIE_SECURE: 'no' }).isCookieSecure, false)
  assert.throws(() => readSettings({ TUKAR_COOKIE_SECURE: 'perhaps' }), SettingsError)
})

test('M-5: an unused session ends after a day in live mode, or after the configured time', () => {
  const hours = (env: Readonly<Record<string, string>>, mode: 'live' | 'simulation') =>
    readSessionLife(env, mode).idleHours
  assert.deepEqual([hours({}, 'live'), hours({}, 'simulation')], [24, 168])
  assert.equal(hours({ TUKAR_SESSION_IDLE_HOURS: '2' }, 'simulation'), 2)
  assert.throws(() => hours({ TUKAR_SESSION_IDLE_HOURS: '0' }, 'live'), SettingsError)
})

test('API-01: each of the seven hosts has its own base URL', () => {
  const { hosts } = readSettings({
    TUKAR_HOST_API: 'https://api.example/',
    TUKAR_HOST_SYNC: 'https://sync.example',
  })
  assert.equal(hosts.api, 'https://api.example')
  assert.equal(hosts.sync, 'https://sync.example')
  assert.equal(hosts.realtime, '')
})

test('DEC-131: pages may ask an exchange outside for a price only where its base is set', () => {
  assert.equal(readSettings({}).tickerBase, '')
  const { tickerBase } = readSettings({ TUKAR_TICKER_BASE: 'https://ticker.example/' })
  assert.equal(tickerBase, 'https://ticker.example')
})

test('DEC-96 DEC-97: what locks a bank account, and whether its name must match, are settings', () => {
  const { bankAccount } = readSettings({})
  assert.deepEqual(bankAccount, { lockOn: 'first-withdrawal', nameMustMatch: true })
  const own = readSettings({ TUKAR_BANK_LOCK_ON: 'manual', TUKAR_BANK_NAME_MUST_MATCH: 'no' })
  assert.deepEqual(own.bankAccount, { lockOn: 'manual', nameMustMatch: false })
  assert.throws(() => readSettings({ TUKAR_BANK_LOCK_ON: 'never' }), SettingsError)
  assert.throws(() => readSettings({ TUKAR_BANK_NAME_MUST_MATCH: 'off' }), SettingsError)
})

test('DEC-42 DEC-52 DEC-61 R-42: how people are verified, and whether automatic approvals are final, are settings', () => {
  const usual = { mode: 'both', machineApproves: true, idFileRequired: true } as const
  const { rule: _, tradersUrl: __, legacyBase: ___, ...plain } = readSettings({}).kyc
  assert.deepEqual(plain, { ...usual, passportSingleSide: false })
  const env = {
    TUKAR_KYC_MODE: 'steps',
    TUKAR_KYC_MACHINE_APPROVES: 'no',
    TUKAR_KYC_ID_FILE_REQUIRED: 'no',
    TUKAR_KYC_PASSPORT_SINGLE_SIDE: 'yes',
  }
  const others = { mode: 'steps', machineApproves: false, idFileRequired: false } as const
  const chosen = { ...others, passportSingleSide: true }
  assert.deepEqual({ ...readSettings(env).kyc, ...chosen }, readSettings(env).kyc)
  assert.equal(readKycSettings({}, 'live').machineApproves, false)
  assert.throws(() => readSettings({ TUKAR_KYC_MODE: 'none' }), SettingsError)
})

test('every setting is documented once', () => {
  const names = settingDocs.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.includes('DATABASE_URL') && names.includes('TUKAR_MODE'))
})

test('ATT-35 DEC-06: external links that are no https URL are left out', () => {
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

test('ATT-49 DEC-62: the identity provider is configured with its secrets, by https or on this machine, or is our own', () => {
  const secrets = {
    TUKAR_IDENTITY_KEY: 'key-of-the-provider-1',
    TUKAR_IDENTITY_CALLBACK_SECRET: 'secret-of-callbacks-1',
  }
  const named = { TUKAR_IDENTITY_URL: 'https://identity.example/', ...secrets }
  for (const mode of ['simulation', 'live'] as const) {
    const { url, key } = readIdentitySettings(named, mode)
    assert.deepEqual([url, key], ['https://identity.example', secrets.TUKAR_IDENTITY_KEY])
  }
  const own = readSettings({}).identity
  assert.equal(own.url, null)
  assert.notEqual(readSettings({}).identity.callbackSecret, own.callbackSecret)
  assert.deepEqual([own.probabilityMin, own.templateId], [0.6, 'tukar-identity'])
  for (const env of [
    { ...named, TUKAR_IDENTITY_KEY: '' },
    { ...named, TUKAR_IDENTITY_CALLBACK_SECRET: 'short' },
    { ...named, TUKAR_IDENTITY_URL: 'http://identity.example' },
    { ...named, TUKAR_IDENTITY_URL: 'https://key@identity.example' },
    { TUKAR_IDENTITY_TEMPLATE: 'two words' },
    { TUKAR_IDENTITY_PROBABILITY_MIN: '1.1' },
    { TUKAR_IDENTITY_QUALITY_MIN: '-0.1' },
    { TUKAR_CONFIG_KEY: 'a<b' },
  ]) {
    assert.throws(() => readSettings(env), SettingsError)
  }
  // Live mode has no local substitutes; one sentence names every missing setting.
  const described =
    /^SettingsError: Outside of simulation TUKAR_IDENTITY_URL must name a provider[^.]*\.$/
  assert.throws(() => readIdentitySettings(secrets, 'live'), described)
  const keyless = { TUKAR_IDENTITY_URL: 'https://identity.example' }
  assert.throws(
    () => readIdentitySettings(keyless, 'live'),
    /^SettingsError: TUKAR_IDENTITY_KEY must/,
  )
})

test('KYC-09 KYC-10: the consent names the rule and the list of the regulator that the operator chose', () => {
  const { rule, tradersUrl } = readSettings({}).kyc
  assert.deepEqual([rule, new URL(tradersUrl).hostname], ['bappebti-8-2021', 'bappebti.go.id'])
  const own = { TUKAR_KYC_RULE: 'pojk-27-2024', TUKAR_KYC_TRADERS_URL: 'https://ojk.example/list' }
  assert.equal(readSettings(own).kyc.rule, 'pojk-27-2024')
  assert.equal(readSettings(own).kyc.tradersUrl, 'https://ojk.example/list')
  for (const env of [
    { TUKAR_KYC_RULE: 'none' },
    { TUKAR_KYC_TRADERS_URL: 'javascript:alert(1)' },
  ]) {
    assert.throws(() => readSettings(env), SettingsError)
  }
})

test('M-8: the local listener has its own port, and is advertised if the public URL is on this machine', () => {
  const readListener = (env: Readonly<Record<string, string>>) => readSettings(env).localListener
  assert.deepEqual(readListener({}), { port: null, isAdvertised: true })
  assert.deepEqual(readListener({ TUKAR_LOCAL_PORT: '4001' }), { port: 4_001, isAdvertised: true })
  assert.equal(readListener({ TUKAR_PUBLIC_URL: 'http://127.0.0.1:3000' })?.isAdvertised, true)
  const elsewhere = { TUKAR_PUBLIC_URL: 'https://tukar.example' }
  for (const env of [elsewhere, { TUKAR_TRUSTED_PROXIES: '127.0.0.1' }]) {
    assert.deepEqual(readListener(env), { port: null, isAdvertised: false })
  }
  assert.equal(readListener({ TUKAR_LOCAL_DOORS: 'shut' }), null)
  assert.throws(() => readListener({ TUKAR_LOCAL_PORT: '70000' }), SettingsError)
})
