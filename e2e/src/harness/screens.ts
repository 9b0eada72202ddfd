/** Every screen, for screenshots and for the checks that hold on all of them. */
import {
  addressBookMessages,
  chartMessages,
  kycMessages,
  suspensionMessages,
  createTranslator,
} from '@tukar/i18n'
import { chainTexts, mailboxTexts } from '@tukar/i18n/server'
import type { Visitor } from './browser.ts'
import { coinScreens } from './coin-screens.ts'
import { deskScreens } from './desk-screens.ts'
import { exactly, titleWith, translate, type Screen, type Viewer } from './screen.ts'

export type { Screen, Viewer } from './screen.ts'

/** From this width a page shows all links of the navigation. */
const menuPx = 768

/**
 * The last price before the pair, once there is one. On the trading page R-70 ("price · pair | product")
 * overrides GEN-10, which has the product first.
 */
const tradingTitle = () => /^(?:[\d.]+ · )?BTC\/IDR \| Tukar$/

const home = titleWith((language) => translate.shell(language)('home'))
const registerTitle = titleWith((language) => translate.account(language)('registerTitle'))
const verifyTitle = titleWith((language) => translate.account(language)('verifyTitle'))

async function openDisplayMenu({ page, display }: Visitor): Promise<void> {
  const shell = translate.shell(display.language)
  const name = `${shell('language')}, ${shell('appearance')}`
  await page.getByRole('banner').getByRole('button', { name }).click()
  await page.getByRole('radio', { name: 'Indonesia' }).waitFor()
}

async function openPhoneMenu({ page, display }: Visitor): Promise<void> {
  const shell = translate.shell(display.language)
  await page.getByRole('button', { name: shell('openMenu') }).click()
  await page.getByRole('dialog', { name: shell('menu') }).waitFor()
}

async function openBell({ page, display }: Visitor): Promise<void> {
  const notification = translate.notification(display.language)
  const bell = new RegExp(`^(?:${notification('bell')}|${notification('bellUnread')})$`)
  await page.getByRole('button', { name: bell }).click()
  const panel = { name: notification('title') }
  await page.getByRole('group', panel).or(page.getByRole('dialog', panel)).waitFor()
}

async function openTerms({ page }: Visitor): Promise<void> {
  await page.getByRole('checkbox').click()
  await page.getByRole('dialog').waitFor()
}

/** Stores what the first step of a sign-in leaves behind when a second factor is needed. */
async function keepFirstStep({ context }: Visitor): Promise<void> {
  const cookie = { domain: '127.0.0.1', path: '/', secure: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'temp_email', value: encodeURIComponent('sari@contoh.example') },
    { ...cookie, name: 'temp_password', value: 'a-challenge-of-the-server' },
  ])
}

const everybody = ['guest', 'user'] as const

const publicScreens: readonly Screen[] = [
  { name: 'home', path: '/', route: '/', viewers: everybody, title: home },
  {
    name: 'markets',
    path: '/markets',
    route: '/markets',
    viewers: everybody,
    title: titleWith((language) => translate.shell(language)('market')),
  },
  {
    name: 'trading',
    path: '/markets/1/BTC_IDR',
    route: '/markets/$marketId/$pair',
    viewers: everybody,
    title: tradingTitle,
  },
  {
    name: 'terms',
    path: '/pages/term-and-conditions',
    route: '/pages/term-and-conditions',
    viewers: everybody,
    title: titleWith((language) => translate.legal(language)('termsTitle')),
  },
  {
    name: 'privacy',
    path: '/pages/privacy-policy',
    route: '/pages/privacy-policy',
    viewers: everybody,
    title: titleWith((language) => translate.legal(language)('privacyTitle')),
  },
  {
    name: 'contact',
    path: '/pages/contact-us',
    route: '/pages/contact-us',
    viewers: everybody,
    title: titleWith((language) => translate.shell(language)('contact')),
  },
  {
    name: 'verify',
    path: '/auth/email-verification?verification_code=unknown',
    route: '/auth/email-verification',
    viewers: everybody,
    title: verifyTitle,
  },
  {
    name: 'verify-again',
    path: '/auth/email-verification-token-request',
    route: '/auth/email-verification-token-request',
    viewers: everybody,
    title: titleWith((language) => translate.account(language)('requestTitle')),
  },
  {
    name: 'change-password',
    path: '/auth/passchange-form?email=sari@contoh.example&token=abc',
    route: '/auth/passchange-form',
    viewers: everybody,
    title: titleWith((language) => translate.account(language)('changeTitle')),
  },
  {
    name: 'keep-factor',
    path: '/auth/keep-factor?token=abc',
    route: '/auth/keep-factor',
    viewers: everybody,
    title: titleWith((language) => createTranslator(suspensionMessages, language)('keepTitle')),
  },
  {
    name: 'two-factor',
    path: '/auth/two-factor-auth',
    route: '/auth/two-factor-auth',
    viewers: everybody,
    title: titleWith((language) => translate.account(language)('twoFactorTitle')),
    prepare: keepFirstStep,
  },
  {
    name: 'rupiah-cancel',
    path: '/settings/wallets/idr_withdraw/cancel?token=of-a-mail',
    route: '/settings/wallets/idr_withdraw/cancel',
    viewers: everybody,
    title: titleWith((language) => translate.rupiah(language)('cancelTitle')),
  },
  {
    name: 'coin-cancel',
    path: '/settings/wallets/coin_withdraw/cancel?token=of-a-mail',
    route: '/settings/wallets/coin_withdraw/cancel',
    viewers: everybody,
    title: titleWith((language) => translate.rupiah(language)('cancelTitle')),
    isRefused: true,
  },
  {
    name: 'not-found',
    path: '/no-such-page',
    route: null,
    viewers: everybody,
    title: titleWith((language) => translate.shell(language)('notFound')),
  },
]

const guestScreens: readonly Screen[] = [
  {
    name: 'login',
    path: '/auth/login',
    route: '/auth/login',
    viewers: ['guest'],
    title: titleWith((language) => translate.account(language)('loginTitle')),
  },
  {
    name: 'register',
    path: '/auth/register',
    route: '/auth/register',
    viewers: ['guest'],
    title: registerTitle,
  },
  {
    name: 'register-terms',
    path: '/auth/register',
    route: '/auth/register',
    viewers: ['guest'],
    title: registerTitle,
    reach: openTerms,
  },
  {
    name: 'forgot-password',
    path: '/auth/forgot-password',
    route: '/auth/forgot-password',
    viewers: ['guest'],
    title: titleWith((language) => translate.account(language)('forgotTitle')),
  },
  {
    name: 'looks-menu',
    path: '/pages/contact-us',
    route: null,
    viewers: ['guest'],
    title: titleWith((language) => translate.shell(language)('contact')),
    fromPx: menuPx,
    reach: openDisplayMenu,
  },
  {
    name: 'chart',
    path: '/chart/candles?pair=BTC_IDR&width=320&height=300',
    route: null,
    viewers: ['guest'],
    title: (language) =>
      exactly(createTranslator(chartMessages, language)('title', { pair: 'BTC/IDR' })),
  },
  {
    name: 'depth',
    path: '/chart/depth?pair=BTC_IDR&width=320&height=300',
    route: null,
    viewers: ['guest'],
    title: (language) =>
      exactly(createTranslator(chartMessages, language)('depthTitle', { pair: 'BTC/IDR' })),
  },
  {
    name: 'mailbox',
    path: '/mailbox',
    route: null,
    viewers: ['guest'],
    title: (language) => exactly(mailboxTexts[language].title),
  },
  {
    name: 'explorer',
    path: '/simulation/chain',
    route: null,
    viewers: ['guest'],
    title: (language) => exactly(chainTexts[language].explorer),
  },
]

const userScreens: readonly Screen[] = [
  {
    name: 'settings-menu',
    path: '/settings',
    route: '/settings',
    viewers: ['user'],
    title: titleWith((language) => translate.settings(language)('settings')),
    belowPx: menuPx,
  },
  {
    name: 'profile',
    path: '/settings/profile',
    route: '/settings/profile',
    viewers: ['user'],
    title: titleWith((language) => translate.settings(language)('profileTitle')),
  },
  {
    name: 'security',
    path: '/settings/2fa',
    route: '/settings/2fa',
    viewers: ['user'],
    title: titleWith((language) => translate.settings(language)('securityTitle')),
  },
  {
    name: 'wallets',
    path: '/settings/wallets',
    route: '/settings/wallets',
    viewers: ['user'],
    title: titleWith((language) => translate.wallet(language)('title')),
  },
  {
    name: 'statements',
    path: '/settings/statements',
    route: '/settings/statements',
    viewers: ['user'],
    title: titleWith((language) => translate.statement(language)('title')),
  },
  {
    name: 'tax',
    path: '/settings/tax',
    route: '/settings/tax',
    viewers: ['user'],
    title: titleWith((language) => translate.tax(language)('title')),
  },
  {
    name: 'bank',
    path: '/settings/bank',
    route: '/settings/bank',
    viewers: ['user'],
    title: titleWith((language) => translate.bank(language)('title')),
  },
  {
    name: 'rupiah-deposit',
    path: '/settings/wallets/idr_deposit',
    route: '/settings/wallets/idr_deposit',
    viewers: ['user'],
    title: titleWith((language) => translate.rupiah(language)('depositTitle')),
  },
  {
    name: 'rupiah-proof',
    path: '/settings/wallets/idr_deposit/upload-file?id=1',
    route: '/settings/wallets/idr_deposit/upload-file',
    viewers: ['user'],
    title: titleWith((language) => translate.rupiah(language)('proofTitle')),
  },
  {
    name: 'rupiah-withdraw',
    path: '/settings/wallets/idr_withdraw',
    route: '/settings/wallets/idr_withdraw',
    viewers: ['user'],
    title: titleWith((language) => translate.rupiah(language)('withdrawTitle')),
  },
  ...coinScreens,
  {
    name: 'address-book',
    path: '/settings/wallets/address-book',
    route: '/settings/wallets/address-book',
    viewers: ['user'],
    title: titleWith((language) => createTranslator(addressBookMessages, language)('title')),
  },
  {
    // A demo trader is verified, so the other pages of the check redirect here.
    name: 'kyc-result',
    path: '/kyc/id/empat',
    route: '/kyc/$variant/$step',
    viewers: ['user'],
    title: titleWith((language) => createTranslator(kycMessages, language)('finalTitle')),
  },
  {
    name: 'delete-account',
    path: '/settings/delete-account',
    route: '/settings/delete-account',
    viewers: ['user'],
    title: titleWith((language) => translate.settings(language)('deleteTitle')),
  },
  {
    name: 'bell',
    path: '/settings/profile',
    route: null,
    viewers: ['user'],
    title: titleWith((language) => translate.settings(language)('profileTitle')),
    reach: openBell,
  },
  {
    name: 'phone-menu',
    path: '/settings/profile',
    route: null,
    viewers: ['user'],
    title: titleWith((language) => translate.settings(language)('profileTitle')),
    belowPx: menuPx,
    reach: openPhoneMenu,
  },
]

/** The list of all screens. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...guestScreens,
  ...userScreens,
  ...deskScreens,
]

/** The screens that this viewer sees at this width. */
export function screensFor(viewer: Viewer, width: number): readonly Screen[] {
  return screens.filter(
    ({ viewers, fromPx, belowPx }) =>
      viewers.includes(viewer) && width >= (fromPx ?? 0) && width < (belowPx ?? Infinity),
  )
}

/** The screen during maintenance. The test that visits it turns the switch. */
export const maintenanceScreen: Screen = {
  name: 'maintenance',
  path: '/maintenance',
  route: '/maintenance',
  viewers: everybody,
  title: titleWith((language) => translate.shell(language)('maintenance')),
}
